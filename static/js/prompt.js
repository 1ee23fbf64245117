// Prompts: each shape's form made handier, and its choices lit on the board. Without this file the forms still work.
import { isLongList } from "./dock.js";
import { Payment } from "./payment.js";
import { Amounts, Orders, Somes } from "./shapes.js";
import { Way } from "./way.js";

const SHAPES = { some: Somes, order: Orders, amount: Amounts, pay: Payment, route: Way };

export class Prompts {
  #board;
  #purses;
  #open = new Map(); // form -> what makes its shape handier
  #latest = null; // the form that was touched last: the board serves it
  #isByKeys = false; // whether the last thing that was pressed was a key
  #meant = null; // the cell that was chosen where the choice stands for several: the next question asks which

  constructor(element, board, purses) {
    this.element = element;
    this.#purses = purses;
    this.#board = board;
    element.tabIndex = -1;
    board.onChoose = (label, who) => this.#choose(label, who);
    board.onBack = () => this.#back();
    board.onPoint = (label) => this.#pointCell(label);
    for (const happening of ["input", "click", "focusin"]) document.addEventListener(happening, (event) => this.#touched(event));
    for (const happening of ["pointerover", "focusin"]) document.addEventListener(happening, ({ target }) => this.#point(target));
    document.addEventListener("keydown", keepComposing, true);
    for (const happening of ["keydown", "pointerdown"]) document.addEventListener(happening, ({ type }) => { this.#isByKeys = type === "keydown"; }, true);
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
    if (!before.has(this.#current)) this.#goOnWithMeant();
    this.#light();
    if (hadFocus) this.#hand(before);
  }

  /** Whoever has answered by keys goes on where the next question is answered: in its field, on the board for a way or one of many cells. */
  #hand(before) {
    const words = this.element.querySelector("input.words");
    const isLost = document.activeElement === document.body;
    if (words && (isLost || !before.has(words.form))) words.focus({ preventScroll: true });
    else if (isLost && this.#isByKeys && isOnBoard(this.#current)) this.#board.cells().find((cell) => cell.tabIndex === 0)?.focus({ preventScroll: true });
    else if (isLost) this.element.focus({ preventScroll: true });
  }

  /** The form whose choices the board shows. */
  get #current() {
    if (this.#latest?.isConnected) return this.#latest;
    return this.element.querySelector("form[data-prompt]:not(.by-bot *)");
  }

  #light() {
    const form = this.#current;
    this.#wouldCost(form, null);
    const shape = form && this.#open.get(form);
    if (shape?.light) shape.light(this.#board);
    else this.#board.light([...choices(form).keys()], [], new Map(), prices(form));
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
    if (!target.closest?.(".cell")) this.#wouldCost(form, option);
    if (option && option.closest("form[data-prompt]")) this.#board.point(shownOf(option));
    else if (!target.closest?.(".cell")) this.#board.point([]);
  }

  /** Somebody points at a cell: show all that goes with it, the whole place of a giant. */
  #pointCell(label) {
    const form = this.#current;
    const shape = form && this.#open.get(form);
    const found = label && form ? choices(form).get(label) ?? [] : [];
    this.#wouldCost(form, found.length === 1 ? found[0] : null);
    this.#board.point(label && shape?.place ? shape.place(label) : found.length === 1 ? shownOf(found[0]) : []);
    if (found.length === 1 && found[0].dataset.shows) this.#board.say?.(found[0].querySelector(".note").textContent);
  }

  /** What the choice that is looked at would cost whoever decides; else what all choices of the question do. */
  #wouldCost(form, option) {
    const { actor, dp } = (form ?? this.#current)?.dataset ?? {};
    this.#purses.show(actor, Number(option?.dataset.dp ?? dp ?? 0));
  }

  /** A lit cell was chosen: the same as touching the choice it stands for; `who` is meant of several on it. */
  #choose(label, who) {
    const form = this.#current;
    const shape = this.#open.get(form);
    const there = choices(form).get(label) ?? [];
    const named = there.filter((option) => nameOf(option) === who);
    if (there.length > 1 && named.length === 1) named[0].click();
    else if (there.length > 1 && this.#board.list?.(label, there.map(nameOf))) return;
    else if (shape?.choose) {
      shape.choose(label);
    } else if (there.length === 1) {
      this.#meant = cellsOf(there[0]).length > 1 ? label : null;
      there[0].click();
    } else pick(there);
    this.#light();
  }

  /** A new question about the place that was just chosen on the board begins with it; it is not answered by that. */
  #goOnWithMeant() {
    const [label, shape] = [this.#meant, this.#open.get(this.#current)];
    this.#meant = null;
    if (!label) return;
    const there = choices(this.#current).get(label) ?? [];
    if (shape?.choose && there.length < 2) shape.choose(label);
    else if (there.length === 1) pick(there);
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

const WIDE = 12; // cells

const isOnBoard = (form) => form && (form.dataset.shape === "route" || isLongList(form));

const helper = (form) => (SHAPES[form.dataset.shape] ? new SHAPES[form.dataset.shape](form) : null);
/** Whom a choice is about: `mio`, `at:mio`. */
const nameOf = (option) => option.dataset.option?.split(":").at(-1);
const cellsOf = (option) => option.dataset.cells.split(" ").filter(Boolean);

/** What is pointed out while a choice is looked at: its own cells and all that it would reach. */
const shownOf = (option) => [...cellsOf(option), ...(option.dataset.shows ?? "").split(" ").filter(Boolean)];

/** Cell -> the choices that lie on it. One that lies on much of the board is only shown when it is looked at: the next question is where. */
function choices(form) {
  const found = new Map();
  const options = [...(form?.querySelectorAll("[data-cells]") ?? [])].filter((option) => cellsOf(option).length <= WIDE);
  for (const option of options) {
    for (const label of cellsOf(option)) found.set(label, [...(found.get(label) ?? []), option]);
  }
  return found;
}

/** Cell -> what choosing it costs, where that is one thing. */
function prices(form) {
  const single = [...choices(form)].filter(([, options]) => options.length === 1 && options[0].dataset.dp && cellsOf(options[0]).length === 1);
  return new Map(single.map(([label, [option]]) => [label, option.dataset.dp]));
}

/** Enter ends a syllable while an input method composes; it sends nothing. */
function keepComposing(event) {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.stopPropagation();
}
