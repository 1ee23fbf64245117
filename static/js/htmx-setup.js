// Every request carries the CSRF token of the page's head: fragments are shared and hold none. A form that leaves as a
// page, without htmx, gets it at that moment.
const token = document.querySelector('meta[name="csrf-token"]')?.content;

document.addEventListener("htmx:config:request", (event) => {
  const { request } = event.detail.ctx;
  if (token && request.method !== "GET") request.headers["X-CSRFToken"] = token;
});

document.addEventListener("submit", ({ target: form }) => {
  const isMine = form.method === "post" && new URL(form.action).origin === location.origin;
  if (!token || !isMine || form.elements.csrfmiddlewaretoken) return;
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken", value: token }));
}, true);
