// Light, dark or as the system has it: a button goes round; the server reads the cookie, so no page ever flashes.
const YEAR = 365 * 24 * 60 * 60;
const AFTER = { "": "light", light: "dark", dark: "" };
const root = document.documentElement;

function setTheme(theme) {
  root.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=${theme ? YEAR : 0}; samesite=lax`;
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.hidden = false;
  const label = button.querySelector("[data-theme-name]");
  const say = () => { label.textContent = button.dataset[`name${root.dataset.theme || "system"}`]; };
  button.addEventListener("click", () => { setTheme(AFTER[root.dataset.theme] ?? ""); say(); });
  say();
}

// A choice that has its own button without scripts is taken at once with them.
for (const choice of document.querySelectorAll("select[data-at-once]")) {
  choice.form.querySelector("button").hidden = true;
  choice.addEventListener("change", () => choice.form.requestSubmit());
}
