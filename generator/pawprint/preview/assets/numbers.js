// The view of numbers: components, copies by two fields, the curve of a number, the odds of a hand. The server counts.

import { columnChart, rowChart, saveButtons } from "./charts.js";
import { h, options } from "./dom.js";
import { read } from "./source.js";
import { languagesOf, localised, state, writeAddress } from "./state.js";

const CONTROLS = ["component", "rows", "columns", "count", "curve", "property", "value", "hand"];
const NOTHING = "-"; // the second field of a table with one
let shown = ""; // the game in the view
let asked = 0;
let typing;
let again = () => {};
const controls = {};
const parts = {};

export async function showNumbers(main, game, filled) {
  if (shown !== game.id || !parts.root?.isConnected) {
    shown = game.id;
    build();
    main.replaceChildren(parts.root);
  }
  again = () => showNumbers(main, game, filled);
  const mine = (asked += 1);
  const language = languagesOf(game)[0] ?? "";
  const words = { ...Object.fromEntries(new URLSearchParams(state.numbers)), lang: language, edition: game.edition ?? "" };
  const data = await read(`numbers/${game.id}`, words).catch(() => null);
  if (mine !== asked || state.view !== "numbers" || !data) return;
  fill(game, data, language);
  filled();
}

export function leaveNumbers() {
  shown = "";
}

const section = (title, tools, ...content) => h("section", { class: "numbers" }, h("h2", {}, title), tools.length ? h("div", { class: "number-tools live" }, tools) : "", ...content);

function build() {
  const pair = (name, text, control) => {
    controls[name] = control;
    const event = name === "hand" ? "input" : "change";
    control.addEventListener(event, () => {
      clearTimeout(typing);
      typing = setTimeout(() => choose(name, control.value), name === "hand" ? 150 : 0);
    });
    return h("label", { class: "pair" }, `${text} `, control);
  };
  const choice = (name, text) => pair(name, text, h("select"));
  for (const name of ["overview", "table", "curve", "odds"]) parts[name] = h("div", { class: "number-part" });
  parts.root = h("div", {},
    section("Components", [], parts.overview),
    section("Copies by field", [choice("component", "Component"), choice("rows", "Rows"), choice("columns", "Columns"), choice("count", "Count")], parts.table),
    section("Curve", [choice("curve", "Number")], parts.curve),
    section("Odds of a hand", [choice("property", "Cards with"), choice("value", "equal to"), pair("hand", "Hand of", h("input", { type: "number", min: 0, class: "hand" }))], parts.odds));
  options(controls.count, [["copies", "copies"], ["kinds", "kinds"]], "copies");
}

function choose(name, value) {
  const words = new URLSearchParams(state.numbers);
  words.set(name, value);
  if (name === "component") for (const other of CONTROLS) if (!["component", "count", "hand"].includes(other)) words.delete(other);
  if (name === "property") words.delete("value");
  state.numbers = words.toString();
  writeAddress();
  again();
}

function fill(game, data, language) {
  const count = new URLSearchParams(state.numbers).get("count") === "kinds" ? "kinds" : "copies";
  fillOverview(game, data, language);
  parts.root.classList.toggle("nothing", !data.component);
  if (!data.component) return;
  const { fields, numeric, table, curve, odds } = data;
  options(controls.component, data.components.map(([name, title]) => [name, localised(title, language)]), data.component);
  options(controls.rows, fields.map((name) => [name, name]), table?.by[0]);
  options(controls.columns, [[NOTHING, "–"], ...fields.filter((name) => name !== table?.by[0]).map((name) => [name, name])], table?.by[1] || NOTHING);
  controls.count.value = count;
  options(controls.curve, numeric.map((name) => [name, name]), curve?.field);
  options(controls.property, fields.map((name) => [name, name]), odds?.field);
  options(controls.value, (odds?.values ?? []).map((name) => [name, name]), odds?.value);
  if (document.activeElement !== controls.hand) controls.hand.value = odds?.hand ?? "";
  controls.hand.max = odds?.deck ?? "";
  const empty = (words) => h("p", { class: "hint" }, words);
  parts.table.replaceChildren(...(table ? tableOf(data.component, table, count) : [empty("No field of this component groups its pieces.")]));
  parts.curve.replaceChildren(...(curve ? curveOf(data.component, curve, count) : [empty("This component has no number.")]));
  parts.odds.replaceChildren(...(odds ? oddsOf(data.component, odds) : [empty("No field of this component groups its pieces.")]));
}

