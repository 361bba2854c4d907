// Comments on pieces: those of the open piece with a form for a new one, and the view that lists all of them.

import { h, plural } from "./dom.js";
import { elementsAt, elementsIn } from "./inspector.js";
import { nameOf, openComments } from "./pieces.js";
import { read, send } from "./source.js";
import { languagesOf, state, writeAddress } from "./state.js";
import { notify } from "./status.js";

const token = document.querySelector("meta[name=pawprint-comment-token]")?.content ?? "";
const canComment = token !== "";
const canResolve = (document.querySelector("meta[name=pawprint-token]")?.content ?? "") !== "";
const NAME = "pawprint-name";
export const SHOWN = [["open", "open"], ["resolved", "resolved"], ["all", "all"]];

let game = null;
let piece = null;
let pointing = null; // ends the choice of a point

// The comments of a game; null where the page has none.
export async function readComments(id) {
  return (await read(`comments/${id}`).catch(() => null))?.comments ?? null;
}

// -- the open piece ----------------------------------------------------------------------------------

const list = h("ul", { class: "comments" });
const text = h("textarea", { name: "text", class: "widget", maxlength: 4000, required: true, rows: 2 });
const name = h("input", { name: "name", class: "widget", maxlength: 80, autocomplete: "name" });
const number = (label) => h("input", { type: "number", class: "widget", step: 0.1, min: -2000, max: 2000, "aria-label": label, placeholder: label });
const across = number("mm from the left");
const down = number("mm from the top");
const side = h("select", { class: "widget", "aria-label": "Side" }, h("option", { value: "face" }, "face"), h("option", { value: "back" }, "back"));
const element = h("select", { class: "widget", "aria-label": "Element" });
const point = h("button", { type: "button", class: "small", "aria-pressed": "false", onclick: () => (pointing ? pointing() : startPointing()) }, "Point at it");
const form = h("form", { class: "comment-form", onsubmit: add },
  h("label", {}, "Comment ", text), h("label", {}, "Your name ", name),
  h("div", { class: "edit-bar", role: "group", "aria-label": "Place of the comment" }, point, across, down, side, element),
  h("div", { class: "edit-bar" }, h("button", { type: "submit", class: "save" }, "Comment")));
offerElements([], "");
const title = h("h3", {}, "Comments");
const section = h("section", { class: "comments-of-piece facts", "aria-label": "Comments" }, title, list, canComment ? form : "");

form.addEventListener("keydown", (event) => event.stopPropagation()); // arrow keys lead to other pieces elsewhere

// The element with the comments of a piece; *back*: whether it has a back.
export function commentsOf(data, one, back) {
  if (piece?.key !== one.key) {
    clear();
    pointing?.();
  }
  game = data;
  piece = one;
  side.hidden = !back;
  section.hidden = !data.comments || (!canComment && !data.comments.some((comment) => comment.piece === one.key));
  if (!section.hidden) fill();
  return section;
}

function clear() {
  text.value = across.value = down.value = "";
  offerElements([], "");
}

// Lets the comment be about one of some elements, or about the place alone.
function offerElements(ids, chosen) {
  element.hidden = !ids.length;
  element.replaceChildren(h("option", { value: "" }, "only this place"), ...ids.map((id) => h("option", { value: id }, `element ${id}`)));
  element.value = chosen;
}

export const leaveComments = () => pointing?.();

function fill() {
  name.value ||= localStorage.getItem(NAME) ?? "";
  const all = game.comments.filter((one) => one.piece === piece.key);
  const pins = pinned();
  title.textContent = all.length ? `Comments (${openComments(game, piece.key).length} open)` : "Comments";
  list.replaceChildren(...all.map((one) => rowOf(one, pins.indexOf(one) + 1)));
  showPins();
}

const pinned = () => game.comments.filter((one) => one.piece === piece.key && (one.point || one.element) && !one.resolved);

function showPins() {
  for (const frame of document.querySelectorAll("#piece .inspected")) pinOn(frame, pinned());
}

document.addEventListener("elements", () => section.isConnected && !section.hidden && showPins());

// Marks the places of comments on a picture: those of elements where the elements are now.
async function pinOn(frame, pins) {
  const { width, height, beyond, side: shown } = frame.place;
  const own = pins.filter((one) => one.side === shown);
  const elements = own.some((one) => one.element) ? await elementsIn(frame) : [];
  for (const pin of frame.querySelectorAll(".pin")) pin.remove();
  for (const one of own) {
    const at = one.element ? corner(elements.find((other) => other.id === one.element)) : one.point;
    if (at) frame.append(h("span", { class: "pin", "aria-hidden": "true", title: one.element, style: {
      left: `${(100 * (at[0] + beyond)) / (width + 2 * beyond)}%`, top: `${(100 * (at[1] + beyond)) / (height + 2 * beyond)}%`,
    } }, pins.indexOf(one) + 1));
  }
}

