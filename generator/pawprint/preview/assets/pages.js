// The views of sheets and documents: the pages of the PDF files. After an edit the old pages stay, dimmed, until the new
// files are made; then only pages that look different are replaced.

import { $, h, plural } from "./dom.js";
import { openPage, updatePages } from "./page_view.js";
import { pictureFrame, release, setSource } from "./pictures.js";
import { isLive, pageAddress, read } from "./source.js";
import { languagesOf, state } from "./state.js";

const POLL_MS = 300;
let asked = 0;

export async function showPages(main, game, filled) {
  const mine = (asked += 1);
  const what = state.view;
  const current = () => mine === asked && state.view === what;
  const shown = main.dataset.pages === `${game.id} ${what}` && main.querySelector(".file");
  if (!shown) {
    leavePages(main);
    main.replaceChildren(h("p", { class: "empty" }, `Making ${what} …`));
  }
  main.dataset.pages = `${game.id} ${what}`;
  main.classList.add("old");
  const stop = showProgress(`Making ${what}`, current);
  const answers = [];
  for (const language of languagesOf(game)) {
    const words = new URLSearchParams({ lang: language, paper: state.paper || "A4", edition: game.edition ?? "" });
    if (state.ink) words.set("ink", "low");
    const answer = await read(`prints/${what}/${game.id}`, words).catch(() => null); // the preview may have ended
    if (!current()) return stop();
    if (answer) answers.push(answer);
  }
  stop();
  if (!current()) return;
  main.classList.remove("old");
  const stale = answers.some((answer) => answer.stale);
  const files = answers.flatMap((answer) => answer.files);
  const sections = new Map([...main.querySelectorAll(".file")].map((section) => [section.dataset.file, section]));
  const nothing = stale ? "Nothing is printed while there are errors." : `There are no ${what}.`;
  const kept = files.map((file) => fileSection(sections.get(file.name), file));
  for (const section of sections.values()) if (!kept.includes(section)) release(section);
  main.replaceChildren(
    ...(stale && files.length ? [h("p", { class: "warn", role: "status" }, "There are errors: these are the last good files.")] : []),
    ...(files.length ? kept : [h("p", { class: "empty" }, nothing)]),
  );
  updatePages(files);
  filled();
}

// Call this before *main* shows something else.
export function leavePages(main) {
  for (const section of main.querySelectorAll(".file")) release(section);
  main.classList.remove("old");
  delete main.dataset.pages;
}

// Says what is being made until the function that it returns is called.
export function showProgress(what, current) {
  if (!isLive) return () => {};
  const box = $("progress");
  const bar = h("progress", { "aria-hidden": "true" });
  const text = h("span", {}, `${what} …`);
  const ask = async () => {
    const { word, done, total } = (await read("progress").catch(() => null)) ?? {};
    if (!word || !current()) return;
    text.textContent = `${what}: ${word}`;
    Object.assign(bar, { max: total, value: done });
  };
  const timer = setInterval(ask, POLL_MS);
  box.replaceChildren(text, bar);
  box.hidden = false;
  return () => {
    clearInterval(timer);
    if (box.firstChild === text) box.hidden = true;
  };
}

// The section of a file: *section* with the pages as they are now, or a new one.
function fileSection(section, file) {
  const about = [plural(file.pages, "page"), file.sheets && plural(file.sheets, "sheet"), file.pieces && plural(file.pieces, "piece")];
  if (!section) {
    section = h("section", { class: "file", "data-file": file.name },
      h("h2", {}, h("span"), " ", h("small"), h("a", { class: "pdf", target: "_blank" }, "Open the PDF file"), h("a", { class: "pdf", download: file.name }, "Save")),
      h("div", { class: "pages", role: "group", "aria-label": `Pages of ${file.name}` }));
  }
  const [title, small, ...links] = section.firstChild.children;
  title.textContent = file.name;
  small.textContent = about.filter(Boolean).join(", ");
  for (const link of links) link.href = `${file.base}/${file.name}`;
  const pages = section.lastChild;
  for (let page = 0; page < file.pages; page += 1) {
    const url = pageAddress(file, page);
    const name = `${file.name}, page ${page + 1}`;
    const box = pages.children[page]?.firstChild;
    if (box) setSource(box, url, name, true);
    else {
      const frame = pictureFrame(file.name, url, name);
      frame.classList.add("page");
      frame.style.setProperty("--wide", file.size[0]);
      frame.style.setProperty("--high", file.size[1]);
      pages.append(h("button", { type: "button", class: "open", "aria-label": `Enlarge ${name}`, onclick: () => openPage(file.name, page) }, frame));
    }
  }
  for (const more of [...pages.children].slice(file.pages)) {
    release(more);
    more.remove();
  }
  return section;
}
