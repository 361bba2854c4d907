// The view of what has changed since the game was printed or built, or since a Git revision: each piece before and after.

import { h, plural } from "./dom.js";
import { showProgress } from "./pages.js";
import { addressOf, nameOf } from "./pieces.js";
import { MARKED, markAsPrinted, openPrintPanel } from "./print_panel.js";
import { pictureFrame, release, setSource } from "./pictures.js";
import { canRun, read } from "./source.js";
import { languagesOf, localised, state, writeAddress } from "./state.js";
import { notify } from "./status.js";

const REMEMBERED = { printed: "as printed", built: "as built" };
const WORDS = {
  new: "new", gone: "gone", changed: "looks different", renamed: "has another id", copies: "another number of copies",
  values: "changed where it does not show",
};
let asked = 0;
let shown = ""; // the game in the view
const root = { bar: null, act: null, list: null };
const boxes = new Map();

// What the game can be compared with: as printed, as built, a Git revision.
let known = [];
const since = () => state.since || (known[0] === "git" ? "HEAD" : known[0]);
const revision = () => (since() in REMEMBERED ? "" : since());

export async function showChanges(main, game, open, filled) {
  const mine = (asked += 1);
  const current = () => mine === asked && state.view === "changes";
  const again = () => showChanges(main, game, open, filled);
  const now = (await read(`comparisons/${game.id}`).catch(() => null))?.since ?? known;
  if (!current()) return;
  if (shown !== game.id || now.join() !== known.join()) root.list = null; // other choices
  known = now;
  if (shown !== game.id || !root.list?.isConnected) {
    leaveChanges(main);
    shown = game.id;
    root.bar = h("form", { class: "comparison", "aria-label": "Comparison" });
    root.act = h("p", { class: "act" });
    root.list = h("div", { class: "changes" });
    fillBar(again);
    main.replaceChildren(root.bar, root.act, root.list);
  }
  main.classList.add("old");
  const stop = showProgress("Comparing", current);
  const data = !since() ? { message: "This game has not been built yet: there is nothing to compare it with." }
    : (await read(`changes/${game.id}`, { since: since() }).catch(() => null)) ?? { message: "The preview has ended." };
  stop();
  if (!current()) return;
  main.classList.remove("old");
  fillList(game, data, open);
  offer(game, data, again);
  filled();
}

// Call this before *main* shows something else.
export function leaveChanges(main) {
  if (!shown) return;
  shown = "";
  boxes.clear();
  release(main);
  main.classList.remove("old");
}

function fillBar(again) {
  const git = h("input", { type: "text", name: "revision", value: revision() || "HEAD", "aria-label": "Git revision", spellcheck: "false", size: 12 });
  const which = h("select", { name: "since" },
    ...[["printed", "the printed version"], ["built", "the last build"], ["git", "a Git revision"]]
      .filter(([value]) => known.includes(value) || value === (revision() ? "git" : since()))
      .map(([value, text]) => h("option", { value, selected: value === (revision() ? "git" : since()) }, text)));
  root.bar.hidden = !which.options.length;
  git.hidden = which.value !== "git";
  const set = () => {
    git.hidden = which.value !== "git";
    state.since = which.value === "git" ? git.value.trim() || "HEAD" : which.value;
    writeAddress();
    again();
  };
  const slider = h("input", { type: "checkbox", checked: Boolean(state.slider) });
  slider.addEventListener("change", () => {
    state.slider = slider.checked ? "1" : "";
    writeAddress();
    root.list.classList.toggle("sliders", slider.checked);
  });
  which.addEventListener("change", set);
  root.bar.addEventListener("submit", (event) => {
    event.preventDefault();
    set();
  });
  git.addEventListener("change", set);
  root.bar.append(h("label", { class: "pair" }, "Compared with ", which), git, h("label", { class: "check" }, slider, " Slider"));
}

// The buttons that print the changed pieces, or a game that never was printed, and record that.
function offer(game, data, again) {
  const listed = (data.editions ?? []).flatMap((edition) => edition.pieces);
  const pieces = [...new Set(listed.filter((one) => one.print).map((one) => one.piece))];
  const what = since() === "printed" ? "changed" : "chosen";
  const never = !known.includes("printed");
  const button = (text, onclick, more = "") => h("button", { type: "button", class: `go ${more}`, onclick }, text);
  root.act.replaceChildren(
    listed.length ? button("Print these …", () => openPrintPanel(game, { what, pieces, done: again })) : "",
    never ? button("Print the game …", () => openPrintPanel(game, { done: again })) : "",
    canRun && known.includes("built") && (never || since() === "printed") ? button("Mark the last build as printed", async () => {
      notify((await markAsPrinted(game)) || MARKED);
      again();
    }, "mark") : "");
}

function fillList(game, data, open) {
  root.list.classList.toggle("sliders", Boolean(state.slider));
  if (data.message) return root.list.replaceChildren(h("p", { class: "empty" }, data.message));
  const used = new Set();
  const sections = data.editions.flatMap((edition) => editionOf(game, edition, open, used)).filter(Boolean);
  for (const [key, box] of boxes) {
    if (!used.has(key)) {
      release(h("div", {}, box));
      boxes.delete(key);
    }
  }
  root.list.replaceChildren(...(sections.length ? sections : [h("p", { class: "empty" }, "Nothing has changed.")]));
}

