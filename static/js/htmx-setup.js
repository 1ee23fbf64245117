// Every htmx request carries the CSRF token of the page's head: fragments are shared and hold none.
const token = document.querySelector('meta[name="csrf-token"]')?.content;

document.addEventListener("htmx:config:request", (event) => {
  const { request } = event.detail.ctx;
  if (token && request.method !== "GET") request.headers["X-CSRFToken"] = token;
});
