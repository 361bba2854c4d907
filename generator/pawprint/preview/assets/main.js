// Builds the page from the options, the data of the game, and the events of the server.

import { offerPrinting } from "./browser_print.js";
import { openPiece, updatePiece } from "./large_view.js";
import { entering, filled } from "./scroll.js";
import { $, h, options } from "./dom.js";
import { listen } from "./events.js";
import { addSearchText, fieldNames, texts, valueOf, withValue } from "./filter.js";
import { leaveChanges, showChanges } from "./changes.js";
import { readComments, SHOWN, showComments } from "./comments.js";
import { count, showFindings } from "./findings.js";
import { leavePages, showPages } from "./pages.js";
import { refresh } from "./pictures.js";
import { leaveNumbers, showNumbers } from "./numbers.js";
import { moveFocus, nameOf, openComments, showPieces } from "./pieces.js";
import { useEditor } from "./places.js";
import { openPrintPanel } from "./print_panel.js";
import { offerSharing } from "./share.js";
import { showPlay } from "./play_view.js";
import { showTable } from "./record_table.js";
import { hasErrors, showProblems } from "./problems.js";
import { isLive, read } from "./source.js";
import { languagesOf, readAddress, localised, state, defaults, writeAddress } from "./state.js";
import { status } from "./status.js";

const TRUE_SIZE = 96 / 25.4; // CSS pixels to the millimetre
const SIGHTS = { "": "normal", protan: "red-blind", deutan: "green-blind", tritan: "blue-blind", grey: "greyscale" };
const main = $("main");
let games = [];
let game = null;
let loading = 0;

const open = (key) => openPiece(game, key);

// What the address asks for and the page does not offer, such as the paper of another game, becomes the default.
function settle() {
  const absent = [!isLive && "changes", !game.playable && "play", !game.comments && "comments"];
  const offered = {
    view: [...$("views").children].map((one) => one.dataset.view).filter((view) => !absent.includes(view)),
    group: ["component", ...fieldsOf(game)],
    edition: ["", ...Object.keys(game.editions)],
    side: [...document.querySelectorAll("[name=side]")].map((one) => one.value),
    sight: Object.keys(SIGHTS),
    paper: ["", ...game.papers],
    comments: SHOWN.map(([value]) => value),
  };
  for (const [name, values] of Object.entries(offered)) if (!values.includes(state[name])) state[name] = defaults[name];
  if (!(state.zoom >= Number($("zoom").min) && state.zoom <= Number($("zoom").max))) state.zoom = "";
}

function show() {
  settle();
  $("play-button").hidden = !game.playable;
  $("comments-button").hidden = !game.comments;
  $("comment-count").textContent = openComments(game).length;
  $("comment-count").hidden = !openComments(game).length;
  entering(`${game.id} ${state.view}`); // before anything changes its height
  writeAddress();
  document.body.dataset.view = state.view;
  markView();
  count($("count"), game.findings);
  showProblems(game, open);
  document.title = `${hasErrors(game) ? "● " : ""}${localised(game.title, languagesOf(game)[0])} – Pawprint${isLive ? " preview" : ""}`;
  setZoom();
  const paged = state.view === "sheets" || state.view === "documents";
  if (!paged) leavePages(main);
  if (state.view !== "changes") leaveChanges(main);
  if (state.view !== "numbers") leaveNumbers();
  if (state.view === "pieces") showPieces(main, game, open);
  else if (state.view === "findings") showFindings(main, game, open);
  else if (state.view === "play") showPlay(main, game);
  else if (state.view === "comments") showComments(main, game, open);
  else if (state.view === "table") showTable(main, game, open);
  else if (state.view === "changes") showChanges(main, game, open, filled);
  else if (state.view === "numbers") showNumbers(main, game, filled);
  else showPages(main, game, filled);
  if (!paged && state.view !== "changes" && state.view !== "numbers") filled();
}

function markView() {
  const current = $("views").querySelector(`[data-view=${state.view}]`);
  if (current.hasAttribute("aria-current")) return; // to measure it again would cost each repaint time
  $("views").querySelector("[aria-current]")?.removeAttribute("aria-current");
  current.setAttribute("aria-current", "page");
  centreView();
}

