// Moves the chosen element of the open piece: the picture shows the move before it is saved.

import { h } from "./dom.js";
import { request, write } from "./edit_requests.js";
import { endDraft, showDraft } from "./pictures.js";
import { canWrite } from "./source.js";

const STEP_MM = 0.1;
const FAR_STEP_MM = 1; // with Shift
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ARROWS = { ArrowLeft: ["←", "left"], ArrowUp: ["↑", "up"], ArrowDown: ["↓", "down"], ArrowRight: ["→", "right"] };
const tenths = (number) => Math.round(number * 1e4) / 1e4; // without the noise of binary fractions

let place = null; // the piece, and the words of the address of the picture whose elements are listed
let target = null; // the chosen element of it: its number, its name, and where it is now
const moves = new Map(); // those that are not saved, by the picture and the number of the element
const drafted = new Set(); // the pictures that show them
let drawing = false;
let again = false;
let warned = false;
let redraw = () => {};

const remark = h("p", { class: "hint", role: "status" });
const button = (text, onclick, more) => h("button", { type: "button", class: "small", onclick, ...more }, text);
const save = button("Save", () => store(), { class: "save" });
const revert = button("Revert", () => discard());
const steps = h("div", { class: "move-steps", role: "group", "aria-label": "Move" },
  ...Object.entries(ARROWS).map(([key, [text, word]]) => button(text, (event) => nudge(key, event.shiftKey), { "aria-label": `Move ${word} by 0.1 mm`, title: "0.1 mm; with Shift 1 mm" })),
  button("Whole mm", () => snap(), { title: "Snap to whole millimetres (s)" }));
const decision = h("div", { class: "edit-bar" }, save, revert);
export const moveBar = h("div", { class: "move-bar", hidden: true }, ...(canWrite ? [steps, decision, remark] : []));

export const isMoving = () => moves.size > 0;

// Offers to move the chosen element *what* of the picture *where*, or says why it cannot be moved. Moves of other elements
// that are not saved stay. *shown* gets the elements of a draft, or this element alone, or nothing if all is as it was.
export function offerMove(where, what, shown) {
  const turned = isMoving() && where.view !== place.view;
  place = where;
  target = what;
  redraw = shown;
  warned = false;
  update();
  if (turned) draft();
}

// Whether the piece may be left: a move that is not saved is pointed out once.
export function mayLeaveMove() {
  if (!isMoving() || warned || !moveBar.isConnected) return true;
  warned = true;
  remark.textContent = "The move is not saved. Save it, or leave again to discard it.";
  save.focus();
  return false;
}

export function forgetMove() {
  if (isMoving()) discard();
  target = null;
}

const distances = ({ across, down }) =>
  [across && `${Math.abs(across)} mm ${across > 0 ? "right" : "left"}`, down && `${Math.abs(down)} mm ${down > 0 ? "down" : "up"}`].filter(Boolean).join(" and ");

function update() {
  const fixed = target?.element.fixed;
  moveBar.hidden = !canWrite || (!target && !isMoving());
  steps.hidden = !target || Boolean(fixed);
  decision.hidden = !isMoving();
  const words = [...moves.values()].map((one) => `${one.name}: moved ${distances(one)}; `);
  remark.textContent = [
    fixed && `${target.name} cannot be moved: ${fixed}.`,
    isMoving() && `${words.join("")}not saved.`,
    !fixed && !isMoving() && "Arrow keys move it by 0.1 mm, with Shift by 1 mm; s snaps to whole mm.",
  ].filter(Boolean).join(" ");
}

// A key that was pressed while the picture has the focus; whether it means something here.
export function moveByKey(event) {
  if (!canWrite || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape" && isMoving()) discard();
  else if (event.key === "Enter" && isMoving()) store();
  else if (event.key in KEYS && target) nudge(event.key, event.shiftKey);
  else if (event.key === "s" && target) snap();
  else return false;
  return true;
}

function nudge(key, far) {
  moveBy(...KEYS[key].map((way) => way * (far ? FAR_STEP_MM : STEP_MM)));
}

// To whole millimetres from the corner of the trim.
function snap() {
  const { x, y } = target.element;
  moveBy(Math.round(x) - x, Math.round(y) - y);
}

function moveBy(right, below) {
  if (target.element.fixed) return;
  const key = `${place.view} ${target.number}`;
  const before = moves.get(key) ?? { view: place.view, element: target.number, at: target.element.at, name: target.name, across: 0, down: 0 };
  const now = { ...before, across: tenths(before.across + right), down: tenths(before.down + below) };
  if (now.across || now.down) moves.set(key, now);
  else moves.delete(key);
  target.boxes.forEach((box) => drafted.add(box));
  target = { ...target, element: shifted(target.element, right, below) };
  warned = false;
  update();
  redraw(null, target.element); // at once, before the picture is drawn
  draft();
}

function shifted(one, right, below) {
  const covers = one.covers && [one.covers[0] + right, one.covers[1] + below, ...one.covers.slice(2)];
  const corners = one.corners.map(([x, y]) => [tenths(x + right), tenths(y + below)]);
  return { ...one, x: tenths(one.x + right), y: tenths(one.y + below), corners, covers };
}

const asked = (what) => ({ do: what, component: place.component, id: place.id, moves: [...moves.values()] });

// One draft is drawn at a time, and the last one always.
async function draft() {
  if (drawing) {
    again = true;
    return;
  }
  if (!isMoving()) return discard();
  drawing = true;
  const boxes = [...drafted];
  const views = boxes.map((box) => box.url.slice(box.url.indexOf("?") + 1));
  const answer = await request(place.game, { ...asked("moved draft"), view: place.view, views });
  drawing = false;
  if (isMoving() && !again) {
    if (answer.refused) remark.textContent = `It cannot be moved: ${answer.refused}.`;
    else {
      answer.pictures.forEach((svg, at) => svg && showDraft(boxes[at], svg));
      redraw(answer.elements);
    }
  }
  if (again) {
    again = false;
    draft();
  }
}

async function store() {
  if (!isMoving()) return;
  const answer = await write(place.game, asked("move"));
  if (answer.ok) discard();
  else remark.textContent = `Not saved: ${answer.refused}.`;
}

// Shows all as it is in the files.
function discard() {
  moves.clear();
  drafted.forEach(endDraft);
  drafted.clear();
  redraw(null);
  update();
}
