// The square battle map: squares are drawn by one background, so what may be chosen is laid over it; zoom and pan.
import { bounds, crowded, nearest } from "./boxes.js";
import { toast } from "./toast.js";

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const BACK = ["Escape", "Backspace"];
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit" };
const SHAKE = 6; // pixels that a hand moves while it clicks
const MEANT = { mouse: 18, other: 32 }; // pixels that a token must be wide for a click on it to mean that one
const [SMALLEST, LARGEST, STEP] = [1, 5, 1.25];
const [SMALL, READABLE] = [30, 36]; // pixels: on a phone, a map whose squares are smaller opens with larger ones
const narrow = matchMedia("(width < 64rem)");
const OWN_LOOK = 5_000; // milliseconds that the map stays where somebody has moved it

export class BattleMap {
  #here = null; // the label of the square that Tab comes to
  #hadFocus = false;
  #zoom = 1;
  #fingers = new Map(); // pointer -> where it is
  #drag = null; // where the button went down, and whether it has gone far since: then it was no click
  #over = null; // the label of the square under the pointer
  #looked = -OWN_LOOK; // when somebody moved the map
  #isOpened = false; // whether the map has been brought to somebody at all
  #turn = ""; // who acted and who was asked when the map was last moved to them
  /** Called with the label of a lit square that was chosen, and who was meant of several there (null: not said). */
  onChoose = () => {};
  /** Called when somebody on the map wants the last step back. */
  onBack = () => {};
  /** Called with the label of a lit square that somebody points at, else with null. */
  onPoint = () => {};

