// The GM's drawer: Escape closes it, and focus goes back to the button that opened it.
export class Drawer {
  constructor(element, opener) {
    this.element = element;
    this.opener = opener;
    document.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("toggle", ({ newState }) => newState === "closed" && this.#closed());
  }

  #key(event) {
    const isForTheMap = event.target.closest?.("#board"); // there Escape takes a step back
    if (event.key !== "Escape" || event.isComposing || isForTheMap || !this.element.matches(":popover-open")) return;
    event.preventDefault();
    this.element.hidePopover();
  }

  #closed() {
    const isLost = document.activeElement === document.body || this.element.contains(document.activeElement);
    if (isLost) this.opener.focus();
  }
}
