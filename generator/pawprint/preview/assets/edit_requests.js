// Requests that change records, and the line that shows what the last one has changed, with undo.

import { h, plural } from "./dom.js";
import { placeButton } from "./places.js";
import { read, send } from "./source.js";

const DONE = { undo: "Undone", redo: "Done again" };
const lines = new Set();
let last = null;

// The answer to a request about *game*; one that is refused as a whole has no findings, but a reason.
export async function request(game, data) {
  try {
    const answer = await send(`edit/${game}`, data);
    if (answer.ok) return await answer.json();
    const gone = answer.status === 404 ? "this record or field is no longer in the catalog" : await answer.text();
    return { ok: false, refused: gone, findings: [], lines: [] };
  } catch {
    return { ok: false, refused: "the preview does not answer; nothing was written", findings: [], lines: [] };
  }
}

// A request that writes; its answer appears in all lines.
export async function write(game, data) {
  const answer = await request(game, data);
  last = { game, answer, what: data.do };
  for (const line of lines) fill(line);
  return answer;
}

// The tables of a game, of one component, or one record of it; null if there is none.
export async function tablesOf(game, component = "", id = "") {
  return (await read(`records/${game}`, { component, id }))?.components ?? null;
}

// An element that shows the last edit of *gameOf()*, and undoes it.
export function editLine(gameOf) {
  const line = h("div", { class: "edit-line", role: "status", hidden: true });
  line.gameOf = gameOf;
  lines.add(line);
  fill(line);
  return line;
}

export const undo = (game) => write(game, { do: "undo" });
export const redo = (game) => write(game, { do: "redo" });

function fill(line) {
  line.hidden = !last || last.game !== line.gameOf();
  if (line.hidden) return;
  const { ok, refused, findings, references = [], lines: changed, undo: done = 0, redo: undone = 0 } = last.answer;
  const focused = line.contains(document.activeElement) && document.activeElement.dataset.do;
  const step = (label, count, what) => count > 0 &&
    h("button", { type: "button", class: "small", "data-do": what, title: plural(count, "edit"), onclick: () => write(line.gameOf(), { do: what }) }, label);
  line.classList.toggle("error", !ok);
  line.replaceChildren(
    h("p", {}, ok ? (changed.length ? DONE[last.what] ?? "Saved" : "Nothing has changed")
      : references.length ? "Not deleted: others refer to it"
        : refused ? `Not saved: ${refused}` : findings.some((one) => one.field) ? "Not saved: correct the fields that are marked" : "Not saved"),
    ...[step("Undo", done, "undo"), step("Redo", undone, "redo")].filter(Boolean),
    ...changed.map((one) => h("div", { class: "changed-line" }, placeButton(one.place), one.before && h("del", {}, one.before), one.after && h("ins", {}, one.after))),
  );
  if (focused) (line.querySelector(`[data-do=${focused}]`) ?? line.querySelector("button"))?.focus();
}
