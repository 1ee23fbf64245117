// The dock when another question comes: no click that was meant for the last one counts, an old refusal goes, a long list
// of cells stays folded beside the board, and on a narrow window the dock stays low and the board is scrolled, so that all
// cells that may be chosen can be seen.
const HELD = 2_000; // milliseconds
const FRESH = 600; // milliseconds
const READ = 5_000;
const FEW = 3; // choices
const MANY = 20; // cells
const BY_CELLS = ["one", "some", "route"];
const narrow = matchMedia("(width < 64rem)");

export class Dock {
  #known = new Set(); // ids of the questions that stood there
  #held = 0;
  #hasBegun = false;
  #isLeft = true; // whether something else was pressed after a request
  #refused = null; // the refusal that is shown: { note, at, ticket }

  /** Whether a question stands there that did not before. */
  isFresh = false;

  constructor(element, page) {
    this.element = element;
    this.page = page;
    this.refusal = element.querySelector("#refusal");
    this.opener = element.querySelector("#dock-open");
    this.opener.addEventListener("click", () => this.#lower(!this.element.classList.contains("low")));
    this.element.addEventListener("click", ({ target }) => target.closest("button") && this.#pressed(target));
    new MutationObserver(() => this.#refuse()).observe(this.refusal, { childList: true });
    this.#refuse();
  }

  /** After each update, when the board is lit. */
  refresh() {
    const forms = [...this.element.querySelectorAll("form[data-prompt][id^='ask-']:not(.by-bot *)")];
    this.isFresh = forms.some((form) => !this.#known.has(form.id));
    if (this.isFresh && this.#hasBegun) this.#wait();
    this.#hasBegun = true;
    const fresh = forms.find((form) => !this.#known.has(form.id));
    this.#known = new Set(forms.map((form) => form.id));
    if (this.isFresh || !forms.length) this.#fit(forms);
    this.#release(forms);
    if (fresh) this.#head(fresh);
    this.#forgive();
  }

  /** Where a request was sent from stays free, until something else is pressed or the new question has been seen. */
  #pressed(target) {
    const area = target.closest(".ask-area");
    this.#isLeft = !area;
    if (!area) return;
    this.element.style.setProperty("--held", `${this.element.getBoundingClientRect().bottom - target.getBoundingClientRect().top}px`);
    this.element.dataset.held = "";
  }

  #release(forms) {
    const isIdle = !forms.length && !this.element.querySelector(".ask-area > *");
    clearTimeout(this.#held);
    if (this.#isLeft || isIdle) delete this.element.dataset.held;
    else if (forms.length) this.#held = setTimeout(() => delete this.element.dataset.held, HELD);
  }

  /** A new question is read from its head; where the board says it all, from the button that opens its list. */
  #head(form) {
    if (this.element.matches(narrow.matches ? ".by-cells, .long" : ".long")) return this.element.scrollTo(0, 0);
    const above = this.element.querySelector(".purses, .at-hand")?.offsetHeight ?? 0;
    const top = (form.closest(".for-nobody") ?? form).getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    this.element.scrollBy(0, top - above - 8);
  }

  /** Bring the cells of a new question into sight; after all that moves on the board has been measured. */
  reveal() {
    if (!this.isFresh || !narrow.matches) return;
    const seen = this.page.querySelector(".map-view")?.getBoundingClientRect(); // what lies outside of it is not in the way
    const boxes = [...this.page.querySelectorAll(".cell.lit")]
      .map((cell) => cell.getBoundingClientRect())
      .filter(({ top, bottom }) => !seen || (bottom > seen.top && top < seen.bottom));
    if (!boxes.length) boxes.push(...[...this.page.querySelectorAll(".spot:has(.asked.own)")].map((spot) => spot.getBoundingClientRect()));
    if (!boxes.length) return;
    const top = Math.min(...boxes.map((box) => box.top)) - 4;
    const below = Math.max(...boxes.map((box) => box.bottom)) + 4 - this.element.getBoundingClientRect().top;
    if (below > 0) scrollBy(0, Math.min(below, top));
    else if (top < 0) scrollBy(0, top);
  }

  /** Somebody may be about to click once more where the answered question was. The keyboard is not held up. */
  #wait() {
    this.page.dataset.fresh = "";
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => delete this.page.dataset.fresh, FRESH);
  }

  #fit(forms) {
    const isByCells = forms.length > 0 && forms.every(byCells);
    const isLong = forms.some(isLongList);
    this.element.classList.toggle("by-cells", isByCells);
    this.element.classList.toggle("long", isLong);
    this.opener.hidden = !isByCells && !isLong;
    this.#lower(isByCells || isLong);
  }

  #lower(isLow) {
    this.element.classList.toggle("low", isLow);
    this.opener.ariaExpanded = String(!isLow);
  }

  #refuse() {
    const note = this.refusal.firstElementChild;
    this.#refused = note && { note, at: Date.now(), ticket: this.#ticket };
  }

  /** Once play has gone on, a refusal goes when there was time to read it. */
  #forgive() {
    const { note, at, ticket } = this.#refused ?? {};
    if (note?.isConnected && ticket !== this.#ticket) setTimeout(() => note.remove(), at + READ - Date.now());
  }

  get #ticket() {
    return this.page.querySelector("[data-ticket]")?.dataset.ticket;
  }
}

/** Whether more cells may be chosen than anybody reads as a list. */
export function isLongList(form) {
  return form.querySelectorAll(".cell-only").length > MANY;
}

/** Whether the board says it all: every choice lies on cells, no two of them on the same one; few to take or leave
 * (to rise, or to stay down) are buttons all the same. */
function byCells(form) {
  const options = [...form.querySelectorAll("[data-option]")].map((option) => option.dataset.cells.split(" ").filter(Boolean));
  const cells = options.flat();
  if (form.dataset.shape === "one" && options.length <= FEW && form.querySelector("[data-pass]")) return false;
  return BY_CELLS.includes(form.dataset.shape) && options.every((each) => each.length) && new Set(cells).size === cells.length;
}
