const SHOWN = 4000; // milliseconds

/** Words that stand at the foot of the window for a while, in place of those before. */
export function toast(words) {
  const note = Object.assign(document.createElement("p"), { className: "toast", textContent: words });
  document.getElementById("toasts").replaceChildren(note);
  setTimeout(() => note.remove(), SHOWN);
}
