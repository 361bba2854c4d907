// Moves the chosen element of the open piece: the picture shows the move before it is saved.

import { h } from "./dom.js";
import { editLine, request, write } from "./edit_requests.js";
import { endDraft, showDraft } from "./pictures.js";
import { canWrite } from "./source.js";

const STEP_MM = 0.1;
const FAR_STEP_MM = 1; // with Shift
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ARROWS = { ArrowLeft: ["←", "left"], ArrowUp: ["↑", "up"], ArrowDown: ["↓", "down"], ArrowRight: ["→", "right"] };
const tenths = (number) => Math.round(number * 1e4) / 1e4; // without the noise of binary fractions

let target = null; // what is moved: the piece, the pictures, and the element as it was before the move
let moved = [0, 0];
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
const line = editLine(() => target?.game);
const decision = h("div", { class: "edit-bar" }, save, revert);
export const moveBar = h("div", { class: "move-bar", hidden: true }, ...(canWrite ? [steps, decision, remark, line] : []));

export const isMoving = () => moved.some((distance) => distance !== 0);

// Offers to move an element, or says why it cannot be moved. *shown* gets the elements of a draft, or
// this element alone, or nothing if all is as it was.
export function offerMove(what, shown) {
  if (isMoving()) return;
  redraw = shown;
  target = what;
  warned = false;
  moveBar.hidden = !target || !canWrite;
  update();
}

// Whether the element may be left: a move that is not saved is pointed out once.
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

function update() {
  const fixed = target?.element.fixed;
  steps.hidden = Boolean(fixed);
  decision.hidden = !isMoving();
  const far = moved.map((distance, at) => distance && `${Math.abs(distance)} mm ${["right", "down"][at] && (distance > 0 ? ["right", "down"] : ["left", "up"])[at]}`).filter(Boolean);
  remark.textContent = fixed ? `It cannot be moved: ${fixed}.`
    : far.length ? `Moved by ${far.join(" and ")}; not saved.`
      : "Arrow keys move it by 0.1 mm, with Shift by 1 mm; s snaps to whole mm.";
}

// A key that was pressed while the picture has the focus; whether it means something here.
export function moveByKey(event) {
  if (!target || !canWrite || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape" && isMoving()) discard();
  else if (event.key === "Enter" && isMoving()) store();
  else if (event.key in KEYS) nudge(event.key, event.shiftKey);
  else if (event.key === "s") snap();
  else return false;
  return true;
}

function nudge(key, far) {
  if (target.element.fixed) return;
  moveTo(moved.map((distance, at) => distance + KEYS[key][at] * (far ? FAR_STEP_MM : STEP_MM)));
}

// To whole millimetres from the corner of the trim.
function snap() {
  if (target.element.fixed) return;
  moveTo(["x", "y"].map((side, at) => Math.round(target.element[side] + moved[at]) - target.element[side]));
}

function moveTo(distances) {
  moved = distances.map(tenths);
  warned = false;
  update();
  redraw(null, shifted(target.element)); // at once, before the picture is drawn
  draft();
}

function shifted(one) {
  const [across, down] = moved;
  const covers = one.covers && [one.covers[0] + across, one.covers[1] + down, ...one.covers.slice(2)];
  const corners = one.corners.map(([x, y]) => [tenths(x + across), tenths(y + down)]);
  return { ...one, x: one.x + across, y: one.y + down, corners, covers };
}

const asked = (what) => ({
  do: what, component: target.component, id: target.id, view: target.view, element: target.number,
  at: target.element.at, across: moved[0], down: moved[1],
});

// One draft is drawn at a time, and the last one always.
async function draft() {
  if (drawing) {
    again = true;
    return;
  }
  const mine = target;
  if (!isMoving()) return discard();
  drawing = true;
  const answer = await request(mine.game, { ...asked("moved draft"), views: mine.boxes.map((box) => box.url.slice(box.url.indexOf("?") + 1)) });
  drawing = false;
  if (mine === target && isMoving() && !again) {
    if (answer.refused) remark.textContent = `It cannot be moved: ${answer.refused}.`;
    else {
      answer.pictures.forEach((svg, at) => svg && showDraft(mine.boxes[at], svg));
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
  const mine = target;
  const answer = await write(mine.game, asked("move"));
  if (answer.ok) {
    moved = [0, 0];
    mine.boxes.forEach(endDraft);
    redraw(null);
    update();
  } else remark.textContent = `Not saved: ${answer.refused}.`;
}

function discard() {
  moved = [0, 0];
  target.boxes.forEach(endDraft);
  redraw(null);
  update();
}