// A table from its rows of cells: the first row and the first column are headings, *last* rows are sums.
function tableFrom(caption, rows, last = 0, bars = false) {
  const [head, ...body] = rows;
  const most = Math.max(...body.slice(0, body.length - last).flatMap((row) => row.slice(1, bars ? row.length - 1 : 1)).filter(Number.isFinite), 1);
  const cell = (value, at, row, sum) => {
    const number = typeof value === "number";
    const bar = bars && number && !sum && at < row.length - 1 && value > 0;
    return at ? h("td", { class: [number && "number", bar && "measured"].filter(Boolean).join(" "), style: bar ? { "--part": `${(100 * value) / most}%` } : {} }, value) : h("th", { scope: "row" }, value);
  };
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    h("table", { class: "number-table" }, h("caption", { class: "hidden" }, caption),
      h("thead", {}, h("tr", {}, head.map((name, at) => (at || name ? h("th", { scope: "col" }, name) : h("td"))))),
      h("tbody", {}, body.map((row, at) => {
        const sum = at >= body.length - last;
        return h("tr", { class: sum ? "sums" : "" }, row.map((value, column) => cell(value, column, row, sum)));
      }))));
}

const scrolled = (title, chart) => h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, chart);
const sumOf = (rows, at) => rows.reduce((sum, row) => sum + (typeof row[at] === "number" ? row[at] : 0), 0);

function fillOverview(game, { overview, languages = [] }, language) {
  const lacking = languages.filter((one) => overview.some((row) => row.texts?.[one].missing));
  const head = ["", "kinds", "copies", ...languages.map((one) => `words ${one}`), ...lacking.map((one) => `missing ${one}`), "errors", "warnings"];
  const rows = overview.map((row) => [
    row.component ? localised(row.title, language) : "the game and its layouts", row.kinds ?? "", row.copies ?? "",
    ...languages.map((one) => row.texts?.[one].words ?? ""), ...lacking.map((one) => row.texts?.[one].missing ?? ""), row.errors, row.warnings,
  ]);
  const all = [head, ...rows, ["all", ...head.slice(1).map((_, at) => sumOf(rows, at + 1))]];
  parts.overview.replaceChildren(tableFrom("Components", all, 1), saveButtons(`${game.id}-components`, null, all));
}

function tableOf(component, table, count) {
  const [rowsBy, columnsBy] = table.by;
  const part = (pair) => pair[count === "kinds" ? 0 : 1];
  const rows = table.rows.map((name, at) => [name, ...(columnsBy ? table.cells[at].map(part) : []), part(table.rowSums[at])]);
  const all = [[columnsBy ? `${rowsBy} \\ ${columnsBy}` : rowsBy, ...table.columns, count], ...rows,
    ["all", ...(columnsBy ? table.columnSums.map(part) : []), part(table.whole)]];
  const title = `${component}: ${count} by ${rowsBy}${columnsBy ? ` and ${columnsBy}` : ""}`;
  const chart = rowChart(title, table.rows.map((label, at) => ({ label, parts: columnsBy ? table.cells[at].map(part) : [part(table.rowSums[at])], sum: part(table.rowSums[at]) })), table.columns);
  const twice = sumOf(rows, rows[0]?.length - 1) > part(table.whole);
  return [tableFrom(title, all, 1, true),
    twice ? h("p", { class: "hint" }, "A piece with several values counts for each of them, and once in the sums.") : "",
    scrolled(title, chart), saveButtons(`${component}-${rowsBy}${columnsBy ? `-${columnsBy}` : ""}`, chart, all)].filter(Boolean);
}

const plain = (number) => String(Number(number.toFixed(2)));

function curveOf(component, curve, count) {
  const at = count === "kinds" ? 1 : 2;
  const title = `${component}: ${count} by ${curve.field}`;
  const bars = curve.counts.map((one) => ({ label: plain(one[0]), value: one[at], text: String(one[at]) }));
  const chart = columnChart(title, bars, curve.field);
  const facts = [curve.mean !== null && `mean ${plain(curve.mean)}, median ${plain(curve.median)} of all copies`, curve.lacking[0] && `${curve.lacking[1]} copies without ${curve.field}`];
  return [scrolled(title, chart), h("p", { class: "facts-line" }, facts.filter(Boolean).join("; ")),
    saveButtons(`${component}-${curve.field}-curve`, chart, [[curve.field, "kinds", "copies"], ...curve.counts])];
}

const percent = (share) => (share > 0 && share < 0.001 ? "< 0.1 %" : share < 1 && share > 0.999 ? "> 99.9 %" : `${(100 * share).toFixed(1)} %`);

function oddsOf(component, odds) {
  const title = `${component}: at least so many with ${odds.field} ${odds.value} in a hand of ${odds.hand}`;
  const chart = columnChart(title, odds.atLeast.map((share, at) => ({ label: String(at), value: share, text: percent(share) })), `at least so many in a hand of ${odds.hand}`);
  const all = [["cards", "exactly", "at least"], ...odds.exactly.map((share, at) => [String(at), percent(share), percent(odds.atLeast[at])])];
  return [h("p", { class: "facts-line", role: "status" }, `${odds.with} of ${odds.deck} copies have ${odds.field} ${odds.value}; ${plain(odds.expected)} in a hand of ${odds.hand} on average`),
    scrolled(title, chart), tableFrom(title, all),
    saveButtons(`${component}-hand-of-${odds.hand}`, chart, [all[0], ...odds.exactly.map((share, at) => [at, share, odds.atLeast[at]])])];
}
