// Harvest's board: cells light up for what may be chosen; arrow keys follow the picture, whichever way it lies.
import { toast } from "./toast.js";

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const BACK = ["Escape", "Backspace"];
const JS_CLASSES = ["lit", "chosen", "shown", "far"];

export class Board {
  #here = null; // the label of the cell that Tab comes to
  /** Called with the label of a lit cell that was chosen. */
  onChoose = () => {};
  /** Called when somebody on the board wants the last step back. */
  onBack = () => {};
  /** Called with the label of a lit cell that somebody points at, else with null. */
  onPoint = () => {};

  constructor(element) {
    this.element = element;
    element.addEventListener("click", ({ target }) => this.#clicked(target.closest(".cell")));
    element.addEventListener("keydown", (event) => this.#walk(event));
    element.addEventListener("focusin", ({ target }) => target.matches(".cell") && this.#stand(target));
    for (const happening of ["pointerover", "focusin"]) element.addEventListener(happening, ({ target }) => this.#pointed(target.closest(".cell")));
    element.addEventListener("pointerleave", () => this.#pointed(null));
  }

  /** Light exactly these cells; `chosen` of them are taken; `steps` numbers cells, `prices` says what they cost (label -> number); `far` cost more than steps. */
  light(labels, chosen = [], steps = new Map(), prices = new Map(), far = []) {
    for (const cell of this.cells()) {
      const label = cell.dataset.cell;
      cell.classList.remove(...JS_CLASSES);
      cell.classList.toggle("lit", labels.includes(label));
      cell.classList.toggle("chosen", chosen.includes(label));
      cell.classList.toggle("far", far.includes(label));
      cell.ariaPressed = labels.includes(label) ? String(chosen.includes(label)) : null;
      mark(cell, "step", steps.get(label));
      mark(cell, "price", prices.get(label));
      cell.tabIndex = -1;
    }
    this.#stand(this.#firstStop(labels));
  }

  /** Point out cells without choosing, while a choice is looked at. */
  point(labels) {
    for (const cell of this.cells()) cell.classList.toggle("shown", labels.includes(cell.dataset.cell));
  }

  /** The columns and rows of what stands with its upper left cell there. */
  sizeAt(label) {
    const giant = this.element.querySelector(`.giant[data-corner="${label}"]`);
    return giant ? [Number(giant.dataset.cols), Number(giant.dataset.rows)] : [1, 1];
  }

  cells() {
    return [...this.element.querySelectorAll(".cell")];
  }

  #cell(label) {
    return label && this.element.querySelector(`[data-cell="${label}"]`);
  }

  /** Where Tab comes to: the cell that has the focus or is lit, else the first lit one, else where it was. */
  #firstStop(lit) {
    const here = this.#cell(this.#here);
    if (here && (here === document.activeElement || lit.includes(this.#here))) return here;
    return this.cells().find((cell) => lit.includes(cell.dataset.cell)) ?? here ?? this.cells()[0];
  }

  #stand(cell) {
    if (!cell) return;
    const before = this.#cell(this.#here);
    if (before) before.tabIndex = -1;
    this.#here = cell.dataset.cell;
    cell.tabIndex = 0;
  }

  #clicked(cell) {
    if (cell?.classList.contains("lit")) this.onChoose(cell.dataset.cell);
    else if (cell?.classList.contains("taken")) toast(cell.ariaLabel);
  }

  #pointed(cell) {
    this.onPoint(cell?.classList.contains("lit") ? cell.dataset.cell : null);
  }

  #walk(event) {
    if (BACK.includes(event.key)) this.onBack();
    const way = WAYS[event.key];
    const cell = event.target.closest(".cell");
    if (!way || !cell || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#neighbour(cell, way)?.focus();
  }

  /** The nearest cell that way, as the picture lies. */
  #neighbour(cell, [x, y]) {
    const from = middle(cell);
    const ahead = this.cells().map((other) => {
      const to = middle(other);
      const [along, aside] = [(to.x - from.x) * x + (to.y - from.y) * y, Math.abs((to.x - from.x) * y + (to.y - from.y) * x)];
      return { other, along, aside };
    });
    return ahead.filter(({ along, aside }) => along > 1 && aside < 2).sort((a, b) => a.along - b.along)[0]?.other;
  }
}

function mark(cell, name, value) {
  if (value === undefined) delete cell.dataset[name];
  else cell.dataset[name] = value;
}

function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
