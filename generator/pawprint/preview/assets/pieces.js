// The view of pieces: groups of tiles, each with a side of a piece in every selected language.

import { $, h, plural } from "./dom.js";
import { readQuery, texts, valueOf } from "./filter.js";
import { release, pictureFrame, setSource } from "./pictures.js";
import { languagesOf, localised, state } from "./state.js";

const flipped = new Set();
const tiles = new Map();
let current = ""; // the tile that the key Tab leads to

export function addressOf(game, piece, language, side) {
  const words = new URLSearchParams({ lang: language, side });
  if (game.edition) words.set("edition", game.edition);
  if (state.ink) words.set("ink", "low");
  if (state.sight) words.set("sight", state.sight);
  if (state.guides) words.set("guides", "1");
  return `picture/${game.id}/${piece.component}/${piece.id}?${words}`;
}

export function nameOf(piece, language) {
  const value = piece.fields.name ?? piece.fields.title ?? piece.name;
  return (value ? texts(value, language).join(" ").replace(/[*]/g, "") : "") || piece.id;
}

// The comments of *data*, a game, that are open; those of one piece if its *key* is given.
export const openComments = (data, key) => (data.comments ?? []).filter((one) => !one.resolved && (!key || one.piece === key));

export function sidesOf(component, piece) {
  if (!component.back) return ["face"];
  if (state.side === "both") return ["face", "back"];
  const side = state.side === "back" ? "back" : "face";
  return [flipped.has(piece.key) ? (side === "face" ? "back" : "face") : side];
}

function groupsOf(game, shown, language) {
  const groups = new Map();
  const without = `without ${state.group}`; // comes last
  const add = (name, piece) => groups.set(name, [...(groups.get(name) ?? []), piece]);
  for (const piece of shown) {
    if (state.group === "component") {
      add(localised(game.components.find((one) => one.name === piece.component).title, language), piece);
    } else {
      const values = [...new Set(texts(valueOf(piece, state.group), language))];
      for (const value of values.length ? values : [without]) add(value, piece);
    }
  }
  if (state.group !== "component") {
    const order = new Intl.Collator(language, { numeric: true });
    return [...groups].sort(([one], [other]) => (one === without) - (other === without) || order.compare(one, other));
  }
  return [...groups];
}

export function matching(game) {
  const { holds } = readQuery(state.query, game);
  return game.pieces.filter((piece) => holds(piece, game.found));
}

// How many pieces match the query, and what of the query cannot be understood.
function showMatches(game, shown) {
  const { remark } = readQuery(state.query, game);
  const matches = state.query ? `${shown.length} of ${plural(game.pieces.length, "kind")}` : "";
  const text = [matches, remark].filter(Boolean).join(". ");
  if ($("matches").textContent !== text) $("matches").textContent = text; // it is read aloud when it changes
  $("matches").classList.toggle("bad", Boolean(remark));
}

export function showPieces(main, game, open) {
  const languages = languagesOf(game);
  const shown = matching(game);
  const active = document.activeElement?.closest?.(".tile .open, .tile .flip");
  const focused = active?.closest(".tile").dataset.tile;
  const part = active?.classList.contains("flip") ? ".flip" : ".open";
  const used = new Set();
  const sections = groupsOf(game, shown, languages[0]).map(([title, pieces]) => {
    const copies = pieces.reduce((sum, piece) => sum + piece.copies, 0);
    const grid = h("div", { class: "grid" });
    for (const piece of pieces) {
      const key = `${title}\n${piece.key}`;
      used.add(key);
      grid.append(tileOf(key, game, piece, languages, open));
    }
    return h("section", {}, h("h2", {}, title, " ", h("small", {}, `${plural(pieces.length, "kind")}, ${plural(copies, "piece")}`)), grid);
  });
  for (const [key, tile] of tiles) {
    if (!used.has(key)) {
      release(tile);
      tiles.delete(key);
    }
  }
  if (!sections.length) {
    sections.push(h("p", { class: "empty" }, game.pieces.length ? `No piece matches “${state.query}”.` : "There is no piece to show."));
  }
  showMatches(game, shown);
  main.replaceChildren(...sections);
  makeCurrent(tiles.get(current) ?? main.querySelector(".tile"));
  if (focused && tiles.has(focused)) tiles.get(focused).querySelector(part)?.focus({ preventScroll: true });
}

// All tiles are one stop of the key Tab: *tile*, from which arrow keys lead to the others.
function makeCurrent(tile) {
  for (const one of document.querySelectorAll('.tile .open[tabindex="0"]')) one.tabIndex = -1;
  if (!tile) return;
  current = tile.dataset.tile;
  tile.querySelector(".open").tabIndex = 0;
}

