// A button with data-sure asks before it acts: the first press shows the question on it, the second one goes on.
const ASKED_FOR = 6_000; // milliseconds

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-sure]");
  if (!button || button.classList.contains("asked")) return;
  event.preventDefault();
  event.stopPropagation();
  ask(button);
}, true);

function ask(button) {
  const before = [...button.childNodes];
  button.classList.add("asked");
  button.replaceChildren(button.dataset.sure);
  const relent = () => {
    if (!button.classList.contains("asked")) return;
    button.classList.remove("asked");
    button.replaceChildren(...before);
  };
  setTimeout(relent, ASKED_FOR);
  button.addEventListener("blur", relent, { once: true });
}
