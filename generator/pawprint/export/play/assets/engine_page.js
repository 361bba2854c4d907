// The page on which people play with the rules: its transport leads to the engine, which runs in a worker.

import { h } from "./dom.js";
import { data, pictures, unpacked } from "./page_data.js";
import { playPage } from "./play.js";

const waiting = new Map();
let count = 0;
// The address of the rulebook, which is a page in this file; empty without one.
let rulebook = "";

// A promise of the worker that has the engine, which loads while the page is shown.
const worker = start();

async function start() {
  const names = ["loader", "assembly", "wasm", "stdlib", "program", "game"];
  const files = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await unpacked(name)])));
  const book = await unpacked("rulebook");
  if (book.byteLength) rulebook = URL.createObjectURL(new Blob([book], { type: "text/html" }));
  const started = new Worker(URL.createObjectURL(new Blob([data.worker], { type: "text/javascript" })));
  started.addEventListener("message", ({ data: { number, answer } }) => {
    waiting.get(number)(answer);
    waiting.delete(number);
  });
  started.addEventListener("error", (event) => {
    for (const done of waiting.values()) done({ error: event.message });
    waiting.clear();
  });
  started.postMessage({ files, about: data.runtime }, Object.values(files));
  return started;
}

const transport = {
  async request(asked) {
    const to = await worker;
    count += 1;
    const number = count;
    return new Promise((resolve) => {
      waiting.set(number, resolve);
      to.postMessage({ number, asked: JSON.stringify(asked) });
    });
  },
  picture({ component, id, side }, language, edition) {
    return pictures[data.faces[`${edition}/${component}/${id}/${side}`]] ?? "";
  },
  rulebook: (section) => rulebook && `${rulebook}#${section.anchor}`,
};

const root = h("div");
document.body.append(h("header", { class: "bar" }, h("h1", {}, data.title)), h("main", {}, root));
playPage(root, { transport, language: data.language }).setup();
