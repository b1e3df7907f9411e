// <code-scanner>, inside a form: reads a link from another device's screen by the camera and sends
// the form with it. Its children are a button, shown if the page may ask for a camera, and messages
// for a camera that cannot be used ("refused") or has seen no code for a while ("unseen").

/** @typedef {import("./reader.js").CodeReader} CodeReader */

/** The pause between two looks, in which the page goes on. */
const LOOKS_MS = 200;
/** How long to look in vain before giving help. */
const PATIENCE_MS = 10_000;
const CAMERA = { video: { facingMode: "environment" } };
const PLACE = "#/live/";
const NOTHING = "nothing";

class CodeScanner extends HTMLElement {
  #video = document.createElement("video");
  /** Shows the message of its name. */
  #told = document.createElement("slot");
  /** Ends the scan that is going on.
   * @type {AbortController | null} */
  #scan = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    // Without it, as on a page that came over plain HTTP, no scan is offered: the link is pasted.
    if (!navigator.mediaDevices) return;
    root.append(document.createElement("slot"), this.#video, this.#told);
    this.#told.name = NOTHING;
    this.#video.hidden = true;
    this.#video.muted = true;
    this.#video.playsInline = true;
    this.addEventListener("click", () => (this.#scan ? this.#end() : this.#begin()));
  }

  disconnectedCallback() {
    this.#end();
  }

  async #begin() {
    const { signal } = (this.#scan = new AbortController());
    this.#told.name = NOTHING;
    const reader = await import("./reader.js").catch(() => null);
    if (!reader) {
      // No camera was asked for: its part of the page is gone.
      dispatchEvent(new Event("spieltisch:missing"));
      return this.#end();
    }
    try {
      const { CodeReader } = reader;
      const stream = await navigator.mediaDevices.getUserMedia(CAMERA);
      const stop = () => stream.getTracks().forEach((track) => track.stop());
      // The scan may have ended while the person was asked for the camera.
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop);
      const helpAtMs = performance.now() + PATIENCE_MS;
      this.#video.srcObject = stream;
      this.#video.hidden = false;
      this.#video.setAttribute("part", "picture");
      await this.#video.play();
      this.scrollIntoView({ block: "nearest" });
      this.#look(new CodeReader(), signal, helpAtMs);
    } catch {
      if (signal.aborted) return;
      this.#end();
      this.#tell("refused");
    }
  }

  #end() {
    this.#scan?.abort();
    this.#scan = null;
    this.#told.name = NOTHING;
    this.#video.srcObject = null;
    this.#video.hidden = true;
    this.#video.removeAttribute("part");
  }

  /** @type {(reader: CodeReader, signal: AbortSignal, helpAtMs: number) => void} */
  #look(reader, signal, helpAtMs) {
    if (signal.aborted) return;
    const text = reader.read(this.#video);
    if (text?.includes(PLACE)) return this.#take(text);
    if (performance.now() > helpAtMs && this.#told.name === NOTHING) this.#tell("unseen");
    setTimeout(() => this.#look(reader, signal, helpAtMs), LOOKS_MS);
  }

  /** @param {string} name */
  #tell(name) {
    this.querySelector(`[slot=${name}]`)?.setAttribute("role", "alert");
    this.#told.name = name;
    this.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} link */
  #take(link) {
    const form = this.closest("form");
    const field = form?.querySelector("input");
    this.#end();
    if (!form || !field) return;
    field.value = link;
    form.requestSubmit();
  }
}

customElements.define("code-scanner", CodeScanner);
