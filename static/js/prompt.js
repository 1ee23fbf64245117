// Prompts: each shape's form made handier, and its choices lit on the board. Without this file the forms still work.
import { Payment } from "./payment.js";
import { Amounts, Orders, Somes } from "./shapes.js";
import { Way } from "./way.js";

const SHAPES = { some: Somes, order: Orders, amount: Amounts, pay: Payment, route: Way };

export class Prompts {
  #board;
  #open = new Map(); // form -> what makes its shape handier
  #latest = null; // the form that was touched last: the board serves it

  constructor(element, board) {
    this.element = element;
    this.#board = board;
    element.tabIndex = -1;
    board.onChoose = (label) => this.#choose(label);
    board.onBack = () => this.#back();
    board.onPoint = (label) => this.#pointCell(label);
    for (const happening of ["input", "click", "focusin"]) document.addEventListener(happening, (event) => this.#touched(event));
    for (const happening of ["pointerover", "focusin"]) document.addEventListener(happening, ({ target }) => this.#point(target));
    document.addEventListener("keydown", keepComposing, true);
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Put on again what scripts add. `hadFocus`: the answered question had it, so the next one gets it. */
  refresh(hadFocus) {
    const forms = [...document.querySelectorAll("form[data-prompt]")];
    const before = this.#open;
    this.#open = new Map(forms.map((form) => [form, before.get(form) ?? helper(form)]));
    for (const shape of this.#open.values()) shape?.refresh();
    this.#light();
    if (hadFocus && document.activeElement === document.body) this.element.focus({ preventScroll: true });
  }

  /** The form whose choices the board shows. */
  get #current() {
    if (this.#latest?.isConnected) return this.#latest;
    return this.element.querySelector("form[data-prompt]:not(.by-bot *)");
  }

  #light() {
    const form = this.#current;
    const shape = form && this.#open.get(form);
    if (shape?.light) shape.light(this.#board);
    else this.#board.light([...choices(form).keys()]);
  }

  #touched({ target, type }) {
    const form = target.closest?.("form[data-prompt]");
    if (!form) return;
    this.#latest = form;
    this.#open.get(form)?.touched?.(target, type);
    this.#light();
  }

  #point(target) {
    const form = target.closest?.("form[data-prompt]");
    const pointed = form && this.#open.get(form)?.pointed?.(target);
    if (pointed) return this.#board.point(pointed);
    const option = target.closest?.("[data-cells]") ?? target.closest?.(".option")?.querySelector("[data-cells]");
    if (option && option.closest("form[data-prompt]")) this.#board.point(cellsOf(option));
    else if (!target.closest?.(".cell")) this.#board.point([]);
  }

  /** Somebody points at a cell: show all that goes with it, the whole place of a giant. */
  #pointCell(label) {
    const form = this.#current;
    const shape = form && this.#open.get(form);
    const found = label && form ? choices(form).get(label) ?? [] : [];
    this.#board.point(label && shape?.place ? shape.place(label) : found.length === 1 ? cellsOf(found[0]) : []);
  }

  /** A lit cell was chosen: the same as touching the choice it stands for. */
  #choose(label) {
    const form = this.#current;
    const shape = this.#open.get(form);
    if (shape?.choose) {
      shape.choose(label);
    } else {
      const found = choices(form).get(label) ?? [];
      if (found.length === 1) found[0].click();
      else pick(found);
    }
    this.#light();
  }

  #back() {
    this.#open.get(this.#current)?.back?.();
    this.#light();
  }
}

/** Several choices lie on the cell: show which, let the person decide. */
function pick(options) {
  for (const option of document.querySelectorAll(".option.pointed")) option.classList.remove("pointed");
  for (const option of options) (option.closest("label") ?? option).classList.add("pointed");
  options[0]?.focus();
}

const helper = (form) => (SHAPES[form.dataset.shape] ? new SHAPES[form.dataset.shape](form) : null);
const cellsOf = (option) => option.dataset.cells.split(" ").filter(Boolean);

/** Cell -> the choices that lie on it. */
function choices(form) {
  const found = new Map();
  for (const option of form?.querySelectorAll("[data-cells]") ?? []) {
    for (const label of cellsOf(option)) found.set(label, [...(found.get(label) ?? []), option]);
  }
  return found;
}

/** Enter ends a syllable while an input method composes; it sends nothing. */
function keepComposing(event) {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.stopPropagation();
}
