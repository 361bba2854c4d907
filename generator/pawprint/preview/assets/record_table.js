// The view of a table: all records of a component, sorted and filtered, edited cell by cell or several rows at once. The
// grid is one tab stop; arrow keys move in it.

import { h, options, plural } from "./dom.js";
import { editLine, redo, tablesOf, undo, write } from "./edit_requests.js";
import { widgetOf } from "./field_widgets.js";
import { addSearchText, readQuery } from "./filter.js";
import { askForRecord } from "./record_dialog.js";
import { canWrite } from "./source.js";
import { languagesOf, localised, state, writeAddress } from "./state.js";

const SELECT = ""; // the header of the first column, which shows what is selected
const PAGE = 10; // rows

let game = null;
let tables = [];
let table = null;
let rows = []; // those that are shown, in order
let sort = { header: "", down: false };
let active = { id: "", header: "id" }; // id null is the row of headers
let editing = null; // the cell with a widget
let writing = 0; // how many edits have no answer yet
const selected = new Set();
let asked = 0;
let loaded = null; // the data of the game to which the tables belong
let drawnOf = ""; // game, table and columns of the rows in `drawn`
const drawn = new Map(); // id -> row of the page and what it shows: a thousand rows take too long to make for each change

const chooser = h("select", { id: "table-component" });
const count = h("p", { class: "hint", role: "status" });
const button = (text, act, title) => h("button", { type: "button", class: "small", title, onclick: act }, text);
const add = button("Add …", () => create(), "A new record, below the current row");
const copy = button("Duplicate", () => duplicate(), "The selected rows, or the current one");
const remove = button("Delete", () => removeRows(), "The selected rows, or the current one");
const line = editLine(() => game?.id);
const notes = h("ul", { class: "form-findings" });
const grid = h("table", { role: "grid", class: "records", "aria-multiselectable": "true" });
const section = h("section", { class: "table-view" },
  h("div", { class: "edit-bar" }, h("label", { for: "table-component", class: "hidden" }, "Component"), chooser, ...(canWrite ? [add, copy, remove] : []), count),
  line, h("div", { role: "alert" }, notes), h("div", { class: "scroll" }, grid));

export async function showTable(main, data, open) {
  const mine = (asked += 1);
  game = data;
  section.open = open;
  if (section.parentNode !== main) main.replaceChildren(section);
  if (loaded === data) return editing || writing || fill();
  const known = await tablesOf(game.id);
  if (mine !== asked || state.view !== "table" || !known) return;
  tables = known;
  loaded = data;
  if (!editing && !writing) fill();
}

function fill() {
  const language = languagesOf(game)[0];
  table = tables.find((one) => one.name === state.table) ?? tables[0];
  options(chooser, tables.map((one) => [one.name, localised(one.title, language)]), table.name);
  grid.setAttribute("aria-label", localised(table.title, language));
  table.search ??= searchable();
  const { holds } = readQuery(state.query, { components: [{ fields: Object.fromEntries(table.columns.map((one) => [one.field, one.kind])) }] });
  rows = table.rows.filter((row, at) => holds(table.search[at], game.found));
  const at = table.columns.findIndex((one) => one.header === sort.header);
  if (at >= 0) {
    const order = new Intl.Collator(language, { numeric: true });
    const way = sort.down ? -1 : 1;
    rows.sort((one, other) => (one.cells[at] === "") - (other.cells[at] === "") || way * order.compare(one.cells[at], other.cells[at]));
  }
  for (const id of selected) if (!rows.some((row) => row.id === id)) selected.delete(id);
  draw();
}

// The records as the query knows pieces.
function searchable() {
  return table.rows.map((row) => {
    const fields = {};
    table.columns.forEach((column, at) => {
      const text = row.cells[at];
      if (column.variant) (fields[column.field] ??= { text: {} }).text[column.variant] = text;
      else if (column.kind === "number") fields[column.field] = text === "" ? null : Number(text);
      else fields[column.field] = column.kind === "list" ? text.split(", ") : text;
    });
    return addSearchText({ key: `${table.name}/${row.id}`, id: row.id, component: table.name, copies: fields.copies ?? 1, fields });
  });
}

const headers = () => [SELECT, ...table.columns.map((one) => one.header)];

