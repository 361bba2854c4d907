// The elements of the open piece: outlined on its pictures, listed beside them, explained below the list.

import { h } from "./dom.js";
import { forgetMove, isMoving, moveBar, moveByKey, offerMove } from "./element_moves.js";
import { placeButton } from "./places.js";
import { isLive, read } from "./source.js";

const NEAR_MM = 0.6; // how far from a line it can be pointed at
const SAME_PX = 4; // two taps that are nearer are at the same spot
const SVG = "http://www.w3.org/2000/svg";

let views = [];
let active = null; // the picture whose elements are listed
let chosen = -1;
let hovered = -1;
let pointer = null; // where the mouse rests on a picture: {view, clientX, clientY}
let lastTap = null;

const list = h("ul", { class: "element-list", role: "listbox", tabindex: "0", "aria-label": "Elements" });
const count = h("small");
const which = h("small", { class: "of" });
const details = h("div", { class: "element-details", role: "region", "aria-label": "Element", "aria-live": "polite" });
export const inspector = h("section", { class: "inspector live", "aria-label": "Elements" },
  h("h3", {}, "Elements ", count, " ", which), list, details, moveBar);

// A picture whose elements can be pointed at. *view*: the words of its address, its size in mm and what it has beyond that.
export function inspected(box, view) {
  const shapes = document.createElementNS(SVG, "svg");
  const { width, height, beyond } = view;
  shapes.setAttribute("viewBox", `${-beyond} ${-beyond} ${width + 2 * beyond} ${height + 2 * beyond}`);
  shapes.setAttribute("aria-hidden", "true");
  const overlay = h("div", { class: "outlines", role: "group", tabindex: "-1", "aria-label": `${view.name}: elements` }, shapes);
  const one = { ...view, box, shapes, overlay, elements: null, asked: 0 };
  overlay.addEventListener("pointermove", (event) => event.pointerType !== "touch" && point(one, event));
  overlay.addEventListener("pointerleave", () => {
    pointer = null;
    hover(-1);
  });
  overlay.addEventListener("click", (event) => tap(one, event));
  overlay.addEventListener("keydown", (event) => {
    if (!moveByKey(event) && (chosen < 0 || !event.key.startsWith("Arrow"))) return;
    event.preventDefault(); // these keys lead to other pieces, or out of the view, elsewhere
    event.stopPropagation();
  });
  views.push(one);
  return h("div", { class: "inspected" }, box, overlay);
}

// The pictures have changed: *fresh* if they are those of another piece.
export function updateInspector(fresh) {
  if (!fresh && isMoving()) return; // what is moved stays as it is until the moves are saved or discarded
  if (fresh || !views.includes(active)) {
    active = views[0] ?? null;
    chosen = hovered = -1;
  }
  for (const one of views) if (one !== active || fresh) one.elements = null;
  if (active && isLive) load(active);
}

export function leaveInspector() {
  forgetMove();
  views = [];
  active = pointer = null;
  chosen = hovered = -1;
  list.replaceChildren();
  details.replaceChildren();
}

async function load(view) {
  const mine = (view.asked += 1);
  const answer = await read(`elements/${view.address}`).catch(() => null);
  const elements = answer?.elements;
  if (mine !== view.asked || !views.includes(view)) return;
  view.elements = elements ?? [];
  document.dispatchEvent(new CustomEvent("elements")); // pins of comments are where their elements are
  if (view !== active) return;
  if (pointer?.view === view) hovered = hits(view, pointer)[0] ?? -1; // the mouse need not move for what has come below it
  show();
}

// The elements of a picture, where a server knows them; none elsewhere. The frame is one that `inspected` made.
export async function elementsIn(frame) {
  const view = views.find((one) => frame.contains(one.overlay));
  if (view && !view.elements && isLive) await load(view);
  return view?.elements ?? [];
}

// The elements of a list at a point in mm, the smallest first.
export const elementsAt = (elements, x, y) =>
  elements.filter((one) => contains(one.corners, x, y)).sort((one, other) => one.width * one.height - other.width * other.height);

