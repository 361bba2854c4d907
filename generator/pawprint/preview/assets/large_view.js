// The large view of one piece: both sides in every selected language, its fields, its place in a file, its findings.

import { $, h, plural } from "./dom.js";
import { fieldsOf, forget, mayLeave as mayLeaveFields } from "./edit_piece.js";
import { mayLeaveMove } from "./element_moves.js";
import { commentsOf, leaveComments } from "./comments.js";
import { texts } from "./filter.js";
import { findingRow } from "./findings.js";
import { inspected, inspector, leaveInspector, updateInspector } from "./inspector.js";
import { addressOf, matching, nameOf } from "./pieces.js";
import { release, pictureFrame } from "./pictures.js";
import { placeButton } from "./places.js";
import { canWrite } from "./source.js";
import { languagesOf, leavePiece, state, writeAddress } from "./state.js";
import { notify } from "./status.js";

const dialog = $("piece");
const title = h("h2", { id: "piece-title" });
const large = h("div", { class: "large", tabindex: "0", role: "group", "aria-label": "Pictures" });
const about = h("div", { class: "facts" });
const fields = h("div", { class: canWrite ? "editable" : "facts" }); // stays while the facts change, with the focus
const talk = h("div");
const facts = h("div", { class: "piece-facts" }, about, fields, talk);
const button = (label, text, onclick, more) => h("button", { type: "button", "aria-label": label, onclick, ...more }, text);
const close = button("Close", "✕", () => leave(), { class: "close", autofocus: true });
// The header stays when the piece changes, so that its buttons keep the focus.
dialog.append(
  h("header", { role: "none" }, title, button("Previous piece", "←", () => step(-1)), button("Next piece", "→", () => step(1)), close),
  h("div", { class: "stage" }, large, inspector),
  facts,
);
let game = null;
let shown = "";

const mayLeave = () => mayLeaveFields() && mayLeaveMove();

// The address changes with the dialog: its event "close" comes late, and a view may have been chosen by then.
function closePiece() {
  dialog.close();
  leavePiece();
}

const leave = () => mayLeave() && closePiece();

export function openPiece(data, key) {
  game = data;
  shown = key;
  state.piece = key;
  if (fill()) {
    showPictures();
    if (!dialog.open) dialog.showModal();
  }
  writeAddress();
}

// The game has changed, or the address.
export function updatePiece(data) {
  const before = game;
  game = data;
  if (!state.piece) dialog.close();
  else if (!dialog.open || state.piece !== shown) openPiece(data, state.piece);
  else if (pieceShown()) {
    fill();
    updateInspector(false);
  } else follow(before);
}

// Shows the piece that has got another id; closes the view if the piece is gone.
function follow(before) {
  const known = new Set(before.pieces.map((one) => one.key));
  const old = before.pieces.find((one) => one.key === shown);
  const renamed = game.pieces.filter((one) => !known.has(one.key) && one.component === old?.component && one.place === old.place);
  if (renamed.length === 1) openPiece(game, renamed[0].key);
  else {
    notify(`“${title.textContent}” is no longer in the game.`);
    closePiece();
  }
}

dialog.addEventListener("close", () => {
  if (dialog.open) return; // the event comes late: a piece is open again, as by the buttons Back and Forward
  leavePiece();
  release(dialog);
  large.replaceChildren();
  leaveInspector();
  leaveComments();
  forget();
  about.replaceChildren();
  fields.replaceChildren();
  document.querySelector(`.tile[data-piece="${CSS.escape(shown)}"] .open`)?.focus();
});
dialog.addEventListener("click", (event) => event.target === dialog && leave());
dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  leave();
});
document.addEventListener("keydown", (event) => {
  if (!dialog.open || event.target.matches("input, select, textarea")) return;
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
});

function step(by) {
  if (!mayLeave()) return;
  const all = matching(game);
  const at = all.findIndex((one) => one.key === shown);
  const next = all[(at + by + all.length) % all.length];
  if (next) openPiece(game, next.key);
}

const pieceShown = () => game.pieces.find((one) => one.key === shown);
const componentOf = (piece) => game.components.find((one) => one.name === piece.component);

// Fills in the title and the facts; returns whether the piece still exists.
function fill() {
  const piece = pieceShown();
  if (!piece) {
    state.piece = "";
    return false;
  }
  const { size } = componentOf(piece);
  const languages = languagesOf(game);
  const found = game.found.get(piece.key) ?? [];
  const focused = about.contains(document.activeElement);
  title.textContent = nameOf(piece, languages[0]);
  about.replaceChildren(
    h("div", { class: "about" },
      h("p", {}, `${piece.id} · ${plural(piece.copies, "copy", "copies")}${size ? ` · ${size[0]} × ${size[1]} mm` : ""}`),
      placeButton(piece.place),
    ),
    found.length ? h("ul", { class: "findings" }, found.map((one) => findingRow(one))) : "",
  );
  const values = canWrite ? fieldsOf(game, piece, () => [...large.querySelectorAll(".picture")]) : tableOf(piece, languages);
  if (fields.firstChild !== values) fields.replaceChildren(values);
  const said = commentsOf(game, piece, Boolean(componentOf(piece).back));
  if (talk.firstChild !== said) talk.replaceChildren(said);
  if (focused || (dialog.open && !dialog.contains(document.activeElement))) close.focus();
  return true;
}

function tableOf(piece, languages) {
  const rows = Object.entries(piece.fields).map(([name, value]) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...languages.map((language) => h("td", {}, texts(value, language).join(", ")))),
  );
  return h("div", { class: "scroll" }, h("table", {}, h("caption", { class: "hidden" }, "Fields"), h("tbody", {}, rows)));
}

function showPictures() {
  const piece = pieceShown();
  const component = componentOf(piece);
  const [width, height] = component.size ?? [60, 60];
  const beyond = state.guides ? 3 : 0;
  const sides = component.back ? ["face", "back"] : ["face"];
  release(dialog);
  leaveInspector();
  large.replaceChildren(
    ...languagesOf(game).flatMap((language) =>
      sides.map((side) => {
        const url = addressOf(game, piece, language, side);
        const name = `${nameOf(piece, language)}, ${side}, ${language}`;
        const box = pictureFrame(piece.key, url, name);
        const address = url.slice("picture/".length);
        const one = { game: game.id, component: piece.component, id: piece.id };
        const frame = inspected(box, { piece: one, address, name, side, label: `${side}, ${language}`, width, height, beyond });
        frame.place = { side, width, height, beyond };
        frame.style.setProperty("--ratio", (width + 2 * beyond) / (height + 2 * beyond));
        return frame;
      }),
    ),
  );
  updateInspector(true);
  commentsOf(game, piece, Boolean(component.back));
}
