// The line above every view with the problems of the game, one at a time: the newest first.

import { $, h, plural } from "./dom.js";
import { placeButton } from "./places.js";

const known = new Map(); // problem -> number of the update in which it appeared
let updates = 0;
let list = [];
let at = 0;
let hidden = "";
let open = null;

const identity = (one) => `${one.severity} ${one.piece} ${one.code} ${one.message}`;
const isError = (one) => one.severity === "error";

// Shows the findings of *game*; *opener* opens the piece of one. A new finding comes to the front.
export function showProblems(game, opener) {
  open = opener;
  updates += 1;
  const now = new Set(game.findings.map(identity));
  for (const one of known.keys()) if (!now.has(one)) known.delete(one);
  for (const one of now) if (!known.has(one)) known.set(one, updates);
  const before = list[at] && identity(list[at]);
  const age = (one) => updates - known.get(identity(one));
  list = [...game.findings].sort((one, other) => isError(other) - isError(one) || age(one) - age(other));
  const kept = list.findIndex((one) => identity(one) === before);
  at = kept >= 0 && !list.some((one) => age(one) === 0) ? kept : 0;
  fill(game);
}

export function hasErrors(game) {
  return game.findings.some(isError);
}

const button = (label, text, onclick) => h("button", { type: "button", "aria-label": label, title: label, onclick }, text);
const kind = h("strong");
const message = h("span", { role: "status" }); // is read aloud when it changes
const place = h("span");
const number = h("span", { class: "number" });
const steps = h("span", { class: "steps" },
  button("Previous problem (Shift+F8)", "‹", () => step(-1)), number, button("Next problem (F8)", "›", () => step(1)),
  button("Hide the problems until there is a new one", "✕", () => { hidden = names(); fill(); }));

const names = () => [...known.keys()].sort().join("\n");

let outdated = false;

function fill(game) {
  if (game) outdated = game.outdated && game.pieces.length > 0;
  const box = $("problems");
  if (hidden && list.some((one) => !hidden.split("\n").includes(identity(one)))) hidden = "";
  const one = hidden ? null : list[at];
  box.hidden = !one;
  if (!box.firstChild) box.append(kind, message, place, steps);
  const text = one ? `${one.message}${outdated ? ". The last good version of the game is shown." : ""}` : "";
  if (message.textContent !== text) message.textContent = text;
  if (!one) return;
  box.className = `problems ${one.severity}`;
  kind.textContent = isError(one) ? "✕ Error" : "! Warning";
  const piece = one.piece && h("button", { type: "button", class: "go", onclick: () => open(one.piece) }, one.piece);
  place.replaceChildren(...[placeButton(one.place), piece].filter(Boolean));
  number.textContent = `${at + 1}/${list.length}`;
  number.title = plural(list.length, "finding");
}

function step(by) {
  if (!list.length) return;
  hidden = "";
  at = (at + by + list.length) % list.length;
  fill();
  document.querySelector(`.tile[data-piece="${CSS.escape(list[at].piece)}"]`)?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "F8" || !list.length) return;
  event.preventDefault();
  step(event.shiftKey ? -1 : 1);
});