// On a phone, the navigation scrolls sideways: brings the current view to its middle.
function centreView() {
  const nav = $("views");
  const current = nav.querySelector("[aria-current]");
  if (current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}

function setZoom() {
  const zoom = Number(state.zoom || (innerWidth < 600 ? 2.5 : 3.25));
  document.documentElement.style.setProperty("--zoom", zoom);
  $("zoom").value = zoom;
  $("percent").textContent = `${Math.round((100 * zoom) / TRUE_SIZE)} %`;
}

function setGame(data) {
  data.pieces.forEach(addSearchText);
  setFindings(data, data.findings);
  game = data;
}

function setFindings(data, findings) {
  data.findings = findings;
  data.found = new Map();
  for (const one of findings) {
    if (one.piece) data.found.set(one.piece, [...(data.found.get(one.piece) ?? []), one]);
  }
}

async function load(watch = false) {
  const mine = (loading += 1);
  const words = { ...(state.edition && { edition: state.edition }), ...(watch && { watch: 1 }) };
  const [data, comments] = await Promise.all([read(`game/${state.game}`, words), readComments(state.game)]);
  if (mine !== loading) return;
  if (!data) return updateGames(); // it has just gone
  data.comments = comments;
  setGame(data);
  fillTools();
  show();
  updatePiece(game);
}

const fieldsOf = (data) => [...new Set(data.components.flatMap((one) => Object.keys(one.fields)))];

function fillTools() {
  settle();
  const language = languagesOf(game)[0];
  options($("game"), games.map((one) => [one.id, localised(one.title, language)]), game.id);
  const fields = fieldsOf(game);
  options($("group"), [["component", "by component"], ...fields.map((name) => [name, `by ${name}`])], state.group);
  options($("field"), [["", "by field …"], ...fieldNames(game).filter((name) => name !== "id").map((name) => [name, name])], $("field").value);
  fillValues();
  options($("edition"), Object.entries(game.editions).map(([name, title]) => [name, localised(title, language)]), game.edition);
  $("edition-pair").hidden = Object.keys(game.editions).length < 2;
  fillLanguages();
  options($("paper"), game.papers.map((name) => [name, name]), state.paper || "A4");
  options($("sight"), Object.entries(SIGHTS), state.sight);
  for (const input of document.querySelectorAll("[name=side]")) input.checked = input.value === state.side;
  for (const name of ["guides", "ink", "copies"]) $(name).checked = Boolean(state[name]);
  if (document.activeElement !== $("query")) $("query").value = state.query;
  $("query").placeholder = `Search: ${exampleOf(language)}`;
  $("words").replaceChildren(...["is:finding", ...fields.map((name) => `${name}:`)].map((value) => h("option", { value })));
}

// A query that finds something in this game: the name of the first piece that has a number, and this number.
function exampleOf(language) {
  const numberOf = (piece) => Object.entries(piece.fields).find(([, value]) => typeof value === "number");
  const piece = game.pieces.find(numberOf) ?? game.pieces[0];
  const [field, value] = (piece && numberOf(piece)) ?? [];
  return [piece && nameOf(piece, language).toLowerCase(), field && `${field}>=${value}`].filter(Boolean).join("  ") || "…";
}

// One language is shown, or several side by side.
function fillLanguages() {
  const chosen = languagesOf(game);
  const type = chosen.length > 1 ? "checkbox" : "radio";
  const shown = [...$("languages").querySelectorAll("input")].map((one) => one.value + one.type).join();
  if (shown !== game.languages.map((one) => one + type).join()) {
    const focused = $("languages").contains(document.activeElement) && document.activeElement.value;
    $("languages").replaceChildren(
      h("legend", { class: "hidden" }, "Languages"),
      ...game.languages.map((one) => h("label", {}, h("input", { type, name: "language", value: one }), h("span", {}, one.toUpperCase()))),
    );
    $("languages").querySelector(`[value="${focused}"]`)?.focus();
  }
  for (const input of $("languages").querySelectorAll("input")) input.checked = chosen.includes(input.value);
  $("beside").checked = chosen.length > 1;
  $("languages").hidden = $("beside-label").hidden = game.languages.length < 2;
}

function fillValues() {
  const field = $("field").value;
  const language = languagesOf(game)[0];
  const values = field ? [...new Set(game.pieces.flatMap((piece) => texts(valueOf(piece, field), language)))].filter(Boolean) : [];
  const titles = new Map(game.components.map((one) => [one.name, localised(one.title, language)]));
  const named = values.map((value) => [value, (field === "component" && titles.get(value)) || value]);
  const order = new Intl.Collator(language, { numeric: true });
  named.sort(([, one], [, other]) => order.compare(one, other));
  options($("value"), [["", "value …"], ...named.slice(0, 400).map(([value, name]) => [value, name.slice(0, 60)])], "");
  $("value").disabled = !values.length;
}

function addListeners() {
  const set = (name, value) => {
    state[name] = value;
    show();
  };
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // "#main" would take the place of all that the address keeps
    main.focus();
  });
  $("tools").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("resize", centreView);
  $("views").addEventListener("click", (event) => event.target.closest("button") && set("view", event.target.closest("button").dataset.view));
  $("game").addEventListener("change", () => {
    Object.assign(state, { game: $("game").value, query: "", group: "component", edition: "", piece: "" });
    load(true);
  });
  $("edition").addEventListener("change", () => {
    state.edition = $("edition").value;
    load();
  });
  let typing;
  $("query").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => set("query", $("query").value.trim()), 60);
  });
  $("query").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault(); // it would press the button that gets the focus
    clearTimeout(typing);
    set("query", $("query").value.trim());
    if (state.query) main.querySelector(".tile .open, .records tbody [data-header=id]")?.click(); // the first that is found
  });
  $("group").addEventListener("change", () => set("group", $("group").value));
  $("field").addEventListener("change", fillValues);
  $("value").addEventListener("change", () => {
    if (!$("value").value) return;
    $("query").value = withValue($("query").value, $("field").value, $("value").value);
    set("query", $("query").value);
    $("value").value = "";
  });
  $("languages").addEventListener("change", () => {
    state.languages = [...$("languages").querySelectorAll("input:checked")].map((one) => one.value).join();
    fillTools();
    show();
  });
  $("beside").addEventListener("change", () => {
    state.languages = ($("beside").checked ? game.languages : languagesOf(game).slice(0, 1)).join();
    fillTools();
    show();
  });
  $("sides").addEventListener("change", (event) => set("side", event.target.value));
  for (const name of ["guides", "copies"]) $(name).addEventListener("change", () => set(name, $(name).checked ? "1" : ""));
  $("ink").addEventListener("change", () => set("ink", $("ink").checked ? "low" : ""));
  for (const name of ["sight", "paper"]) $(name).addEventListener("change", () => set(name, $(name).value));
  $("zoom").addEventListener("input", () => {
    state.zoom = $("zoom").value;
    setZoom();
    writeAddress();
  });
  $("true-size").addEventListener("click", () => {
    state.zoom = TRUE_SIZE.toFixed(4);
    setZoom();
    writeAddress();
  });
  const showOptions = (shown) => {
    $("tools").classList.toggle("expanded", shown);
    $("more").setAttribute("aria-expanded", shown);
  };
  showOptions(localStorage.getItem("pawprint-options") === "shown");
  $("more").addEventListener("click", () => {
    showOptions(!$("tools").classList.contains("expanded"));
    localStorage.setItem("pawprint-options", $("tools").classList.contains("expanded") ? "shown" : "");
  });
  offerPrinting();
  $("print-button").addEventListener("click", () => {
    const what = { documents: "all", sheets: "sheets", changes: "changed" }[state.view];
    openPrintPanel(game, { what: what ?? (state.query ? "shown" : "sheets"), done: () => state.view === "changes" && show() });
  });
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const typing = event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      $("query").focus();
    } else if (!typing && state.view === "pieces") moveFocus(event);
  });
  new ResizeObserver(() => document.documentElement.style.setProperty("--above", `${$("above").offsetHeight}px`)).observe($("above"));
  addEventListener("popstate", () => {
    const before = state.game + state.edition;
    readAddress();
    if (!state.game) state.game = games[0].id;
    if (before === state.game + state.edition) {
      fillTools();
      show();
      updatePiece(game);
    } else load(true);
  });
}