// The top right corner of an element; none of one that is not there.
const corner = (one) => one && [Math.max(...one.corners.map(([x]) => x)), Math.min(...one.corners.map(([, y]) => y))];

function rowOf(one, pin, opener) {
  const about = [one.name || "without a name", one.time].filter(Boolean).join(", ");
  const where = one.element ? `${one.side}, element ${one.element}` : one.point ? `${one.side}, ${one.point[0]} mm from the left, ${one.point[1]} mm from the top` : "";
  return h("li", { class: one.resolved ? "resolved" : "" },
    h("p", { class: "head" }, pin ? h("span", { class: "pin", "aria-hidden": "true" }, pin) : "", opener ?? "", h("span", {}, about), where && h("span", {}, where), one.resolved ? h("span", { class: "badge" }, "resolved") : ""),
    h("p", { class: "text" }, one.text),
    canResolve ? h("button", { type: "button", class: "small", onclick: () => ask({ do: one.resolved ? "reopen" : "resolve", key: one.key }) }, one.resolved ? "Reopen" : "Resolve") : "");
}

async function add(event) {
  event.preventDefault();
  localStorage.setItem(NAME, name.value);
  const at = across.value && down.value ? [Number(across.value), Number(down.value)] : null;
  const about = element.value ? { at: null, element: element.value } : { at };
  if (await ask({ do: "add", piece: piece.key, side: side.value, ...about, name: name.value, text: text.value })) clear();
}

// Sends a request; the comments are loaded again when the server says that they have changed.
async function ask(data) {
  const answer = await send(`comment/${game.id}`, data, token).catch(() => null);
  const { ok, refused } = answer?.ok ? await answer.json() : { ok: false, refused: answer ? await answer.text() : "the preview does not answer" };
  if (!ok) notify(`Not saved: ${refused}`);
  return ok;
}

// The next click on a picture is the place of the comment.
function startPointing() {
  const dialog = document.getElementById("piece");
  const choose = (event) => {
    const frame = event.target.closest(".inspected");
    if (!frame) return;
    event.preventDefault();
    event.stopPropagation();
    const box = frame.getBoundingClientRect();
    const { width, height, beyond } = frame.place;
    across.value = (((event.clientX - box.left) / box.width) * (width + 2 * beyond) - beyond).toFixed(1);
    down.value = (((event.clientY - box.top) / box.height) * (height + 2 * beyond) - beyond).toFixed(1);
    side.value = frame.place.side;
    const place = [Number(across.value), Number(down.value)];
    elementsIn(frame).then((elements) => {
      const ids = elementsAt(elements, ...place).map((one) => one.id).filter(Boolean);
      offerElements([...new Set(ids)], ids[0] ?? "");
    });
    pointing();
    text.focus();
  };
  dialog.addEventListener("click", choose, true);
  dialog.classList.add("pointing");
  point.setAttribute("aria-pressed", "true");
  pointing = () => {
    dialog.removeEventListener("click", choose, true);
    dialog.classList.remove("pointing");
    point.setAttribute("aria-pressed", "false");
    pointing = null;
  };
}

// -- the view of all comments ------------------------------------------------------------------------

export function showComments(main, data, open) {
  game = data;
  const all = data.comments ?? [];
  const wanted = state.comments;
  const shown = all.filter((one) => wanted === "all" || one.resolved === (wanted === "resolved"));
  const focused = document.activeElement?.name === "comments" && document.activeElement.value;
  const choice = h("fieldset", { class: "pills" }, h("legend", { class: "hidden" }, "Which comments"),
    ...SHOWN.map(([value, label]) => h("label", {}, h("input", { type: "radio", name: "comments", value, checked: value === wanted }), h("span", {}, label))));
  choice.addEventListener("change", (event) => {
    state.comments = event.target.value;
    writeAddress();
    showComments(main, data, open);
  });
  const opener = (one) => {
    const known = data.pieces.find((other) => other.key === one.piece);
    return known ? h("button", { type: "button", class: "go", onclick: () => open(one.piece) }, nameOf(known, languagesOf(data)[0])) : h("code", {}, one.piece);
  };
  main.replaceChildren(h("section", { class: "list" },
    h("h2", {}, plural(shown.length, "comment")), choice,
    shown.length ? h("ul", { class: "comments" }, shown.map((one) => rowOf(one, 0, opener(one)))) : h("p", { class: "empty" }, "No comments.")));
  if (focused !== false) choice.querySelector(`[value="${focused}"]`)?.focus();
}
