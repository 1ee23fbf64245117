// Route: a way over the board, clicked step by step or straight to its goal.
export class Way {
  #steps = [];

  constructor(form) {
    this.form = form;
    const { start, budget, exits } = form.querySelector("[data-exits]").dataset;
    [this.start, this.budget, this.exits] = [start, Number(budget), JSON.parse(exits)];
  }

  refresh() {
    const show = (selector, isShown) => { this.form.querySelector(selector).hidden = !isShown; };
    show("[data-hint]", true);
    show("[data-way]", true);
    show("[data-plain]", false);
    show("[data-back]", this.#steps.length > 0);
    this.form.querySelector("[data-plain] input").value = this.#steps.join(" ");
    this.form.querySelector("[data-submit]").disabled = !this.#steps.length;
    this.form.querySelector("[data-way]").replaceChildren(...[this.start, ...this.#steps].map(stop));
  }

  touched(target, type) {
    if (type === "click" && target.closest("[data-back]")) this.back();
  }

  /** Take the last step back. */
  back() {
    this.#steps.pop();
    this.refresh();
  }

  choose(label) {
    const at = this.#steps.indexOf(label);
    if (at >= 0) this.#steps.length = at;
    else this.#steps.push(...(this.#ways().get(label)?.cells ?? []));
    this.refresh();
  }

  light(board) {
    const lit = [...this.#ways().keys(), ...this.#steps];
    board.light(lit, this.#steps, new Map(this.#steps.map((label, at) => [label, at + 1])));
  }

  #spent() {
    let here = this.start;
    return this.#steps.reduce((sum, step) => {
      const price = this.exits[here][step];
      here = step;
      return sum + price;
    }, 0);
  }

  /** Goal -> the cheapest way there from the last step, within what is left of the budget. */
  #ways() {
    const here = this.#steps.at(-1) ?? this.start;
    const found = new Map([[here, { price: this.#spent(), cells: [] }]]);
    const frontier = [here];
    while (frontier.length) {
      const from = frontier.shift();
      const { price, cells } = found.get(from);
      for (const [to, step] of Object.entries(this.exits[from] ?? {})) {
        if (price + step > this.budget || price + step >= (found.get(to)?.price ?? Infinity)) continue;
        found.set(to, { price: price + step, cells: [...cells, to] });
        frontier.push(to);
      }
    }
    found.delete(here);
    return found;
  }
}

function stop(label) {
  return Object.assign(document.createElement("span"), { textContent: label });
}
