// What a choice would cost, on the points of whoever decides: seen before it is paid.
export class Purses {
  constructor(element) {
    this.element = element;
  }

  /** Mark `dp` points of `actor`'s as going; none of anybody else's. */
  show(actor, dp) {
    for (const purse of this.element.querySelectorAll("[data-purse]")) mark(purse, purse.dataset.purse === actor ? dp : 0);
  }
}

function mark(purse, dp) {
  const would = purse.querySelector("[data-would]");
  if (!would) return;
  const had = [...purse.querySelectorAll(".pip.had")];
  had.forEach((pip, at) => pip.classList.toggle("going", at >= had.length - dp));
  would.textContent = dp ? `−${dp} · ${purse.dataset.left.replace("{count}", Number(purse.dataset.dp) - dp)}` : "";
}