const nameOf = (one) => one.id || one.kind;
const labelOf = (one) => (one.entry ? `${nameOf(one)} (entry ${one.entry})` : nameOf(one));
const faultsOf = (one) => one.findings.length;

function depthOf(elements, one) {
  return one.inside < 0 ? 0 : depthOf(elements, elements[one.inside]) + 1;
}

function show() {
  const elements = active.elements ?? [];
  if (chosen >= elements.length) chosen = -1;
  offer();
  count.textContent = elements.length;
  which.textContent = views.length > 1 ? active.label : "";
  list.replaceChildren(...elements.map((one, at) =>
    h("li", { role: "option", id: `element-${at}`, class: faultsOf(one) ? "faulty" : "", "aria-selected": String(at === chosen),
      style: { "--depth": depthOf(elements, one) }, onclick: () => choose(at) },
      labelOf(one), one.id ? h("small", {}, one.kind) : "", faultsOf(one) ? h("span", { class: "badge warning" }, `! ${faultsOf(one)}`) : "")));
  draw();
}

function draw() {
  const elements = active?.elements ?? [];
  for (const view of views) {
    view.overlay.tabIndex = view === active && chosen >= 0 ? 0 : -1;
    view.shapes.replaceChildren(...(view === active ? [[hovered, "hovered"], [chosen, "chosen"]] : [])
      .filter(([at]) => elements[at]).flatMap(([at, kind]) => outline(elements[at], kind)));
  }
  for (const option of list.children) option.setAttribute("aria-selected", String(option.id === `element-${chosen}`));
  if (chosen >= 0) list.setAttribute("aria-activedescendant", `element-${chosen}`);
  else list.removeAttribute("aria-activedescendant");
  explain(elements[chosen] ?? elements[hovered]);
}

function shape(tag, kind, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries({ class: kind, ...attributes })) element.setAttribute(name, value);
  return element;
}

// The box of an element, light below dark so that it shows on every ground, and what it really covers.
function outline(one, kind) {
  const points = one.corners.map((corner) => corner.join()).join(" ");
  const shapes = [shape("polygon", `${kind} below`, { points }), shape("polygon", kind, { points })];
  if (kind === "chosen" && one.covers && !one.turned) {
    const [x, y, width, height] = one.covers;
    shapes.push(shape("rect", "covers", { x, y, width, height }));
  }
  return shapes;
}

// -- choosing ------------------------------------------------------------------------------------------

function choose(at, focus = false) {
  chosen = at;
  offer();
  draw();
  list.children[at]?.scrollIntoView({ block: "nearest" });
  if (!focus) return;
  details.scrollIntoView({ block: "nearest" });
  active.overlay.focus({ preventScroll: true });
}

// Offers to move the chosen element. Moves of others that are not saved stay.
function offer() {
  const view = active;
  const element = view.elements?.[chosen];
  const boxes = views.filter((one) => one.side === view.side).map((one) => one.box);
  offerMove({ ...view.piece, view: view.address.split("?")[1] }, element ? { number: chosen, name: labelOf(element), element, boxes } : null,
    (elements, one) => {
      if (view !== active) return;
      if (one) view.elements = view.elements.with(chosen, one);
      else if (!elements) return load(view);
      else {
        view.elements = elements;
        offer();
      }
      draw();
    });
}

function hover(at) {
  if (hovered === at) return;
  hovered = at;
  if (active) draw();
}

// The elements at a point, the smallest first.
function hits(view, event) {
  const place = view.shapes.getScreenCTM()?.inverse();
  if (!place || !view.elements) return [];
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(place);
  return view.elements.map((one, at) => ({ at, size: one.width * one.height, one }))
    .filter(({ one }) => contains(one.corners, x, y))
    .sort((one, other) => one.size - other.size || other.at - one.at).map(({ at }) => at);
}

