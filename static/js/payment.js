// Paying for magic: what the chosen do together, on the board and in numbers, before they are paid for.
import { Pays } from "./shapes.js";

export class Payment extends Pays {
  refresh() {
    super.refresh();
    const chosen = this.#chosen;
    for (const number of this.form.querySelectorAll("[data-number]")) number.querySelector("b").textContent = sum(number.dataset, chosen);
    this.#sayReach(covered(chosen));
  }

  light(board) {
    const { sure, one } = covered(this.#chosen);
    board.light([], [...sure, ...one]);
  }

  /** The cells that what is pointed at would cover, with what it needs. */
  pointed(target) {
    const box = target.closest(".option")?.querySelector("[data-price]");
    if (!box) return [];
    const { sure, one } = covered(this.#boxes.filter((each) => [box.dataset.price, box.dataset.needs].includes(each.dataset.price)));
    return [...sure, ...one];
  }

  get #boxes() {
    return [...this.form.querySelectorAll("[data-price]")];
  }

  get #chosen() {
    return this.#boxes.filter((box) => box.checked);
  }

  #sayReach({ sure, one }) {
    const together = this.form.querySelector("[data-together]");
    const reach = together.querySelector("[data-reaches]");
    const said = [one.length ? `${together.dataset.oneOf} ${one.join(", ")}` : "", sure.join(", ")].filter(Boolean).join(" + ");
    reach.hidden = !said;
    reach.querySelector("b").textContent = said;
  }
}

/** "10 + 5 = 15", or the number alone where nothing is added. */
function sum({ number, now }, chosen) {
  const more = chosen.reduce((all, box) => all + Number(box.getAttribute(`data-adds-${number}`) ?? 0), 0);
  return more ? `${now} + ${more} = ${Number(now) + more}` : now;
}

/** What they cover: a fixed range alone, a changed one with what is added, else one of the usual cells with it. */
function covered(boxes) {
  const reach = (how) => boxes.filter((box) => box.dataset.covers === how).flatMap((box) => cells(box.dataset.reach));
  const [fixed, changed, added] = ["fix", "change", "add"].map(reach);
  if (fixed.length) return { sure: tidy(fixed), one: [] };
  const usual = changed.length ? [] : boxes.flatMap((box) => cells(box.dataset.usual));
  const isAttack = boxes.some((box) => box.dataset.usual);
  return { sure: tidy(isAttack ? [...changed, ...added] : []), one: tidy(usual) };
}

const cells = (listed) => listed.split(" ").filter(Boolean);
const tidy = (labels) => [...new Set(labels)].sort((a, b) => a[1] - b[1] || a.localeCompare(b));
