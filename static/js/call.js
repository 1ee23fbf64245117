// Calls the one who is asked: a sound if wanted, the tab's title; tells screen readers what happened, once.
const TOLD_LINES = 5;
const KEPT = "ringside-sound";

export class Call {
  #prompts;
  #title = document.title;
  #known = new Set();
  #sound = document.getElementById("sound");
  #audio = null;

  constructor(prompts) {
    this.#prompts = prompts;
    this.#sound.hidden = false;
    this.#sound.ariaPressed = String(kept() !== "off");
    this.#sound.addEventListener("click", () => this.#toggle());
    addEventListener("pointerdown", () => this.#wake(), { once: true });
    addEventListener("keydown", () => this.#wake(), { once: true });
  }

  /** After an update: whoever is asked something new is called. `lines`: what the log has gained. */
  check(lines) {
    const asked = [...this.#prompts.querySelectorAll("form[data-prompt][id^='ask-']:not(.by-bot *)")];
    const fresh = asked.filter((form) => !this.#known.has(form.id));
    this.#known = new Set(asked.map((form) => form.id));
    document.title = asked.length ? `● ${about(asked[0])} · ${this.#title}` : this.#title;
    if (fresh.length) this.#ring();
    this.#tell([...lines.slice(-TOLD_LINES).map(sentence), ...fresh.map(about)]);
  }

  #tell(sentences) {
    if (sentences.length) document.getElementById("live").textContent = sentences.join(" ");
  }

  #toggle() {
    const isOn = this.#sound.ariaPressed !== "true";
    this.#sound.ariaPressed = String(isOn);
    localStorage.setItem(KEPT, isOn ? "on" : "off");
    if (isOn) this.#ring();
  }

  /** Browsers let nothing sound before somebody has touched the page. */
  #wake() {
    this.#audio ??= new AudioContext();
  }

  #ring() {
    if (this.#sound.ariaPressed !== "true" || !this.#audio) return;
    this.#audio.resume();
    [523.25, 783.99].forEach((pitch, at) => this.#note(pitch, this.#audio.currentTime + at * 0.14));
  }

  #note(pitch, start) {
    const [tone, volume] = [this.#audio.createOscillator(), this.#audio.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(volume).connect(this.#audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
}

const about = (form) => form.querySelector(".about").textContent.trim();
const sentence = (line) => line.querySelector(".said").textContent.trim();

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // the browser keeps nothing for this page
  }
}
