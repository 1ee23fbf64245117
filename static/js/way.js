// Route: a way over the board, clicked step by step or straight to its goal. A giant's way is that of its upper left
// cell; whoever clicks a cell means the nearest place where it would cover that cell.
export class Way {
  #steps = [];
  #size = [1, 1];

  constructor(form) {
    this.form = form;
    const { start, budget, least, ordinary, exits } = form.querySelector("[data-exits]").dataset;
    this.ordinary = Number(ordinary || budget);
    [this.start, this.budget, this.least, this.exits] = [start, Number(budget), Number(least), JSON.parse(exits)];
  }

  refresh() {
    const show = (selector, isShown) => { this.form.querySelector(selector).hidden = !isShown; };
    show("[data-hint]", true);
    show("[data-way]", true);
    show("[data-spent]", true);
    show("[data-far]", this.ordinary < this.budget);
    this.form.querySelector("[data-far]").classList.toggle("again", this.#spent() > this.ordinary);
    show("[data-plain]", false);
    show("[data-back]", this.#steps.length > 0);
    this.form.querySelector("[data-plain] input").value = this.#steps.join(" ");
    this.form.querySelector("[data-submit]").disabled = !this.#steps.length || this.#mustGoOn();
    this.form.querySelector("[data-on]")?.classList.toggle("again", this.#steps.length > 0 && this.#mustGoOn());
    this.form.querySelector("[data-spent] b").textContent = this.#spent();
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

  /** Go on to a cell; a cell of the way cuts it off there, but where one has to go on one may go there and back. */
  choose(label) {
    const goal = this.#goals().get(label);
    const at = this.#cuts.get(label);
    if (at !== undefined && !goal) this.#steps.length = at;
    else this.#steps.push(...(goal?.cells ?? []));
    this.refresh();
  }

  light(board) {
    this.#size = board.sizeAt(this.start);
    const goals = this.#goals();
    const isWeighted = Object.values(this.exits).some((steps) => Object.values(steps).some((price) => price !== 1));
    const prices = new Map([...goals].map(([label, { price }]) => [label, price]));
    const chosen = this.#steps.length ? this.place(null) : [];
    const far = [...prices].filter(([, price]) => price > this.ordinary).map(([label]) => label);
    board.light([...goals.keys(), ...this.#cuts.keys()], [...chosen, ...this.#walked], this.#numbers, isWeighted ? prices : new Map(), far);
  }

  /** The cells it would fill when this one is chosen; where it stands now without one. */
  place(label) {
    const goal = label ? this.#goals().get(label)?.cells.at(-1) : this.#here;
    return goal ? block(goal, this.#size) : [];
  }

  get #here() {
    return this.#steps.at(-1) ?? this.start;
  }

  get #isGiant() {
    return this.#size.some((side) => side > 1);
  }

  /** The way's cells that are shown as walked; a giant shows where it would stand alone. */
  get #walked() {
    return this.#isGiant ? [] : this.#steps;
  }

  /** Which steps were made where: "2" or, there and back, "1 3". */
  get #numbers() {
    const numbers = new Map();
    this.#walked.forEach((label, at) => numbers.set(label, [numbers.get(label), at + 1].filter(Boolean).join(" ")));
    return numbers;
  }

  /** Cells that cut the way off: cell -> how many steps stay. */
  get #cuts() {
    const from = this.least ? Math.max(0, this.#steps.length - 1) : 0;
    return new Map(this.#walked.map((label, at) => [label, at]).slice(from));
  }

  #spent() {
    let here = this.start;
    return this.#steps.reduce((sum, step) => {
      const price = this.exits[here][step];
      here = step;
      return sum + price;
    }, 0);
  }

  /** Whether too little is spent yet, and another step can be paid. */
  #mustGoOn() {
    const spent = this.#spent();
    return spent < this.least && Object.values(this.exits[this.#here] ?? {}).some((price) => spent + price <= this.budget);
  }

  /** Cell that may be clicked -> the cheapest way to a place that covers it. */
  #goals() {
    const standing = block(this.#here, this.#size);
    const goals = new Map();
    for (const [corner, way] of this.#ways()) {
      for (const label of block(corner, this.#size)) {
        const isNearer = way.price < (goals.get(label)?.price ?? Infinity);
        if (isNearer && !standing.includes(label)) goals.set(label, way);
      }
    }
    if (!this.least) for (const label of this.#walked) goals.delete(label);
    return goals;
  }

  /** Goal -> the cheapest way there from the last step, within what is left of the budget. */
  #ways() {
    const here = this.#here;
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

/** The labels of a block of columns and rows with this upper left cell. */
function block(corner, [cols, rows]) {
  const [col, row] = [corner.charCodeAt(0), Number(corner.slice(1))];
  const across = Array.from({ length: cols }, (_, at) => String.fromCharCode(col + at));
  return Array.from({ length: rows }, (_, at) => row + at).flatMap((each) => across.map((letter) => letter + each));
}

function stop(label) {
  return Object.assign(document.createElement("span"), { textContent: label });
}
