// After each update what changed moves or flashes once: tokens slide, damage floats up, struck or changed cells flash.
import { fly } from "./flight.js";

const SLIDE = 320;
const RISE = 1100;
const FLOATS = { hurt: ["−", "bad"], heal: ["+", "good"] };
const FLASHES = { terrain: "changed", terrain_ends: "changed", set_up: "changed", taken_down: "changed", sprung: "struck", destroyed: "struck" };
const FLIES = ["falls"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  #board;
  #layer = null;

  constructor(board) {
    this.#board = board;
  }

  /** Where every token stands now. */
  remember() {
    return new Map(this.#tokens().map((token) => [token.dataset.token, token.getBoundingClientRect()]));
  }

  /** Move the tokens from where they stood; show what the log's fresh lines tell. */
  play(before, lines) {
    if (still.matches) return;
    for (const token of this.#tokens()) this.#slide(token, before.get(token.dataset.token));
    for (const line of lines) {
      this.#flash(line);
      this.#fly(line);
      this.#float(line, before);
    }
  }

  #tokens() {
    return [...this.#board.querySelectorAll("[data-token]")];
  }

  #slide(token, was) {
    const now = token.getBoundingClientRect();
    const [x, y] = [(was?.x ?? now.x) - now.x, (was?.y ?? now.y) - now.y];
    if (Math.hypot(x, y) < 2) return;
    const spot = token.closest(".spot");
    spot.style.overflow = "visible";
    spot.style.zIndex = 3;
    const slide = token.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: SLIDE, easing: "ease-out" });
    slide.onfinish = slide.oncancel = () => spot.removeAttribute("style");
  }

  #flash(line) {
    const how = FLASHES[line.dataset.kind];
    if (how) for (const label of line.dataset.cells.split(" ")) flash(this.#board.querySelector(`[data-cell="${label}"]`), how);
  }

  #fly({ dataset: { kind, cells } }) {
    const field = this.#board.querySelector(".map-field");
    const labels = cells.split(" ").filter(Boolean);
    if (field && FLIES.includes(kind) && labels.length > 1) fly(field, labels);
  }

  #float(line, before) {
    const [sign, kind] = FLOATS[line.dataset.kind] ?? [];
    const [name] = line.dataset.about.split(" ");
    const token = this.#board.querySelector(`[data-token="${CSS.escape(name)}"]`);
    const place = token?.getBoundingClientRect() ?? before.get(name);
    const { amount } = line.dataset;
    if (!sign || !place || !amount) return;
    if (Number(amount) === 0) {
      this.#rise("0", "none", place);
      return;
    }
    if (kind === "bad") for (const cell of this.#board.querySelectorAll(`[data-who="${CSS.escape(name)}"]`)) flash(cell, "struck");
    this.#rise(sign + amount, kind, place);
  }

  #rise(text, kind, place) {
    const words = Object.assign(document.createElement("span"), { className: `float ${kind}`, textContent: text });
    this.#top().append(words);
    words.style.left = `${place.x + place.width / 2 - words.offsetWidth / 2}px`;
    words.style.top = `${place.y + place.height / 3}px`;
    const rise = words.animate(
      [{ opacity: 0, translate: "0 10px" }, { opacity: 1, translate: "0 0", offset: 0.15 }, { opacity: 0, translate: "0 -36px" }],
      { duration: RISE, easing: "ease-out" },
    );
    rise.onfinish = () => words.remove();
  }

  #top() {
    if (!this.#layer) {
      this.#layer = Object.assign(document.createElement("div"), { className: "floats", ariaHidden: "true" });
      document.body.append(this.#layer);
    }
    return this.#layer;
  }
}

function flash(cell, how) {
  if (!cell) return;
  cell.classList.add(how);
  cell.addEventListener("animationend", () => cell.classList.remove(how), { once: true });
}