  constructor(element) {
    this.element = element;
    const on = (name, does, options) => element.addEventListener(name, does, options);
    on("click", (event) => this.#clicked(event));
    on("keydown", (event) => this.#key(event));
    on("focusin", ({ target }) => target.matches(".cell") && this.#stood(target));
    on("focusout", ({ relatedTarget }) => { this.#hadFocus = relatedTarget === null && this.#hadFocus; });
    on("wheel", (event) => this.#wheel(event), { passive: false });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#moved(event));
    for (const name of ["pointerup", "pointercancel"]) on(name, ({ pointerId }) => this.#up(pointerId));
    on("pointercancel", () => this.#moves()); // a finger drags the map
    on("pointerleave", ({ pointerId }) => {
      this.#up(pointerId);
      this.#pointed(this.#over = null);
    });
  }

  /** Light exactly these squares; `chosen` of them are taken; `steps` numbers squares, `prices` says what they cost; `far` cost more than steps. */
  light(labels, chosen = [], steps = new Map(), prices = new Map(), far = []) {
    const hadFocus = this.#hadFocus;
    for (const cell of this.cells()) cell.remove();
    for (const label of new Set([...labels, ...chosen, ...steps.keys()])) {
      const cell = this.#lay(label);
      cell?.classList.toggle("lit", labels.includes(label));
      cell?.classList.toggle("chosen", chosen.includes(label));
      cell?.classList.toggle("far", far.includes(label));
      cell?.classList.toggle("taken", this.#spot(label) !== null);
      cell?.classList.toggle("shared", this.#spot(label)?.matches(".shared") ?? false);
      if (cell && labels.includes(label)) cell.ariaPressed = String(chosen.includes(label));
      if (cell && steps.has(label)) cell.dataset.step = steps.get(label);
      if (cell && prices.has(label)) cell.dataset.price = prices.get(label);
    }
    const first = labels.includes(this.#here) || hadFocus ? this.#here : labels[0] ?? this.#here;
    const cell = this.#stand(first ?? this.#token()?.dataset.cell ?? "A1");
    if (hadFocus && document.activeElement === document.body) cell.focus({ preventScroll: true });
  }

  /** Point out squares without choosing, while a choice is looked at. */
  point(labels) {
    for (const cell of this.cells()) {
      cell.classList.remove("shown");
      if (!cell.matches(".lit, .chosen, .cursor, [data-step]")) cell.remove();
    }
    for (const label of labels) this.#lay(label)?.classList.add("shown");
  }

  /** Open the list of those who share a square; `names` may be chosen in it. False where there is nobody to be listed. */
  list(label, names = []) {
    const list = this.element.querySelector(`#here-${label}`);
    if (!list) return false;
    const people = [...list.querySelectorAll("[data-person]")];
    for (const person of people) person.disabled = !names.includes(person.dataset.person);
    if (names.length && people.every((person) => person.disabled)) return false;
    list.togglePopover(true);
    beside(list, this.element.querySelector(`.spot[data-cell="${label}"]`).getBoundingClientRect());
    people.find((person) => !person.disabled)?.focus();
    return true;
  }

  /** Add what the choice under the pointer would do to the line that says where the pointer is. */
  say(words) {
    this.element.querySelector(".map-where [data-there]")?.append(` · ${words}`);
  }

  /** Bring into sight who acts or is asked, and what a new question (`isFresh`) lights, unless the map has just been
   * moved by hand. It opens on whom one plays, else on all that one sees, on friends above all. */
  follow(isFresh) {
    const pieces = [...this.element.querySelectorAll(".piece:is(.acting, .asked)")];
    const turn = pieces.map(({ id, className }) => id + className).join(" ");
    const isNew = turn !== this.#turn;
    this.#turn = turn;
    if (!this.#isOpened) this.#open();
    else if (performance.now() - this.#looked < OWN_LOOK) return;
    const spot = (pieces.find((piece) => piece.matches(".asked")) ?? pieces[0])?.closest(".spot");
    if (isNew && spot) this.#show([spot]);
    const lit = this.element.querySelectorAll(".cell.lit");
    if (isFresh && lit.length) this.#show([...lit], spot);
  }

  #open() {
    if (narrow.matches && this.#square < SMALL) this.#zoomTo(READABLE / this.#square);
    const [spots, own, friends] = ["", ":has(.own)", ":has(.camp-ally)"].map((which) => [...this.element.querySelectorAll(`.spot${which}`)]);
    this.#isOpened = spots.length > 0;
    if (own.length) this.#show(own);
    else if (friends.length) this.#surround(spots, friends);
    else if (this.#isOpened) this.#show(spots);
  }

  /** Everybody fills one square. */
  sizeAt() {
    return [1, 1];
  }

  /** The squares that are elements now. */
  cells() {
    return [...this.element.querySelectorAll(".cell")];
  }

  get #map() {
    return this.element.querySelector("[data-map]");
  }

  get #view() {
    return this.element.querySelector(".map-view");
  }

  #token() {
    return this.element.querySelector(".spot:has(.acting)") ?? this.element.querySelector(".spot:has(.own)");
  }

  /** How wide a square is, in pixels. */
  get #square() {
    return this.element.querySelector(".map-ground").getBoundingClientRect().width / Number(this.#map.dataset.cols);
  }

  /** Who stands on a square. */
  #spot(label) {
    return this.element.querySelector(`.spot[data-cell="${label}"]`);
  }

  /** Who has fainted on a square: it is free all the same. */
  #lain(label) {
    return [...this.element.querySelectorAll(`[data-lain="${label}"]`)];
  }

  /** The element of a square, made where there is none; null off the map. */
  #lay(label) {
    const found = this.element.querySelector(`.cell[data-cell="${label}"]`);
    const [col, row] = place(label);
    const { cols, rows } = this.#map.dataset;
    if (found || col < 1 || col > cols || row < 1 || row > rows) return found;
    const cell = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1, ariaLabel: this.#sentence(label) });
    cell.className = `cell square col-${label[0]} row-${row}`;
    cell.dataset.cell = label;
    this.element.querySelector(".map-field").append(cell);
    return cell;
  }

  /** What stands and lies there, and how far it is from who acts. */
  #sentence(label) {
    const patch = this.element.querySelector(`[data-patch="${label}"]`);
    const said = [this.#spot(label), patch, ...this.#lain(label)].map((each) => each?.ariaLabel).filter(Boolean).join("; ") || `${label}, ${this.#map.dataset.free}`;
    const from = this.#token()?.dataset.cell;
    return from && from !== label ? `${said}, ${this.#away(from, label)}` : said;
  }

  /** How far apart two squares are, as the game measures: what a diagonal counts, what a step is. */
  #away(from, to) {
    const { away, diagonal, step } = this.#map.dataset;
    const [one, other] = [place(from), place(to)];
    const [across, down] = [Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])];
    const steps = Math.max(across, down) + (diagonal - 1) * Math.min(across, down);
    return away.replace("{count}", steps * step);
  }

  /** Make this the square that Tab comes to, as an element of its own if it has none. */
  #stand(label) {
    for (const cell of this.cells()) cell.tabIndex = -1;
    for (const cell of this.element.querySelectorAll(".cursor")) {
      cell.classList.remove("cursor");
      if (!cell.matches(".lit, .chosen, .shown, [data-step]") && cell.dataset.cell !== label) cell.remove();
    }
    const cell = this.#lay(label) ?? this.#lay("A1");
    cell.classList.add("cursor");
    cell.tabIndex = 0;
    this.#here = cell.dataset.cell;
    return cell;
  }

  #stood(cell) {
    this.#hadFocus = true;
    if (cell.dataset.cell !== this.#here) this.#stand(cell.dataset.cell);
    this.#pointed(cell.dataset.cell);
  }

  #clicked(event) {
    const { target } = event;
    const { zoom } = target.closest("[data-zoom]")?.dataset ?? {};
    const person = target.closest("[data-person]");
    const cell = target.closest(".cell.lit");
    if (zoom) this.#look(zoom);
    else if (person) this.#chose(person);
    else if (event.detail && this.#drag?.isFar) return;
    else if (cell) this.onChoose(cell.dataset.cell, meant(event));
    else if (target.closest(".map-view")) this.#tell(this.#under(event));
  }

  /** Who stands on a square, in a list where several do, else in a line: name, life, statuses; who lies there. */
  #tell(label) {
    if (!label || this.list(label)) return;
    const said = [this.#spot(label), ...this.#lain(label)].map((each) => each?.ariaLabel).filter(Boolean);
    if (said.length) toast(said.join("; "));
  }

  #chose(person) {
    person.closest("[popover]").hidePopover();
    this.onChoose(person.dataset.at, person.dataset.person);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (BACK.includes(event.key)) this.onBack();
    const way = WAYS[event.key];
    const cell = event.target.closest(".cell");
    if (KEYS[event.key]) this.#look(KEYS[event.key]);
    if (!way || !cell) return;
    event.preventDefault();
    const [col, row] = place(cell.dataset.cell);
    const { cols, rows } = this.#map.dataset;
    const to = [clamp(col + way[0], 1, Number(cols)), clamp(row + way[1], 1, Number(rows))];
    this.#stand(name(to)).focus();
  }

  /** Show where the pointer is: the square, who stands there, and how far it is from who acts. */
  #pointed(label) {
    const tell = (part, words) => { this.element.querySelector(`.map-where [data-${part}]`)?.replaceChildren(words); };
    const from = this.#token()?.dataset.cell;
    const far = label && from && from !== label && this.#away(from, label);
    const there = label ? [this.#spot(label), ...this.#lain(label)].flatMap((each) => [...(each?.querySelectorAll(".name") ?? [])]) : [];
    const who = there.map((name) => name.textContent).join(", ");
    tell("where", label ? [label, far].filter(Boolean).join(" · ") : "");
    tell("there", who);
    const isLit = label && this.element.querySelector(`.cell.lit[data-cell="${label}"]`);
    this.onPoint(isLit ? label : null);
  }

  #under({ clientX, clientY }) {
    const ground = this.element.querySelector(".map-ground")?.getBoundingClientRect();
    if (!ground) return null;
    const { cols, rows } = this.#map.dataset;
    const [col, row] = [Math.ceil(((clientX - ground.x) / ground.width) * cols), Math.ceil(((clientY - ground.y) / ground.height) * rows)];
    return col >= 1 && col <= cols && row >= 1 && row <= rows ? name([col, row]) : null;
  }

  // ---- zoom and pan

  #look(how) {
    this.#moves();
    if (how === "actor") this.#centre();
    else if (how === "fit") this.#zoomTo(1);
    else this.#zoomTo(this.#zoom * (how === "in" ? STEP : 1 / STEP));
  }

  #moves() {
    this.#looked = performance.now();
  }

