// The log: appended, never morphed. It follows the newest line unless somebody reads further up.
const MOST_LINES = 400;
const NEAR = 48;

export class Log {
  #list;
  #scroll;
  #newer; // the button that offers lines which came while somebody read further up
  #follows = true; // the reader is at the end; nothing that opens or grows changes that, only scrolling up does
  #top = 0; // how far it was scrolled last

  constructor(list, scroll, newer) {
    this.#list = list;
    this.#scroll = scroll;
    this.#newer = newer;
    list.addEventListener("toggle", ({ target }) => this.#toggled(target), true);
    scroll.addEventListener("scroll", () => this.#scrolled());
    newer.addEventListener("click", () => this.#follow());
    new ResizeObserver(() => this.#follows && this.#follow()).observe(scroll);
    this.#follow();
  }

  /** Add lines that are not there yet; those that were added. */
  append(lines) {
    const fresh = parsed(lines).filter((line) => !document.getElementById(line.id));
    for (const line of fresh) line.classList.add("fresh");
    this.#list.append(...fresh);
    this.#trim();
    if (this.#follows) this.#follow();
    else if (fresh.length) this.#newer.hidden = false;
    return fresh;
  }

  /** The last lines, as the server has them: joined to those that are there, or in their place. */
  replace(lines) {
    const [first] = parsed(lines);
    const joins = !first || document.getElementById(first.id);
    if (joins) return this.append(lines);
    for (const line of this.#lines()) line.remove();
    this.append(lines);
    this.#pageFrom(first);
    return [];
  }

  /** Mark the lines of versions that were taken back. */
  strike(versions) {
    const gone = new Set(versions.map(String));
    for (const line of this.#lines()) if (gone.has(line.dataset.version)) line.classList.add("undone");
  }

  #lines() {
    return this.#list.querySelectorAll(":scope > .line");
  }

  #trim() {
    const lines = [...this.#lines()];
    const tooMany = lines.length - MOST_LINES;
    if (tooMany <= 0) return;
    const { version } = lines[tooMany].dataset; // a version's lines stay or go together
    const going = lines.filter((line, at) => at < tooMany || line.dataset.version === version);
    const kept = lines[going.length];
    if (!kept) return;
    for (const line of going) line.remove();
    this.#pageFrom(kept);
  }

  /** Older lines are paged from before this one. */
  #pageFrom(line) {
    const older = document.getElementById("older");
    const link = older?.querySelector("a");
    if (!link) return;
    const address = link.getAttribute("href").replace(/before=\d*$/, `before=${line.dataset.version}`);
    link.setAttribute("href", address);
    link.setAttribute("hx-get", address);
    older.hidden = Number(line.dataset.version) <= 1;
    htmx.process(older);
  }

  #isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  #follow() {
    this.#follows = true;
    this.#newer.hidden = true;
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }

  #scrolled() {
    const { scrollTop } = this.#scroll;
    this.#follows = this.#isAtEnd() || (this.#follows && scrollTop >= this.#top);
    this.#top = scrollTop;
    if (this.#follows) this.#newer.hidden = true;
  }

  /** A line was opened or closed: all of it is in sight, below it the end where the reader was there. */
  #toggled(line) {
    if (this.#follows) this.#follow();
    if (line.open) line.scrollIntoView({ block: "nearest" });
  }
}

function parsed(lines) {
  const holder = document.createElement("template");
  holder.innerHTML = lines.join("");
  return [...holder.content.children];
}