function draw() {
  const focused = grid.contains(document.activeElement);
  const head = h("tr", { role: "row" }, headers().map((header) => {
    const way = header && header === sort.header ? (sort.down ? "descending" : "ascending") : null;
    return h("th", { role: "columnheader", scope: "col", tabindex: "-1", "data-header": header, "aria-sort": way, "aria-label": header ? null : "selected" },
      header || "✓", way ? h("span", { "aria-hidden": "true" }, sort.down ? " ▼" : " ▲") : "");
  }));
  grid.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1"); // its row may come back later
  if (!grid.tHead) grid.replaceChildren(h("thead", { role: "rowgroup" }), h("tbody", { role: "rowgroup" }));
  grid.tHead.replaceChildren(head);
  drawRows(grid.tBodies[0]);
  count.textContent = `${rows.length === table.rows.length ? plural(rows.length, "record") : `${rows.length} of ${plural(table.rows.length, "record")}`}${selected.size ? `, ${selected.size} selected: an edit of one changes all of them` : ""}`;
  copy.disabled = remove.disabled = !rows.length;
  if (active.id !== null && !rows.some((row) => row.id === active.id)) active.id = rows[0]?.id ?? null;
  if (!headers().includes(active.header)) active.header = "id";
  rove(active.id, active.header, focused);
}

// Shows `rows` in *body*: rows that look the same are used again, and stay in their places if only others have changed.
function drawRows(body) {
  const of = JSON.stringify([game.id, table.name, headers()]);
  if (of !== drawnOf) drawn.clear();
  drawnOf = of;
  const before = [...body.rows];
  const after = rows.map((row) => {
    const faulty = game.found.get(`${table.name}/${row.id}`)?.length > 0;
    const look = JSON.stringify([row.cells, table.columns.map((one) => one.kind), faulty, selected.has(row.id)]);
    const known = drawn.get(row.id);
    if (known?.look === look) return known.element;
    const element = rowOf(row, faulty);
    drawn.set(row.id, { look, element });
    return element;
  });
  const moved = after.length !== before.length || after.some((row, at) => row !== before[at] && row.isConnected);
  if (moved) body.replaceChildren(...after);
  else after.forEach((row, at) => row !== before[at] && before[at].replaceWith(row));
}

function rowOf(row, faulty) {
  const cells = table.columns.map((column, at) => {
    const role = column.kind === "id" ? { role: "rowheader", scope: "row" } : { role: "gridcell" };
    return h(column.kind === "id" ? "th" : "td", { ...role, tabindex: "-1", class: `kind-${column.kind}`, "data-header": column.header }, row.cells[at]);
  });
  return h("tr", { role: "row", "data-id": row.id, "aria-selected": String(selected.has(row.id)), class: faulty ? "faulty" : null },
    h("td", { role: "gridcell", tabindex: "-1", class: "mark", "data-header": SELECT, "aria-label": selected.has(row.id) ? "selected" : "not selected" }, selected.has(row.id) ? "✓" : ""), cells);
}

const cellAt = (id, header) =>
  (id === null ? grid.tHead.rows[0] : grid.querySelector(`tr[data-id="${CSS.escape(id)}"]`))?.cells[headers().indexOf(header)];

// Makes a cell the one that Tab reaches.
function rove(id, header, focus = true) {
  grid.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
  active = { id, header };
  const cell = cellAt(id, header);
  cell?.setAttribute("tabindex", "0");
  if (focus) cell?.focus();
}

function move(across, down) {
  const all = headers();
  const ids = [null, ...rows.map((row) => row.id)];
  const x = Math.min(Math.max(all.indexOf(active.header) + across, 0), all.length - 1);
  const y = Math.min(Math.max(ids.indexOf(active.id) + down, 0), ids.length - 1);
  rove(ids[y], all[x]);
}

function toggle(id) {
  if (id !== null) selected.delete(id) || selected.add(id);
  else if (selected.size === rows.length) selected.clear();
  else rows.forEach((row) => selected.add(row.id));
  draw();
}

function sortBy(header) {
  sort = { header, down: sort.header === header && !sort.down };
  fill();
}

