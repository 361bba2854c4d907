// The views of sheets and documents: the pages of the PDF files.

import { h, plural } from "./dom.js";
import { languagesOf, state } from "./state.js";

let asked = 0;

export async function showPages(main, game, filled) {
  const mine = (asked += 1);
  const what = state.view;
  const again = main.querySelector(".file") !== null && main.dataset.what === what;
  if (!again) main.replaceChildren(h("p", { class: "empty", role: "status" }, `Making ${what} …`));
  main.dataset.what = what;
  const answers = [];
  for (const language of languagesOf(game)) {
    const words = new URLSearchParams({ lang: language, paper: state.paper || "A4", edition: game.edition ?? "" });
    if (state.ink) words.set("ink", "low");
    const answer = await fetch(`/prints/${what}/${game.id}?${words}`);
    if (mine !== asked || state.view !== what) return;
    if (answer.ok) answers.push(await answer.json());
  }
  if (mine !== asked || state.view !== what) return;
  const stale = answers.some((answer) => answer.stale);
  const files = answers.flatMap((answer) => answer.files.map((file, index) => fileOf(file, `/print/${answer.number}/${index}`)));
  const nothing = stale ? "Nothing is printed while there are errors." : `There are no ${what}.`;
  main.replaceChildren(
    ...(stale && files.length ? [h("p", { class: "warn", role: "status" }, "There are errors: these are the last good files.")] : []),
    ...(files.length ? files : [h("p", { class: "empty" }, nothing)]),
  );
  filled();
}

function fileOf(file, base) {
  const about = [plural(file.pages, "page"), file.sheets && plural(file.sheets, "sheet"), file.pieces && plural(file.pieces, "piece")];
  const pages = Array.from({ length: file.pages }, (_, page) =>
    h("img", { src: `${base}/${page}.png`, alt: `${file.name}, page ${page + 1}`, loading: "lazy", class: "page" }),
  );
  return h("section", { class: "file" },
    h("h2", {}, h("a", { href: `${base}/${file.name}`, target: "_blank" }, file.name), h("small", {}, about.filter(Boolean).join(", "))),
    h("div", { class: "pages", tabindex: "0", role: "group", "aria-label": `Pages of ${file.name}` }, pages),
  );
}
