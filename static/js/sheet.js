// The sheet of whoever is chosen by name: a picture of the moment, made anew after each update while it is open.
const CALM = 250; // milliseconds without an update before it is fetched again
const NOBODY = { ok: false, status: 404 };

export class Sheet {
  #whose = ""; // the id of the link that it was opened by
  #turn = 0; // of several answers under way only the last one counts
  #wait = 0;

  constructor(element) {
    this.element = element;
    document.addEventListener("click", (event) => this.#clicked(event));
    element.addEventListener("toggle", ({ newState }) => newState === "closed" && this.#closed());
  }

  /** After an update: what is open is brought up to date. */
  refresh() {
    clearTimeout(this.#wait);
    if (this.#isOpen) this.#wait = setTimeout(() => this.#load("innerMorph"), CALM);
  }

  get #isOpen() {
    return this.element.matches(":popover-open");
  }

  get #link() {
    return document.getElementById(this.#whose);
  }

  async #clicked(event) {
    const link = event.target.closest("a[data-sheet]");
    const isForTheBrowser = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || isForTheBrowser) return;
    event.preventDefault();
    this.#whose = link.id;
    if (!(await this.#load("innerHTML"))) return;
    this.element.showPopover();
    this.element.scrollTop = 0;
    this.element.focus();
  }

  /** Fetch it and put it in its place; whether there is one. Who is gone or not to be seen any more has none. */
  async #load(swap) {
    const turn = ++this.#turn;
    const answer = this.#link ? await this.#fetch(this.#link.href) : NOBODY;
    const text = answer?.ok ? await answer.text() : "";
    if (turn !== this.#turn) return false;
    if (answer?.status === NOBODY.status) this.element.hidePopover();
    if (text) await htmx.swap({ sourceElement: this.element, target: this.element, text, swap });
    return text !== "";
  }

  /** Null where the server cannot be reached: what is shown stays. */
  #fetch(address) {
    return fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  }

  #closed() {
    clearTimeout(this.#wait);
    const isLost = document.activeElement === document.body || this.element.contains(document.activeElement);
    if (isLost) this.#link?.focus();
  }
}
