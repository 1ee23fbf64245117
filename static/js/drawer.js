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

  /** Offer as many dice as fell in the roll that is chosen, the first before the others, and say what they may show. */
  refresh() {
    const [roll, die, face] = ["#die-roll", "#die-index", "#die-face"].map((each) => this.element.querySelector(each));
    const { dice, shows, after } = roll?.selectedOptions[0]?.dataset ?? {};
    const fell = Number(dice ?? 1);
    for (const option of die?.options ?? []) option.hidden = option.disabled = Number(option.value) >= fell;
    if (die && (roll.value !== this.#roll || Number(die.value) >= fell)) die.value = "0";
    this.#roll = roll?.value;
    if (face) face.placeholder = shows ?? "";
    this.#warn(roll, after !== "0");
  }

  /** Ask before a die is changed only where answers go with it. */
  #warn(roll, isAsked) {
    for (const button of roll?.form.querySelectorAll("[data-sure], [data-asks]") ?? []) {
      button.dataset.asks ??= button.dataset.sure;
      if (isAsked) button.dataset.sure = button.dataset.asks;
      else delete button.dataset.sure;
    }
  }

  /** Where the focus is in it, and what that lies in: to be handed to `regain` when the server's HTML has come over it. */
  hold() {
    const around = [];
    for (let each = document.activeElement; this.element.contains(each); each = each.parentElement) around.push(each);
    return around;
  }

  /** What was pressed may be gone: then the head of the section in which it was has the focus. */
  regain(around) {
    if (!around.length || document.activeElement !== document.body) return;
    const near = around.find((each) => each.isConnected && each.matches("details, section, .drawer-body"));
    const head = near?.querySelector(":scope > summary") ?? near ?? this.element;
    if (!head.matches("summary")) head.tabIndex = -1;
    head.focus({ preventScroll: true });
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
