// Forms that were posted while cut off stay and say so, and are sent again on the same ticket: the server takes each once.
const LOST = [502, 503, 504]; // a proxy says that the server is away
const WAIT = 3_000;

const ticketOf = (form) => form.elements.ticket?.value;

export class Posts {
  #unsent = new Map(); // form -> the button it was sent with, and the ticket it was made on

  constructor() {
    document.addEventListener("htmx:before:request", ({ detail }) => this.#begins(detail.ctx));
    document.addEventListener("htmx:finally:request", ({ detail }) => this.#ends(detail.ctx));
    document.addEventListener("htmx:error", ({ detail }) => this.#lost(detail.ctx));
    document.addEventListener("htmx:response:error", ({ detail }) => {
      if (LOST.includes(detail.ctx.response.status)) this.#lost(detail.ctx);
    });
  }

  /** Mark what waits again, after the server's HTML has come over the page. */
  refresh() {
    for (const [form, { ticket }] of this.#unsent) {
      if (form.isConnected && ticketOf(form) === ticket) mark(form);
      else this.#unsent.delete(form);
    }
  }

  /** The server is there again. */
  sendAgain() {
    this.refresh();
    const waiting = [...this.#unsent];
    this.#unsent.clear();
    for (const [form, { button }] of waiting) {
      unmark(form);
      form.requestSubmit(button?.isConnected ? button : undefined);
    }
  }

  #begins({ sourceElement }) {
    document.getElementById("refusal")?.replaceChildren();
    if (sourceElement.matches("form")) sourceElement.ariaBusy = "true";
  }

  #ends({ sourceElement }) {
    sourceElement.ariaBusy = null;
  }

  #lost({ sourceElement: form, request }) {
    if (!form.matches("form")) return;
    this.#unsent.set(form, { button: request.submitter, ticket: ticketOf(form) });
    mark(form).scrollIntoView({ block: "nearest" });
    setTimeout(() => document.getElementById("connection").dataset.state === "live" && this.sendAgain(), WAIT);
  }
}

/** Frame a form that waits, and say in it that it does. */
function mark(form) {
  form.classList.add("unsent");
  const said = form.querySelector(":scope > .not-sent") ?? Object.assign(document.createElement("p"), { className: "not-sent", role: "alert" });
  if (!said.isConnected) form.prepend(said);
  said.textContent ||= document.querySelector("[data-unsent]").dataset.unsent;
  return said;
}

function unmark(form) {
  form.classList.remove("unsent");
  form.querySelector(":scope > .not-sent")?.remove();
}
