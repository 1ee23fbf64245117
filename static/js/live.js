// A table's socket: opens, notices silence, comes back with jitter. What is said over it is the table's business.
const SILENCE = 30_000; // the server says something every 20 s
const STALE = 22_000;
const FIRST_WAIT = 400;
const MOST_WAIT = 8_000;
const GONE = [4403, 4404]; // this browser has no place at the table any more

export class Live {
  #address;
  #on;
  #socket = null;
  #tries = 0;
  #heardAt = 0;
  #silence = 0;
  #retry = 0;

  /** `on`: hello() -> the first message, heard(message), state("opening" | "live" | "cut"), gone(). */
  constructor(address, on) {
    this.#address = address;
    this.#on = on;
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
    addEventListener("online", () => this.#check());
    addEventListener("pageshow", (event) => event.persisted && this.#check());
    this.#open();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  say(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    clearTimeout(this.#retry);
    this.#on.state(this.#tries ? "cut" : "opening");
    const socket = (this.#socket = new WebSocket(this.#address));
    const isMine = () => socket === this.#socket;
    this.#listen();
    socket.onopen = () => isMine() && this.#opened();
    socket.onmessage = ({ data }) => isMine() && this.#heard(JSON.parse(data));
    socket.onclose = ({ code }) => isMine() && this.#closed(code);
  }

  #opened() {
    this.say(this.#on.hello());
    this.#listen();
    this.#on.state("live");
  }

  #heard(message) {
    this.#tries = 0;
    this.#listen();
    this.#on.heard(message);
  }

  #closed(code) {
    clearTimeout(this.#silence);
    this.#socket = null;
    if (GONE.includes(code)) {
      this.#on.gone();
      return;
    }
    this.#on.state("cut");
    const longest = Math.min(MOST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#retry = setTimeout(() => this.#open(), longest * (0.5 + Math.random()));
  }

  /** Count the silence from now on. */
  #listen() {
    this.#heardAt = Date.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp(), SILENCE);
  }

  /** The socket may look open and be dead: leave it, and open another. */
  #giveUp() {
    const dead = this.#socket;
    this.#tries = Math.max(1, this.#tries);
    this.#socket = null;
    dead?.close();
    this.#open();
  }

  /** The tab is seen again, or the network is back. */
  #check() {
    const isAlive = this.isOpen && Date.now() - this.#heardAt < STALE;
    if (!isAlive && this.#socket?.readyState !== WebSocket.CONNECTING) this.#giveUp();
  }
}