const places = (event) => {
  const cell = event.target.closest("[data-header]");
  return cell && grid.contains(cell) ? { id: cell.parentNode.dataset.id ?? null, header: cell.dataset.header } : null;
};

grid.addEventListener("click", (event) => {
  const place = !editing && places(event);
  if (!place) return;
  rove(place.id, place.header);
  if (place.header === SELECT) toggle(place.id);
  else if (place.id === null) sortBy(place.header);
});
grid.addEventListener("dblclick", () => !editing && enter());
chooser.addEventListener("change", () => {
  state.table = chooser.value;
  sort = { header: "", down: false };
  selected.clear();
  notes.replaceChildren();
  active = { id: "", header: "id" };
  writeAddress();
  fill();
});

const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-Infinity, 0], End: [Infinity, 0], PageUp: [0, -PAGE], PageDown: [0, PAGE],
};

grid.addEventListener("keydown", (event) => {
  if (editing) return keyInCell(event);
  const command = event.ctrlKey || event.metaKey;
  const step = STEPS[event.key];
  if (step) move(...(command && step[0] ? [step[0], step[0]] : step));
  else if (command && event.key === "z") event.shiftKey ? redo(game.id) : undo(game.id);
  else if (command && event.key === "y") redo(game.id);
  else if (command && event.key === "a") rows.forEach((row) => selected.add(row.id)) || draw();
  else if (command || event.altKey) return;
  else if (event.key === " ") toggle(active.id);
  else if (event.key === "Enter" || event.key === "F2") enter();
  else if (event.key === "Delete" && isValue()) store("");
  else {
    if (event.key.length === 1 && event.key !== "/" && isValue()) edit(); // the letter goes into the widget
    return;
  }
  event.preventDefault();
});

const isValue = () => canWrite && active.id !== null && ![SELECT, "id"].includes(active.header);

function enter() {
  if (active.header === SELECT) toggle(active.id);
  else if (active.id === null) sortBy(active.header);
  else if (isValue()) edit();
  else if (active.header === "id" && !table.data) section.open(`${table.name}/${active.id}`);
}

function edit(text = null, message = "") {
  const cell = cellAt(active.id, active.header);
  const at = headers().indexOf(active.header) - 1;
  const column = table.columns[at];
  const widget = widgetOf(column, rows.find((row) => row.id === active.id).cells[at], `${active.header} of ${active.id}`);
  if (text !== null) widget.value = text;
  const note = h("p", { class: "field-finding", id: "cell-finding" }, message ? h("span", { class: "error" }, message) : "");
  editing = { ...active, widget, was: widget.value };
  drawn.delete(active.id); // its cell no longer shows the value
  cell.replaceChildren(widget, note);
  cell.classList.add("editing");
  const control = widget.control ?? widget;
  if (message) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", "cell-finding");
  }
  widget.focus();
  control.select?.();
  cell.addEventListener("focusout", (event) => {
    if (editing?.widget === widget && !cell.contains(event.relatedTarget) && document.hasFocus() && event.relatedTarget) finish(true, false);
  });
}