function tileOf(key, game, piece, languages, open) {
  const component = game.components.find((one) => one.name === piece.component);
  let tile = tiles.get(key);
  if (!tile) {
    tile = h("article", { class: "tile", "data-piece": piece.key, "data-tile": key });
    const opener = h("button", { type: "button", class: "open", tabindex: "-1" });
    opener.addEventListener("click", () => open(piece.key));
    opener.addEventListener("focus", () => makeCurrent(tile));
    opener.addEventListener("keydown", (event) => {
      if (event.key === "f" && !event.ctrlKey && !event.metaKey) tile.flip();
    });
    tile.append(opener, h("footer"));
    tiles.set(key, tile);
  }
  tile.flip = () => {
    if (!component.back || state.side === "both") return;
    if (!flipped.delete(piece.key)) flipped.add(piece.key);
    fill(tile, game, piece, component, languages);
  };
  fill(tile, game, piece, component, languages);
  return tile;
}

function fill(tile, game, piece, component, languages) {
  const [opener, footer] = tile.children;
  const wanted = sidesOf(component, piece).flatMap((side) => languages.map((language) => [side, language]));
  const [width, height, corner] = component.size ?? [60, 60, 0];
  const beyond = state.guides ? 6 : 0;
  const name = nameOf(piece, languages[0]);
  const boxes = [...opener.querySelectorAll(".picture")];
  wanted.forEach(([side, language], index) => {
    const label = `${nameOf(piece, language)}, ${side}, ${language}`;
    const url = addressOf(game, piece, language, side);
    let box = boxes[index];
    if (box) setSource(box, url, label);
    else opener.append((box = pictureFrame(piece.key, url, label)));
    box.dataset.side = side;
    box.dataset.language = language;
    box.style.setProperty("--wide", width + beyond);
    box.style.setProperty("--high", height + beyond);
    box.style.setProperty("--corner", beyond ? 0 : Math.max(corner, 0));
    box.classList.toggle("shaped", corner < 0 && !beyond);
    box.style.setProperty("--copies", state.copies ? Math.min(piece.copies, 6) : 1);
    box.classList.toggle("pile", Boolean(state.copies) && piece.copies > 1);
  });
  for (const box of boxes.slice(wanted.length)) {
    const holder = h("div", {}, box);
    release(holder);
  }
  tile.style.setProperty("--pictures", wanted.length);
  tile.style.setProperty("--wide", width + beyond);
  tile.style.setProperty("--high", height + beyond);
  tile.style.setProperty("--copies", state.copies && piece.copies > 1 ? Math.min(piece.copies, 6) : 0);
  const found = game.found.get(piece.key) ?? [];
  const worst = found.some((one) => one.severity === "error") ? "error" : "warning";
  const said = openComments(game, piece.key).length;
  const state_ = [found.length && plural(found.length, "finding"), said && plural(said, "open comment")].filter(Boolean).map((one) => `, ${one}`).join("");
  opener.setAttribute("aria-label", `${name}, ${plural(piece.copies, "copy", "copies")}${state_}: open`);
  tile.classList.toggle("faulty", found.length > 0);
  tile.dataset.worst = worst;
  const flippable = component.back && state.side !== "both";
  const flip = footer.querySelector(".flip");
  const again = document.activeElement === flip && flip !== null;
  footer.replaceChildren(
    h("span", { class: "name", title: piece.key }, name),
    found.length ? h("span", { class: `badge ${worst}`, title: found.map((one) => one.message).join("\n") }, `${worst === "error" ? "✕" : "!"} ${found.length}`) : "",
    said ? h("span", { class: "badge said", title: plural(said, "open comment") }, `“ ${said}`) : "",
    h("span", { class: "copies", title: plural(piece.copies, "copy", "copies") }, `×${piece.copies}`),
    flippable ? h("button", { type: "button", class: "flip", tabindex: "-1", "aria-label": `Flip ${name}`, title: "Flip (f)", onclick: () => tile.flip() }, "⇄") : "",
  );
  if (again) footer.querySelector(".flip")?.focus();
}

// Arrow keys move the focus from tile to tile, by the visible rows and columns; Home and End to the first and the last.
export function moveFocus(event) {
  const here = document.activeElement?.closest?.(".tile .open");
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0, Home: -Infinity, End: Infinity }[event.key];
  if (!here || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...$("main").querySelectorAll(".tile .open")];
  const at = all.indexOf(here) + step;
  let next = all[Number.isFinite(step) ? at : Math.min(Math.max(at, 0), all.length - 1)];
  if (!step) {
    const from = here.getBoundingClientRect();
    const down = event.key === "ArrowDown";
    const rows = all.filter((one) => (down ? one.getBoundingClientRect().top > from.top + 4 : one.getBoundingClientRect().top < from.top - 4));
    const edge = rows.map((one) => one.getBoundingClientRect().top);
    const row = down ? Math.min(...edge) : Math.max(...edge);
    next = rows.filter((one) => Math.abs(one.getBoundingClientRect().top - row) < 4)
      .sort((one, other) => Math.abs(one.getBoundingClientRect().left - from.left) - Math.abs(other.getBoundingClientRect().left - from.left))[0];
  }
  if (next) {
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" }); // in Firefox, focus() leaves it behind the tools
  }
}
