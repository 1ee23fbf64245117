// The order stays scrolled to the one who acts, where it does not fit: a strip on a phone, a column on a desk.
export class Order {
  #acting = null;

  constructor(element) {
    this.element = element;
  }

  /** After an update: when another one acts, bring its row into sight. Nothing else of the page scrolls. */
  refresh() {
    const row = this.element.querySelector(".order-row.acting");
    if (row && row.id !== this.#acting) show(row);
    this.#acting = row?.id;
  }
}

function show(row) {
  const [strip, column] = [row.closest(".order"), row.closest(".order-side")];
  strip.scrollLeft = row.offsetLeft - (strip.clientWidth - row.offsetWidth) / 2;
  column.scrollTop = row.offsetTop - (column.clientHeight - row.offsetHeight) / 2;
}