function keyInCell(event) {
  const newline = event.key === "Enter" && (event.shiftKey || event.altKey);
  const onChip = event.target.closest("button");
  if (event.key === "Escape") finish(false);
  else if (event.key === "Enter" && !newline && !onChip) finish(true);
  else if (event.key === "Tab") saveAndMove(event.shiftKey ? -1 : 1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

async function saveAndMove(across) {
  const { id, header } = active;
  if ((await finish(true)) && active.id === id && active.header === header) move(across, 0);
}

// Ends the editing of a cell; its value is saved, or the old one stays.
async function finish(save, focus = true) {
  const { widget, was, id, header } = editing;
  const text = widget.value;
  editing = null;
  if (!save || text === was) {
    fill();
    if (focus) rove(id, header);
    return true;
  }
  return store(text, focus);
}

// Saves *text* in the active column of the active row, or of all selected rows if that is one of them.
async function store(text, focus = true) {
  const { id, header } = active;
  const at = headers().indexOf(header) - 1;
  const several = selected.has(id) ? rows.filter((row) => selected.has(row.id)) : rows.filter((row) => row.id === id);
  const changes = several.map((row) => ({ component: table.name, id: row.id, field: header, was: row.cells[at], text }));
  drawn.delete(id);
  cellAt(id, header).replaceChildren(text);
  if (focus) rove(id, header);
  const answer = await send({ changes });
  if (editing) return answer.ok; // another cell meanwhile
  const here = answer.findings.find((one) => one.id === id && one.field === header && one.severity === "error");
  if (!answer.ok && here && focus) {
    rove(id, header);
    edit(text, `${here.message}${here.help ? `: ${here.help}` : ""}`);
  }
  return answer.ok;
}

async function writeAndRead(data) {
  const answer = await write(game.id, { do: "save", ...data });
  tables = (await tablesOf(game.id)) ?? tables;
  return answer;
}

// Saves *data*, and fills the table when the answer is here: the news of the change may come earlier, and would show rows
// before they are selected. When it is saved, the rows of *select* are the selected ones.
async function send(data, select = null) {
  writing += 1;
  const answer = await writeAndRead(data).finally(() => (writing -= 1));
  notes.replaceChildren(...answer.findings.map((one) => h("li", { class: one.severity },
    `${one.id ? `${one.id}${one.field ? `, ${one.field}` : ""}` : one.place}: ${one.message}${one.help ? `: ${one.help}` : ""}`)),
    ...(answer.references?.length ? referenceNotes(answer.references, data) : []));
  if (answer.ok && select) {
    selected.clear();
    select.forEach((id) => selected.add(id));
  }
  if (!editing) fill();
  return answer;
}

const chosen = () => rows.filter((row) => (selected.size ? selected.has(row.id) : row.id === active.id));

function freeId(id, taken) {
  const stem = id.replace(/-\d+$/, "");
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

const cellsOf = (row) => Object.fromEntries(table.columns.map((column, at) => [column.header, row.cells[at]]).filter(([header, text]) => header !== "id" && text !== ""));

async function create(like = null) {
  notes.replaceChildren();
  const taken = new Set(table.rows.map((row) => row.id));
  const below = rows.find((row) => row.id === active.id)?.id ?? table.rows.at(-1)?.id ?? "";
  const added = await askForRecord(game.id, table, like ? freeId(like.id, taken) : "", like, below);
  tables = (await tablesOf(game.id)) ?? tables;
  if (added) active = { id: added, header: "id" };
  fill();
  rove(active.id, active.header);
}

async function duplicate() {
  const several = chosen();
  if (several.length < 2) return create(several[0]);
  const taken = new Set(table.rows.map((row) => row.id));
  const additions = several.map((row) => {
    const id = freeId(row.id, taken);
    taken.add(id);
    return { component: table.name, id, behind: row.id, cells: cellsOf(row) };
  });
  await send({ additions }, additions.map((one) => one.id));
}

const listed = (names) => new Intl.ListFormat("en").format(names);

// What people call a record: its name or title in the first language that is shown, else its id.
function titleOf({ component, id }) {
  const known = tables.find((one) => one.name === component);
  const at = ["name", "title"].flatMap((field) => known.columns.flatMap((column, at) => (column.field === field ? [at] : [])));
  const first = at.find((one) => known.columns[one].variant === languagesOf(game)[0]) ?? at[0];
  return known.rows.find((row) => row.id === id)?.cells[first] || id;
}

// Says which fields of which records name those that cannot be deleted for that reason, and offers to take them out of
// there, if all of these fields may be without.
function referenceNotes(references, data) {
  const uses = Map.groupBy(references.flatMap(({ named, ...use }) => named.map((one) => ({ ...use, named: one }))), (one) => JSON.stringify([one.named, one.field]));
  const sentences = [...uses.values()].map((some) =>
    `${titleOf(some[0].named)} is in the field “${some[0].field}” of ${listed(some.map(titleOf))}.`);
  const needed = references.filter((one) => !one.removable).map((one) => `${titleOf(one)} needs another value in the field “${one.field}” first.`);
  const both = button("Delete and remove these references", async () => {
    await send({ ...data, references: "remove" });
    rove(active.id, active.header);
  });
  return [...sentences, ...(needed.length ? needed : [both])].map((one) => h("li", { class: "error" }, one));
}

async function removeRows() {
  await send({ removals: chosen().map((row) => ({ component: table.name, id: row.id })) });
  rove(active.id, active.header);
}
