// What makes a shape's form handier: counts, order by buttons, steps, mana that is spent as one chooses.
const all = (form, selector) => [...form.querySelectorAll(selector)];

/** Some: no more than may be chosen, no fewer than must be; to choose none is to pass, where one may. */
export class Somes {
  constructor(form) {
    this.form = form;
  }

  refresh() {
    const { least, most } = this.form.querySelector("[data-most]").dataset;
    const boxes = all(this.form, "[data-option]");
    const count = boxes.filter((box) => box.checked).length;
    for (const box of boxes) box.disabled = !box.checked && count >= Number(most);
    this.form.querySelector("[data-submit]").disabled = count < Math.max(Number(least), this.form.querySelector("[data-pass]") ? 1 : 0);
  }

  touched(_target, type) {
    if (type === "input") this.refresh();
  }

  choose(label) {
    const boxes = all(this.form, "[data-cells]").filter((box) => box.dataset.cells.split(" ").includes(label) && !box.disabled);
    boxes[0]?.click();
  }

  light(board) {
    const boxes = all(this.form, "[data-cells]");
    const on = (chosen) => chosen.flatMap((box) => box.dataset.cells.split(" ").filter(Boolean));
    board.light(on(boxes), on(boxes.filter((box) => box.checked)));
  }
}

/** Order: numbers without scripts, buttons with them. */
export class Orders {
  constructor(form) {
    this.form = form;
  }

  refresh() {
    for (const button of all(this.form, "[data-move]")) button.hidden = false;
    const items = all(this.form, "[data-item]").sort((a, b) => place(a).value - place(b).value);
    items[0]?.parentElement.append(...items);
    this.#number(items);
  }

  touched(target, type) {
    const button = target.closest("[data-move]");
    if (button && type === "click") this.#move(button, Number(button.dataset.move));
  }

  light(board) {
    const steps = all(this.form, "[data-item]").flatMap((item, at) => place(item).dataset.cells.split(" ").filter(Boolean).map((cell) => [cell, at + 1]));
    board.light([], [], new Map(steps));
  }

  #move(button, by) {
    const items = all(this.form, "[data-item]");
    const from = items.indexOf(button.closest("[data-item]"));
    const [item] = items.splice(from, 1);
    items.splice(Math.min(items.length, Math.max(0, from + by)), 0, item);
    item.parentElement.append(...items);
    this.#number(items);
    (button.disabled ? item.querySelector("[data-move]:enabled") : button)?.focus();
  }

  /** Number the rows as they stand; the first goes no further up, the last no further down. */
  #number(items) {
    items.forEach((item, at) => {
      place(item).value = at + 1;
      item.querySelector('[data-move="-1"]').disabled = at === 0;
      item.querySelector('[data-move="1"]').disabled = at === items.length - 1;
    });
  }
}

const place = (item) => item.querySelector(".place");

/** Amount: steps up and down. */
export class Amounts {
  constructor(form) {
    this.form = form;
  }

  refresh() {
    for (const button of all(this.form, "[data-step]")) button.hidden = false;
  }

  touched(target, type) {
    const by = Number(target.closest("[data-step]")?.dataset.step);
    const number = this.form.querySelector('input[type="number"]');
    if (type === "click" && by > 0) number.stepUp();
    if (type === "click" && by < 0) number.stepDown();
  }
}

/** Pay: mana is spent as one chooses; what the rest cannot pay for is closed. */
export class Pays {
  constructor(form) {
    this.form = form;
  }

  refresh() {
    const boxes = all(this.form, "[data-price]");
    const chosen = this.#without(boxes.filter((box) => box.checked));
    for (const box of boxes) box.checked = chosen.includes(box);
    for (const box of boxes) box.disabled = !box.checked && this.#left(this.#with(box, chosen)) === null;
    this.form.querySelector("[data-submit]").disabled = !chosen.length;
    this.#showSpent(this.#left(chosen) ?? []);
  }

  touched(target, type) {
    if (type !== "input" || !target.matches("[data-price]")) return;
    const boxes = all(this.form, "[data-price]");
    const others = boxes.filter((box) => box.checked && box !== target);
    const chosen = target.checked ? this.#with(target, others) : others;
    for (const box of boxes) box.checked = chosen.includes(box);
    this.refresh();
  }

  /** The chosen ones and this one; another of its group is let go. */
  #with(box, chosen) {
    const { group } = box.dataset;
    return [...this.#without(chosen.filter((other) => !group || other.dataset.group !== group)), box];
  }

  /** The chosen ones, but for those whose need is not chosen. */
  #without(chosen) {
    return chosen.filter((box) => !box.dataset.needs || chosen.some((other) => other.dataset.price === box.dataset.needs));
  }

  /** What of the pool is left when these are paid for; null when they cannot be, or one lacks what it needs. */
  #left(chosen) {
    const left = this.form.querySelector("[data-pool]").dataset.pool.split(" ").filter(Boolean);
    const isWhole = this.#without(chosen).length === chosen.length;
    return isWhole && chosen.flatMap(cost).every((mana) => take(left, mana)) ? left : null;
  }

  #showSpent(left) {
    const rest = [...left];
    for (const token of all(this.form, "[data-mana]")) token.classList.toggle("spent", !take(rest, token.dataset.mana));
  }
}

const cost = (box) => box.dataset.cost.split(" ").filter(Boolean);
/** Take one such mana out of the list; whether there was one. */
function take(list, mana) {
  const at = list.indexOf(mana);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
