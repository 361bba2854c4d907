// The large view of one page of a PDF file.

import { $, h } from "./dom.js";
import { pageAddress } from "./source.js";

const DPI = 220; // of the enlarged page
const dialog = $("page-view");
const title = h("h2", { id: "page-title" });
const picture = h("img", { alt: "" });
const room = h("div", { class: "room", tabindex: "0", role: "group", "aria-labelledby": "page-title" }, picture);
const button = (label, text, onclick, more) => h("button", { type: "button", "aria-label": label, title: label, onclick, ...more }, text);
let files = [];
let file = null;
let page = 0;

dialog.append(
  h("header", { role: "none" }, title, button("Previous page", "←", () => step(-1)), button("Next page", "→", () => step(1)),
    button("Fit the window, or true detail (+)", "⤢", zoom), button("Close", "✕", () => dialog.close(), { class: "close" })),
  room,
);

export function openPage(name, index) {
  file = files.find((one) => one.name === name);
  if (!file) return;
  page = index;
  show();
  if (!dialog.open) dialog.showModal();
  room.focus();
}

// The files have been made again.
export function updatePages(now) {
  files = now;
  if (!dialog.open) return;
  file = files.find((one) => one.name === file.name);
  if (!file) dialog.close();
  else {
    page = Math.min(page, file.pages - 1);
    show();
  }
}

let wanted = "";

async function show() {
  title.textContent = `${file.name}, page ${page + 1} of ${file.pages}`;
  const address = (wanted = pageAddress(file, page, DPI));
  const next = new Image();
  next.src = address;
  await next.decode().catch(() => {}); // so that nothing flickers
  if (wanted !== address) return;
  picture.alt = title.textContent;
  picture.src = address;
}

function step(by) {
  page = (page + by + file.pages) % file.pages;
  show();
  room.scrollTo(0, 0);
}

function zoom() {
  room.classList.toggle("full");
}

picture.addEventListener("click", zoom);
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("close", () => {
  wanted = "";
  picture.removeAttribute("src");
  room.classList.remove("full");
});
dialog.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "PageDown" || (event.key === "ArrowRight" && !room.classList.contains("full"))) step(1);
  else if (event.key === "PageUp" || (event.key === "ArrowLeft" && !room.classList.contains("full"))) step(-1);
  else if (event.key === "+" || event.key === "-") room.classList.toggle("full", event.key === "+");
  else return;
  event.preventDefault();
});
