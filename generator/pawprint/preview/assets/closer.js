// One piece, large: both sides in every chosen language, its fields, where it is written, what is wrong with it.

import { $, h, many, place } from "./dom.js";
import { texts } from "./filter.js";
import { findingRow } from "./findings.js";
import { addressOf, matching, nameOf } from "./pieces.js";
import { drop, frame } from "./pictures.js";
import { languagesOf } from "./state.js";

const dialog = $("piece");
let shown = "";

export const isOpen = () => dialog.open;

export function openPiece(game, key) {
  shown = key;
  fill(game);
  if (!dialog.open) dialog.showModal();
}

export function renewPiece(game) {
  if (dialog.open) fill(game, true);
}

dialog.addEventListener("close", () => {
  drop(dialog);
  dialog.replaceChildren();
  document.querySelector(`.tile[data-piece="${CSS.escape(shown)}"] .open`)?.focus();
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

function fill(game, again = false) {
  const piece = game.pieces.find((one) => one.key === shown);
  if (!piece) return dialog.close();
  const component = game.components.find((one) => one.name === piece.component);
  const languages = languagesOf(game);
  const found = game.found.get(piece.key) ?? [];
  const all = matching(game);
  const at = all.findIndex((one) => one.key === piece.key);
  const step = (by) => {
    const next = all[(at + by + all.length) % all.length];
    if (next) openPiece(game, next.key);
  };
  dialog.onkeydown = (event) => {
    if (event.key === "ArrowRight") step(1);
    if (event.key === "ArrowLeft") step(-1);
  };
  const rows = Object.entries(piece.fields).map(([name, value]) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...languages.map((language) => h("td", {}, texts(value, language).join(", ")))),
  );
  const [width, height] = component.size ?? [60, 60];
  const facts = [
    h("div", { class: "about" },
      h("p", {}, `${piece.id} · ${many(piece.copies, "copy", "copies")}${component.size ? ` · ${width} × ${height} mm` : ""}`),
      place(piece.place),
    ),
    found.length ? h("ul", { class: "findings" }, found.map((one) => findingRow(one))) : "",
    h("div", { class: "scroll" }, h("table", {}, h("caption", { class: "hidden" }, "Fields"), h("tbody", {}, rows))),
  ];
  if (again) {
    dialog.querySelector(".facts").replaceChildren(...facts.filter(Boolean));
    return;
  }
  drop(dialog);
  const sides = component.back ? ["face", "back"] : ["face"];
  const pictures = languages.flatMap((language) =>
    sides.map((side) => {
      const box = frame(piece.key, addressOf(game, piece, language, side), `${nameOf(piece, language)}, ${side}, ${language}`);
      box.style.setProperty("--ratio", width / height);
      return box;
    }),
  );
  dialog.replaceChildren(
    h("header", {},
      h("h2", { id: "piece-title" }, nameOf(piece, languages[0])),
      h("button", { type: "button", "aria-label": "Previous piece", onclick: () => step(-1) }, "←"),
      h("button", { type: "button", "aria-label": "Next piece", onclick: () => step(1) }, "→"),
      h("button", { type: "button", class: "close", "aria-label": "Close", autofocus: true, onclick: () => dialog.close() }, "✕"),
    ),
    h("div", { class: "large" }, pictures),
    h("div", { class: "facts" }, facts),
  );
}