// Whether the corners of a rectangle, perhaps turned, are around a point, or nearly so.
function contains(corners, x, y) {
  const [[x0, y0], [x1, y1], , [x3, y3]] = corners;
  return [[x1 - x0, y1 - y0], [x3 - x0, y3 - y0]].every(([dx, dy]) => {
    const length = Math.hypot(dx, dy);
    const along = length ? ((x - x0) * dx + (y - y0) * dy) / length : NaN;
    if (!length) return corners.some(([cx, cy]) => Math.hypot(cx - x, cy - y) < NEAR_MM) || nearLine(corners, x, y);
    const slack = length < NEAR_MM ? NEAR_MM : 0;
    return along >= -slack && along <= length + slack;
  });
}

function nearLine([[x0, y0], , [x2, y2]], x, y) {
  const length = Math.hypot(x2 - x0, y2 - y0);
  return length > 0 && Math.abs((x2 - x0) * (y0 - y) - (x0 - x) * (y2 - y0)) / length < NEAR_MM;
}

async function turnTo(view) {
  if (active !== view) {
    active = view;
    chosen = hovered = -1;
    if (view.elements) show();
  }
  if (active === view && !view.elements && isLive) await load(view);
}

async function point(view, event) {
  pointer = { view, clientX: event.clientX, clientY: event.clientY };
  if (chosen < 0) await turnTo(view); // the chosen element stays the one that is explained and moved
  if (active === view && pointer?.view === view) hover(hits(view, pointer)[0] ?? -1);
}

// Taps at the same spot go outwards, from the smallest element there to the one around it.
async function tap(view, event) {
  await turnTo(view);
  const found = hits(view, event);
  const again = lastTap && Math.hypot(lastTap.x - event.clientX, lastTap.y - event.clientY) < SAME_PX;
  lastTap = { x: event.clientX, y: event.clientY };
  const at = again ? found.indexOf(chosen) : -1;
  hovered = -1;
  choose(found.length ? found[(at + 1) % found.length] : -1, true);
}

list.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const last = list.children.length - 1;
  const to = { ArrowDown: Math.min(chosen + 1, last), ArrowUp: Math.max(chosen - 1, 0), Home: 0, End: last }[event.key];
  if (to !== undefined && last >= 0) choose(to);
  else if (event.key === "Enter" && chosen >= 0) active.overlay.focus();
  else if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  event.stopPropagation(); // these keys lead to other pieces elsewhere
  event.preventDefault();
});
// By keyboard: a click chooses what it is on, and would miss that if the list scrolled before it.
list.addEventListener("focus", () => list.matches(":focus-visible") && chosen < 0 && list.children.length && choose(0));

// -- explaining ----------------------------------------------------------------------------------------

export const mm = (number) => String(Number(number.toFixed(2))).replace(/^-0$/, "0");

const FITTED = ["text", "row", "column", "repeat"];

function explain(one) {
  if (!one) {
    const words = active?.elements?.length ? "Point at an element of the picture, or choose one in the list." : "";
    return details.replaceChildren(h("p", { class: "hint" }, words));
  }
  const [, , width, height] = one.covers ?? [];
  const covers = !one.covers ? "shows nothing" : mm(width) === mm(one.width) && mm(height) === mm(one.height) ? "" : `covers ${mm(width)} × ${mm(height)} mm`;
  const overset = one.findings.some((finding) => finding.code === "overset");
  const rows = [
    ["Place", `${mm(one.x)} mm from the left, ${mm(one.y)} mm from the top`],
    ["Size", [`${mm(one.width)} × ${mm(one.height)} mm`, covers, one.turned && "turned"].filter(Boolean).join(", ")],
    ...(FITTED.includes(one.kind) && !overset ? [["Fit", "fits its box"]] : []),
    ...one.findings.map((finding) => [finding.severity, h("span", { class: `fault ${finding.severity}` }, finding.message)]),
    ...one.places.map((place, at) => [at ? "inherits" : "Layout", [placeButton(place.place), at ? h("small", {}, ` ${place.properties.join(", ")}`) : ""]]),
    ...one.fields.map((use) => [use.property, [h("code", {}, use.field), " ", placeButton(use.place)]]),
  ];
  details.replaceChildren(
    h("h4", {}, labelOf(one), " ", one.id ? h("small", {}, one.kind) : ""),
    h("dl", {}, ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))));
}
