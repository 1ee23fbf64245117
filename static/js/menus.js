// What opens from a button of the table (views, house rules, asking the game master) closes by Escape, which gives the
// button the focus back, and as soon as something else is touched.
const MENUS = "details:is(.ways, .ask-gm)[open]";

document.addEventListener("pointerdown", ({ target }) => closeBut(target));
document.addEventListener("focusin", ({ target }) => closeBut(target));
document.addEventListener("keydown", escape, true);

function closeBut(target) {
  for (const menu of document.querySelectorAll(MENUS)) if (!menu.contains(target)) menu.open = false;
}

/** The innermost thing alone: what else Escape does (a step back, the drawer) waits for the next one. */
function escape(event) {
  const menu = event.key === "Escape" && !event.isComposing && document.querySelector(MENUS);
  if (!menu) return;
  event.preventDefault();
  event.stopPropagation();
  menu.open = false;
  menu.querySelector("summary").focus();
}