function editionOf(game, edition, open, used) {
  const title = Object.keys(game.editions).length ? localised(game.editions[edition.edition || game.edition] ?? "", languagesOf(game)[0]) : "";
  const remarks = [
    ...edition.documents.map((one) => `${one.document} (${one.language}) ${one.what === "gone" ? "is gone" : "has changed"}`),
    ...edition.missing.map((one) => `${one}: nothing to compare with`),
    ...edition.unknown.map((one) => `${one}: nothing to compare with`),
  ];
  if (!edition.pieces.length && !remarks.length) return [];
  const about = edition.pieces.length ? plural(edition.pieces.length, "changed piece") : "";
  return [h("section", {},
    h("h2", {}, title || "Pieces", " ", h("small", {}, about)),
    remarks.length ? h("p", { class: "remarks" }, remarks.join("; ")) : "",
    ...edition.pieces.map((piece) => pieceOf(game, edition, piece, open, used)))];
}

function pieceOf(game, edition, change, open, used) {
  const now = game.pieces.find((one) => one.key === change.piece);
  const language = languagesOf(game).find((one) => change.languages.includes(one)) ?? change.languages[0];
  const name = now ? nameOf(now, language) : change.piece;
  const sides = change.looks.length ? change.looks.map((one) => one.side) : ["face"];
  const unseen = REMEMBERED[since()] && !change.drawn && change.what !== "new" && change.what !== "renamed";
  const lost = unseen && !change.fields.length;
  const rows = change.fields.map((one) =>
    h("tr", {}, h("th", { scope: "row" }, one.field, one.languages.length < change.languages.length ? ` (${one.languages.join(", ")})` : ""),
      h("td", {}, h("del", {}, words(one.old))), h("td", {}, h("ins", {}, words(one.new)))));
  if (change.copies.old !== change.copies.new) {
    rows.push(h("tr", {}, h("th", { scope: "row" }, "copies"), h("td", {}, h("del", {}, change.copies.old)), h("td", {}, h("ins", {}, change.copies.new))));
  }
  const about = [WORDS[change.what], change.was && `was ${change.was}`, change.print && `print ${change.print}`, change.pull && `take out ${change.pull}`];
  return h("article", { class: "change", "data-change": change.piece },
    h("h3", {}, now ? h("button", { type: "button", class: "go", onclick: () => open(change.piece) }, name) : name, " ", h("small", {}, about.filter(Boolean).join(", "))),
    h("div", { class: "pairs" }, ...sides.map((side) => pairOf(game, edition, change, now, name, language, side, used))),
    lost ? h("p", { class: "remarks" }, "A layout or a drawing has changed; the earlier picture is not kept. Compare with a Git revision to see it.")
      : unseen && change.what !== "gone" ? h("p", { class: "remarks" }, "The earlier values with the layouts of today: a layout or a drawing has changed, too.") : "",
    rows.length ? h("table", {}, h("caption", { class: "hidden" }, `What has changed in ${name}`), h("tbody", {}, rows)) : "");
}

const words = (value) => (value === null || value === undefined ? "–" : Array.isArray(value) ? value.map(words).join(", ") : String(value));

function pairOf(game, edition, change, now, name, language, side, used) {
  const component = game.components.find((one) => change.piece.startsWith(`${one.name}/`));
  const [width, height, corner] = component?.size ?? [60, 60, 0];
  const earlier = REMEMBERED[since()] ? change.piece : change.was || change.piece;
  const query = new URLSearchParams({ lang: language, side, since: since(), edition: edition.edition });
  const before = change.what === "new" ? null : frame(`before ${side}`, `before/${game.id}/${earlier}?${query}`, "before");
  const after = now ? frame(`after ${side}`, addressOf({ ...game, edition: edition.edition || game.edition }, now, language, side), "after") : null;

  function frame(part, url, word) {
    const key = `${edition.edition} ${change.piece} ${part}`;
    const label = `${name}, ${side}, ${language}, ${word}`;
    used.add(key);
    let box = boxes.get(key);
    if (box) setSource(box, url, label, true);
    else boxes.set(key, (box = pictureFrame(change.piece, url, label)));
    box.style.setProperty("--wide", width);
    box.style.setProperty("--high", height);
    box.style.setProperty("--corner", Math.max(corner, 0));
    return box;
  }
  const figure = (box, word) => h("figure", { class: word }, h("figcaption", {}, word), box ?? h("span", { class: "picture nothing" }, "–"));
  const pair = h("div", { class: "before-after" }, figure(before, "before"), figure(after, "after"));
  if (before && after) {
    const range = h("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": `${name}, ${side}: before and after` });
    range.addEventListener("input", () => pair.style.setProperty("--at", `${range.value}%`));
    pair.classList.add("both");
    pair.append(range);
  }
  return pair;
}
