// Charts as SVG, and files of charts and tables. Colours are attributes, so that a saved chart has them; the style sheet
// of the page replaces them by those of light and dark.

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const INK = "#22262b";
const SOFT = "#5a5f66";
const GROUND = "#ffffff";
const FULL = [36, 88, 75]; // the first segment of a bar
const FAINT = [203, 226, 218]; // the last one
const LETTER = 6.6; // about as wide as a letter

function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const words = (text, x, y, more = {}) => shape("text", { x, y, fill: INK, "font-size": 12, class: "words", ...more }, text);
const short = (text, room) => (text.length * LETTER <= room ? text : `${text.slice(0, Math.max(1, Math.floor(room / LETTER) - 1))}…`);

function picture(width, height, title) {
  return shape("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title, class: "chart",
    "font-family": "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  }, shape("title", {}, title));
}

const shade = (share) => `rgb(${FULL.map((part, at) => Math.round(part + (FAINT[at] - part) * share)).join(", ")})`;

function segment(share, attributes) {
  const element = shape("rect", { fill: shade(share), class: "segment", ...attributes });
  element.style.setProperty("--share", `${Math.round(share * 80)}%`);
  return element;
}

// One bar for each of *bars*, from left to right: {label, value, text}.
export function columnChart(title, bars, unit) {
  const step = Math.max(Math.min(64, 640 / bars.length), 22);
  const width = Math.max(bars.length * step + 24, 260);
  const [top, base, most] = [26, 190, Math.max(...bars.map((one) => one.value), 0) || 1];
  const skip = Math.ceil((Math.max(...bars.map((one) => one.label.length)) * LETTER + 4) / step);
  const drawing = picture(width, base + 42, title);
  bars.forEach(({ label, value, text }, at) => {
    const height = ((base - top) * value) / most;
    const middle = 12 + (at + 0.5) * step;
    drawing.append(segment(0, { x: middle - step * 0.38, y: base - height, width: step * 0.76, height }));
    if (at % skip === 0) drawing.append(words(label, middle, base + 16, { "text-anchor": "middle" }));
    if (text.length * LETTER <= step * skip) drawing.append(words(text, middle, base - height - 5, { "text-anchor": "middle", fill: SOFT, class: "words soft" }));
  });
  drawing.append(shape("path", { d: `M12 ${base}.5H${width - 12}`, stroke: SOFT, class: "axis" }), words(unit, width / 2, base + 35, { "text-anchor": "middle", fill: SOFT, class: "words soft" }));
  return drawing;
}

// One bar for each of *rows*, from top to bottom, each in segments for the *columns*: {label, parts, sum}.
export function rowChart(title, rows, columns) {
  const [label, bar, line] = [150, 420, 26];
  const shareOf = (at) => (columns.length > 1 ? at / (columns.length - 1) : 0);
  const legend = [];
  let [x, y] = [label, 16];
  columns.forEach((name, at) => {
    const wide = 20 + Math.min(name.length, 24) * LETTER + 14;
    if (x + wide > label + bar + 60) [x, y] = [label, y + 20];
    legend.push(segment(shareOf(at), { x, y: y - 10, width: 12, height: 12, stroke: SOFT }), words(short(name, 24 * LETTER), x + 18, y));
    x += wide;
  });
  const top = columns.length ? y + 14 : 6;
  const most = Math.max(...rows.map((one) => one.parts.reduce((sum, part) => sum + part, 0)), 0) || 1;
  const drawing = picture(label + bar + 60, top + rows.length * line + 6, title);
  drawing.append(...legend);
  rows.forEach((row, at) => {
    const middle = top + at * line + line / 2;
    drawing.append(words(short(row.label, label - 12), label - 8, middle + 4, { "text-anchor": "end" }));
    let from = label;
    row.parts.forEach((part, column) => {
      const width = (bar * part) / most;
      if (!width) return;
      const share = shareOf(column);
      drawing.append(segment(share, { x: from, y: middle - 9, width, height: 18, stroke: GROUND }));
      if (columns.length && width > String(part).length * LETTER + 8) {
        drawing.append(words(String(part), from + width / 2, middle + 4, { "text-anchor": "middle", fill: share < 0.5 ? GROUND : INK, class: `words ${share < 0.5 ? "on-full" : "on-faint"}` }));
      }
      from += width;
    });
    drawing.append(words(String(row.sum), from + 6, middle + 4, { fill: SOFT, class: "words soft" }));
  });
  return drawing;
}

// -- files ---------------------------------------------------------------------------------------------

function save(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// The file of a chart: what the style sheet of the page does is left out, and it has a ground.
export function svgText(drawing) {
  const copy = drawing.cloneNode(true);
  for (const one of copy.querySelectorAll("*")) for (const name of ["class", "style"]) one.removeAttribute(name);
  copy.removeAttribute("class");
  copy.insertBefore(shape("rect", { width: "100%", height: "100%", fill: GROUND }), copy.children[1]);
  return new XMLSerializer().serializeToString(copy);
}

// A table as CSV. A text that a spreadsheet would take for a formula gets a sign that makes it a text.
export function csvText(rows) {
  const cell = (value) => {
    const text = typeof value !== "number" && /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

// Buttons that save a chart and a table; either may be missing.
export function saveButtons(name, drawing, rows) {
  const button = (text, label, onclick) => h("button", { type: "button", class: "small", "aria-label": label, onclick }, text);
  return h("p", { class: "save-buttons" },
    drawing ? button("Save as SVG", `Save the chart ${name} as SVG`, () => save(`${name}.svg`, "image/svg+xml", svgText(drawing))) : "",
    rows ? button("Save as CSV", `Save the table ${name} as CSV`, () => save(`${name}.csv`, "text/csv", csvText(rows))) : "");
}
