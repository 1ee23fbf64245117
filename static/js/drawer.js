// The GM's drawer: Escape closes it, and focus goes back to the button that opened it. Of a roll it offers the dice that fell.
export class Drawer {
  #roll = ""; // the roll whose dice are offered

  constructor(element, opener) {
    this.element = element;
    this.opener = opener;
    document.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("change", ({ target }) => target.id === "die-roll" && this.refresh());
    document.addEventListener("click", ({ target }) => this.#unfold(target.closest("[data-opens]")));
    element.addEventListener("toggle", ({ newState }) => newState === "closed" && this.#closed());
  }

  /** Offer as many dice as fell in the roll that is chosen, the first before the others. */
  refresh() {
    const [roll, die] = ["#die-roll", "#die-index"].map((each) => this.element.querySelector(each));
    const fell = Number(roll?.selectedOptions[0]?.dataset.dice ?? 1);
    for (const option of die?.options ?? []) option.hidden = option.disabled = Number(option.value) >= fell;
    if (die && (roll.value !== this.#roll || Number(die.value) >= fell)) die.value = "0";
    this.#roll = roll?.value;
  }

  /** A button that leads to one section of it. */
  #unfold(button) {
    const section = button && this.element.querySelector(`#${button.dataset.opens}`);
    if (!section) return;
    section.open = true;
    requestAnimationFrame(() => section.scrollIntoView()); // once the drawer is there
  }

  #key(event) {
    const isForAnother = document.querySelector(":popover-open:not(.gm-drawer)"); // what lies over it closes first
    const isForTheMap = event.target.closest?.("#board"); // there Escape takes a step back
    if (event.key !== "Escape" || event.isComposing || isForTheMap || isForAnother || !this.element.matches(":popover-open")) return;
    event.preventDefault();
    this.element.hidePopover();
  }

  #closed() {
    const isLost = document.activeElement === document.body || this.element.contains(document.activeElement);
    if (isLost) this.opener.focus();
  }
}
