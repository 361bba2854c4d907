// Draws the panels of the table: pictures of pieces, frames and arrows in SVG, and a button over each place to point at.

import { h } from "./dom.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
// Millimetres: the size of words, and how much room frames and words have around a diagram.
const WORDS = 6.4;
const EDGE = 3;

function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter(Boolean));
  return element;
}

// A panel as a figure.
//   options.picture(piece): the address of its picture, "" where there is none
//   options.size(component): width and height in millimetres
//   options.onTarget(name), options.onPiece(piece): somebody has pointed at it; without onPiece only targets can be
export function drawPanel(panel, options) {
  const { diagram } = panel;
  const width = Math.max(diagram.width, 20) + 2 * EDGE;
  const height = Math.max(diagram.height, 1) + 2 * EDGE;
  const svg = s("svg", { viewBox: `${-EDGE} ${-EDGE} ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
  for (const region of diagram.regions) svg.append(drawRegion(region));
  for (const piece of diagram.pieces) svg.append(drawPiece(piece, options));
  for (const frame of diagram.frames) svg.append(drawFrame(frame));
  for (const arrow of diagram.arrows) svg.append(drawArrow(arrow));
  for (const label of diagram.labels) svg.append(drawWords(label.says, label.x, label.y + WORDS, label.align, label.strong));
  const surface = h("div", { class: "surface" }, svg);
  surface.style.setProperty("--wide", width);
  surface.style.setProperty("--high", height);
  const place = (button, box) => {
    button.style.left = `${((box.x + EDGE) / width) * 100}%`;
    button.style.top = `${((box.y + EDGE) / height) * 100}%`;
    button.style.width = `${(box.width / width) * 100}%`;
    button.style.height = `${(box.height / height) * 100}%`;
    surface.append(button);
  };
  if (options.onPiece) {
    for (const piece of diagram.pieces.filter((one) => one.side === "face" && one.name)) {
      const button = h("button", { type: "button", class: "target lens", "aria-label": options.says("enlarged", piece.name) });
      button.addEventListener("click", () => options.onPiece(piece));
      place(button, boxOf(piece, options.size));
    }
  } else {
    for (const target of diagram.targets) {
      const button = h("button", { type: "button", class: "target", "data-target": target.name, "aria-label": target.says });
      button.addEventListener("click", () => options.onTarget(target.name));
      place(button, target);
    }
  }
  return surface;
}

// The visible part of a piece that may be turned by quarter turns.
function boxOf(piece, size) {
  const [wide, whole] = size(piece.component);
  const high = whole * piece.keep;
  if (piece.turn % 180 === 0) return { x: piece.x, y: piece.y, width: wide, height: high };
  return { x: piece.x + (wide - high) / 2, y: piece.y + (high - wide) / 2, width: high, height: wide };
}

function drawPiece(piece, options) {
  const [wide, whole] = options.size(piece.component);
  const high = whole * piece.keep;
  const address = options.picture(piece);
  const box = { x: piece.x, y: piece.y, width: wide, height: high };
  const turn = piece.turn ? `rotate(${piece.turn} ${piece.x + wide / 2} ${piece.y + high / 2})` : null;
  const group = s("g", { transform: turn, opacity: piece.faded ? 0.5 : null, class: "piece" });
  if (address) {
    const view = s("svg", { ...box, viewBox: `0 0 ${wide} ${high}`, overflow: "hidden" });
    view.append(s("image", { href: address, x: 0, y: 0, width: wide, height: whole, preserveAspectRatio: "none" }));
    group.append(view);
  } else {
    group.append(s("rect", { ...box, rx: 3, class: "slip" }), drawWords(piece.name || "?", piece.x + wide / 2, piece.y + high / 2, "center", true, wide));
  }
  return group;
}

function drawRegion(region) {
  const { x, y, width, height } = region;
  const group = s("g", { class: `region ${region.kind}` }, s("rect", { x, y, width, height, rx: 3 }));
  if (region.title) group.append(drawWords(region.title, x + 1, y - 2.2, "left", true));
  return group;
}

function drawFrame(frame) {
  const { x, y, width, height } = frame;
  const group = s("g", { class: `frame ${frame.kind}` }, s("rect", { x, y, width, height, rx: 2.5 }));
  if (frame.badge) {
    const sign = frame.kind === "bad" ? "M-1.6 -1.6 1.6 1.6M1.6 -1.6 -1.6 1.6" : "M-2 0.1 -0.5 1.6 2 -1.5";
    group.append(
      s("g", { class: "badge", transform: `translate(${x + width - 1} ${y + 1})` }, s("circle", { r: 3.4 }), s("path", { d: sign })),
    );
  }
  return group;
}

function drawArrow(arrow) {
  const [x1, y1] = arrow.from;
  const [x2, y2] = arrow.to;
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return s("g", { class: `arrow ${arrow.kind}` },
    s("path", { class: "under", d: `M${x1} ${y1}L${x2} ${y2}` }),
    s("path", { class: "line", d: `M${x1} ${y1}L${x2} ${y2}` }),
    s("path", { class: "head", d: "M1 0 -5 -3V3Z", transform: `translate(${x2} ${y2}) rotate(${angle})` }),
  );
}

function drawWords(text, x, y, align = "left", strong = false, room = 0) {
  const anchor = { left: "start", center: "middle", right: "end" }[align];
  const words = s("text", { x, y, "text-anchor": anchor, "font-size": room ? Math.min(WORDS, (1.7 * room) / Math.max(4, text.length)) : WORDS, "font-weight": strong ? 650 : null });
  words.textContent = text;
  return words;
}