  /** Scroll the map, not the page, to squares that are not wholly in sight: to their middle; if they are too far apart
   * for that, to the one that lies nearest to `to`. */
  #show(squares, to) {
    const seen = this.#view.getBoundingClientRect();
    const around = bounds(squares.map((each) => each.getBoundingClientRect()));
    const hasRoom = around.right - around.left <= seen.width && around.bottom - around.top <= seen.height;
    const meant = hasRoom || !to ? around : nearest(squares, to).getBoundingClientRect();
    const isSeen = meant.left >= seen.left && meant.right <= seen.right && meant.top >= seen.top && meant.bottom <= seen.bottom;
    if (isSeen) return;
    this.#view.scrollBy((meant.left + meant.right - seen.left - seen.right) / 2, (meant.top + meant.bottom - seen.top - seen.bottom) / 2);
  }

  /** Scroll to the middle of squares, as far as those of them that must be seen stay in sight. */
  #surround(squares, musts) {
    const corner = this.element.querySelector(".map-corner").getBoundingClientRect(); // letters and numbers lie over the edge
    const box = this.#view.getBoundingClientRect();
    const seen = { left: box.left + corner.width, top: box.top + corner.height, right: box.right, bottom: box.bottom };
    const boxes = (each) => each.map((square) => square.getBoundingClientRect());
    const [all, must] = [bounds(boxes(squares)), bounds(crowded(boxes(musts), seen))];
    const by = ([from, to]) => clamp((all[from] + all[to] - seen[from] - seen[to]) / 2, must[to] - seen[to], must[from] - seen[from]);
    this.#view.scrollBy(by(["left", "right"]), by(["top", "bottom"]));
  }

  #centre() {
    if (this.#zoom < 2) this.#zoomTo(2);
    this.#token()?.scrollIntoView({ block: "center", inline: "center" });
  }

  /** Larger or smaller, what lies at the point (the middle without one) staying where it is. */
  #zoomTo(zoom, point) {
    const view = this.#view;
    const box = view.getBoundingClientRect();
    const [x, y] = point ? [point.x - box.x, point.y - box.y] : [box.width / 2, box.height / 2];
    const before = [(view.scrollLeft + x) / view.scrollWidth, (view.scrollTop + y) / view.scrollHeight];
    this.#zoom = clamp(zoom, SMALLEST, LARGEST);
    this.element.style.setProperty("--zoom", this.#zoom);
    view.scrollTo(before[0] * view.scrollWidth - x, before[1] * view.scrollHeight - y);
  }

  #wheel(event) {
    if (!event.target.closest(".map-view") || !(event.ctrlKey || matchMedia("(width >= 64rem)").matches)) return;
    event.preventDefault();
    this.#moves();
    this.#zoomTo(this.#zoom * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 500)), event);
  }

  #down(event) {
    if (!event.target.closest(".map-view")) return;
    this.#fingers.set(event.pointerId, event);
    this.#drag = { from: event, isFar: false };
  }

  #moved(event) {
    const label = event.target.closest(".map-view") ? this.#under(event) : null;
    if (label !== this.#over) this.#pointed(label);
    this.#over = label;
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const span = this.#span();
    this.#fingers.set(event.pointerId, event);
    if (this.#fingers.size === 2) this.#moves();
    if (this.#fingers.size === 2) this.#zoomTo(this.#zoom * (this.#span() / span), event);
    else if (event.pointerType === "mouse") this.#pan(before, event);
  }

  #pan(before, { clientX, clientY }) {
    const { from } = this.#drag;
    this.#drag.isFar ||= Math.hypot(from.clientX - clientX, from.clientY - clientY) > SHAKE;
    if (this.#drag.isFar) this.#moves();
    if (this.#drag.isFar) this.#view.scrollBy(before.clientX - clientX, before.clientY - clientY);
  }

  #span() {
    const [one, other] = [...this.#fingers.values()];
    return other ? Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)) : 1;
  }

  #up(pointer) {
    this.#fingers.delete(pointer);
  }
}

/** The column and row of a label, both from 1. */
function place(label) {
  return [label.charCodeAt(0) - 64, Number(label.slice(1))];
}

function name([col, row]) {
  return String.fromCharCode(64 + col) + row;
}

/** Who was meant by a click: the token under it, where it is large enough to be aimed at. */
function meant({ clientX, clientY, detail, pointerType }) {
  if (!detail) return null;
  const under = document.elementsFromPoint(clientX, clientY).map((each) => each.closest("[data-token]"));
  const token = under.find(Boolean);
  return token?.getBoundingClientRect().width >= (MEANT[pointerType] ?? MEANT.other) ? token.dataset.token : null;
}

/** Put a list beside a square, inside the window. */
function beside(list, square) {
  const { width, height } = list.getBoundingClientRect();
  list.style.left = `${clamp(square.right + 4, 4, innerWidth - width - 4)}px`;
  list.style.top = `${clamp(square.top, 4, Math.max(4, innerHeight - height - 4))}px`;
}

function clamp(value, least, most) {
  return Math.min(most, Math.max(least, value));
}
