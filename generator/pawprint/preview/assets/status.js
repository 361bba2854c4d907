// What the page says about itself: whether it is watching, and remarks that disappear again.

import { $ } from "./dom.js";

const SHOWN_MS = 7000; // long enough to read a line

export function status(text, bad = false) {
  $("status").textContent = text;
  $("status").classList.toggle("bad", bad);
}

let timer;

// Shows *text* at the foot of the window for a while, wherever the page is scrolled to.
export function notify(text) {
  clearTimeout(timer);
  $("notice").textContent = text;
  timer = setTimeout(() => $("notice").replaceChildren(), SHOWN_MS);
}
