// Widgets for the values of records. A value is a text, as the cell of a spreadsheet has it; an empty one means that the
// record does not have the field. Each widget is an element with a *value* that can be read and set, and sends "input".

import { h, options } from "./dom.js";

// Options beyond this number are offered while typing, and not in a menu.
const MENU = 60;

let numbers = 0;

// The widget of *column* with the value *text*; *label* names it.
export function widgetOf(column, text, label) {
  const common = { "aria-label": label, class: `widget kind-${column.kind}`, "data-header": column.header, lang: column.kind === "text" && column.variant };
  if (column.kind === "flag") return flag(column, text, common);
  if (column.kind === "list" && column.options.length) return list(column, text, label);
  if (column.kind === "text") return withValue(h("textarea", { ...common, rows: "1" }), text);
  if (column.kind === "tree") return withValue(h("textarea", { ...common, rows: "1", spellcheck: "false" }), text);
  if (column.options.length && column.options.length <= MENU) return menu(column, text, common);
  if (column.kind === "number" && (text === "" || isPlain(text))) {
    const step = column.whole ? "1" : "any";
    return withValue(h("input", { ...common, type: "number", min: column.least, max: column.most, step }), text);
  }
  return suggesting(column, text, common);
}

const isPlain = (text) => /^-?\d+(\.\d+)?$/.test(text);

function withValue(element, text) {
  element.value = text;
  return element;
}

function menu(column, text, common) {
  const element = h("select", common);
  const values = column.options.includes(text) || text === "" ? column.options : [text, ...column.options];
  options(element, [...(column.required && text !== "" ? [] : [["", "–"]]), ...values.map((value) => [value, value])], text);
  return element;
}

function suggesting(column, text, common) {
  const element = withValue(h("input", { ...common, type: "text", spellcheck: "false", autocomplete: "off" }), text);
  if (!column.options.length) return element;
  const id = `options-${(numbers += 1)}`;
  element.setAttribute("list", id);
  const holder = h("span", { class: "widget-holder" }, element, h("datalist", { id }, column.options.map((value) => h("option", { value }))));
  return delegating(holder, element);
}

function delegating(holder, element) {
  Object.defineProperty(holder, "value", { get: () => element.value, set: (text) => (element.value = text) });
  holder.focus = (...how) => element.focus(...how);
  holder.control = element;
  return holder;
}

// A record without the flag has it false: such a record stays without it until the box is ticked.
function flag(column, text, common) {
  const box = h("input", { ...common, type: "checkbox" });
  const holder = h("span", { class: "widget-holder" }, box);
  let absent = text === "";
  Object.defineProperty(holder, "value", {
    get: () => (box.checked ? "true" : absent ? "" : "false"),
    set: (now) => {
      absent = now === "";
      box.checked = now === "true";
    },
  });
  holder.value = text;
  holder.focus = (...how) => box.focus(...how);
  holder.control = box;
  return holder;
}

// Entries with a button to remove each, and a menu that adds one. A list in brackets is too special for that.
function list(column, text, label) {
  if (text.startsWith("[")) return withValue(h("input", { type: "text", class: "widget", "aria-label": label, "data-header": column.header }), text);
  const entries = [];
  const chips = h("span", { class: "chips" });
  const adder = h("select", { class: "widget", "aria-label": `add to ${label}`, "data-header": column.header });
  const holder = h("span", { class: "widget-holder entries", role: "group", "aria-label": label }, chips, adder);
  const changed = () => {
    draw();
    holder.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const draw = () => {
    chips.replaceChildren(...entries.map((entry, at) =>
      h("button", { type: "button", class: "chip", "aria-label": `remove ${entry} from ${label}`, onclick: () => {
        entries.splice(at, 1);
        changed();
        (chips.children[Math.min(at, entries.length - 1)] ?? adder).focus();
      } }, entry, h("span", { "aria-hidden": "true" }, " ✕"))));
    options(adder, [["", entries.length ? "add …" : "none; add …"], ...column.options.filter((one) => !entries.includes(one)).map((one) => [one, one])], "");
  };
  adder.addEventListener("input", (event) => event.stopPropagation());
  adder.addEventListener("change", () => {
    if (!adder.value) return;
    entries.push(adder.value);
    changed();
  });
  Object.defineProperty(holder, "value", {
    get: () => entries.join(", "),
    set: (now) => {
      entries.splice(0, Infinity, ...now.split(/[,;\n]/).map((one) => one.trim()).filter(Boolean));
      draw();
    },
  });
  holder.value = text;
  holder.focus = (...how) => adder.focus(...how);
  holder.control = adder;
  return holder;
}
