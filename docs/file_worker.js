// Browsers start no worker from a file, so the search of an offline copy runs in a hidden frame instead.
"use strict";

class FrameWorker extends EventTarget {
  #frame = document.createElement("iframe");
  #loaded;

  constructor(address) {
    super();
    this.onmessage = this.onerror = this.onmessageerror = null;
    this.#frame.hidden = true;
    document.body.append(this.#frame);
    const inside = this.#frame.contentWindow;
    inside.postMessage = (data) => this.#report(new MessageEvent("message", { data }));
    const script = inside.document.createElement("script");
    script.src = new URL(address, document.baseURI);
    this.#loaded = new Promise((resolve) => script.addEventListener("load", resolve));
    script.addEventListener("error", () => this.#report(new ErrorEvent("error")));
    inside.document.head.append(script);
  }

  postMessage(data) {
    this.#loaded.then(() => {
      const inside = this.#frame.contentWindow;
      inside?.dispatchEvent(new inside.MessageEvent("message", { data }));
    });
  }

  terminate() {
    this.#frame.remove();
  }

  #report(event) {
    setTimeout(() => {
      this[`on${event.type}`]?.(event);
      this.dispatchEvent(event);
    });
  }
}

if (location.protocol === "file:") window.Worker = FrameWorker;