async function updateFindings() {
  const name = game.id;
  const findings = await read(`findings/${name}`);
  if (!findings || name !== game.id) return; // the game has just gone, or another one is shown
  setFindings(game, findings);
  if (["pieces", "findings", "table", "numbers"].includes(state.view)) show();
  else {
    count($("count"), game.findings);
    showProblems(game, open);
  }
  updatePiece(game);
}

// Games were added or removed. Shows another game if the current one was removed, unless it was the last.
async function updateGames() {
  const now = (await read("games")).games;
  const gone = !now.some((one) => one.id === game.id);
  const name = localised(game.title, languagesOf(game)[0]);
  if (now.length) games = now;
  if (gone) status(now.length ? `“${name}” is no longer in the catalog` : "There is no game in the catalog any more", true);
  if (gone && now.length) {
    Object.assign(state, defaults, { game: games[0].id, view: state.view });
    $("query").value = "";
    await load(true);
  } else fillTools();
}

async function updateComments() {
  const mine = game;
  const comments = await readComments(mine.id);
  if (mine !== game) return;
  game.comments = comments;
  if (["pieces", "comments"].includes(state.view)) show();
  updatePiece(game);
}

let changes = 0;
let findingsTimer;

function takeEvent(event) {
  if (event.game && event.game !== state.game) return;
  if (event.what === "games") updateGames();
  else if (event.what === "comments") updateComments();
  else if (event.what === "changed") {
    status("Watching");
    const mine = (changes += 1);
    refresh(event.pieces).then(() => mine === changes && load()); // first the pictures, then the data
  } else if (event.what === "findings") {
    clearTimeout(findingsTimer); // several pieces may change their findings at once
    findingsTimer = setTimeout(updateFindings, 40);
  }
}

function receive({ kind, event }) {
  if (kind === "ended") status("The preview has ended", true);
  else if (kind === "event" && game) takeEvent(event);
  else {
    if (kind !== "event") status("Watching");
    if (kind !== "watching" && loading) load(true).then(() => refresh()); // something may have been saved meanwhile
  }
}

async function start() {
  readAddress();
  const { games: listed, editor, shared } = await read("games");
  games = listed;
  useEditor(editor);
  offerSharing(shared);
  if (!games.some((one) => one.id === state.game)) state.game = games[0].id;
  addListeners();
  if (isLive) await listen(receive);
  else status("Exported");
  await load(true);
}

start();
