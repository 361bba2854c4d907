// The panel that prints and exports: it shows the command that does the same, has it run, and lists its files.

import { $, h, options, plural } from "./dom.js";
import { matching } from "./pieces.js";
import { canRun, copyText, read, send } from "./source.js";
import { languagesOf, state } from "./state.js";

const POLL_MS = 400;
export const MARKED = "The last build is recorded as printed.";
const PICTURES = /\.(png|jpg|webp|svg)$/;
const dialog = $("print-panel");
let game = null;
let chosen = []; // pieces that were chosen elsewhere
let after = () => {};
let asked = 0;
let opened = 0;

const field = (label, name, choices) => h("label", { class: "pair" }, `${label} `, h("select", { name }, choices.map(([value, text]) => h("option", { value }, text))));
const form = h("form", { class: "panel-form", "aria-label": "What to make" },
  field("Make", "target", [["", "PDF files to print"], ["png", "PNG pictures"], ["jpg", "JPEG pictures"], ["webp", "WebP pictures"], ["svg", "SVG pictures"], ["pdf", "a PDF file of each piece"], ["contact", "contact sheets"]]),
  field("Of", "what", [["all", "everything"], ["sheets", "all pieces"], ["shown", "the pieces that are shown"], ["changed", "what has changed since it was printed"], ["chosen", "the chosen pieces"]]),
  field("Languages", "lang", [["shown", "those that are shown"], ["", "all"]]),
  field("Paper", "paper", []),
  field("Backs", "duplex", [["", "flip on the long edge"], ["short-edge", "flip on the short edge"], ["gutterfold", "fold and glue"], ["off", "no backs"]]),
  h("label", { class: "pair" }, "Bleed ", h("select", { name: "bleed" }, [["", "as the game says"], ...["0", "1mm", "2mm", "3mm", "5mm"].map((one) => [one, one])].map(([value, text]) => h("option", { value }, text)))),
  field("Marks", "marks", [["", "crop marks"], ["grid", "hairlines"], ["none", "none"]]),
  field("Printer", "printer", [["", "any"]]),
  h("label", { class: "check" }, h("input", { type: "checkbox", name: "cover", checked: true }), " Cover page"),
  h("label", { class: "check" }, h("input", { type: "checkbox", name: "ink" }), " Low ink"));
const command = h("code", { class: "command" });
const make = h("button", { type: "button", class: "make", onclick: run }, "Make the files");
const copy = h("button", { type: "button", class: "go", onclick: () => copyText(command.textContent) }, "Copy");
const said = h("p", { role: "status" });
const output = h("pre", { class: "output", tabindex: "0", "aria-label": "Output of the command", hidden: true });
const files = h("ul", { class: "made" });
const mark = h("button", { type: "button", class: "go", hidden: true, onclick: async () => {
  said.textContent = (await markAsPrinted(game)) || MARKED;
  mark.hidden = true;
  after();
} }, "Mark as printed");

dialog.append(
  h("header", { role: "none" }, h("h2", { id: "print-title" }, "Print and export"), h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
  h("div", { class: "print-body" }, form, h("p", {}, command, " ", copy), h("p", {}, make), said, mark, output, files),
);
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
form.addEventListener("change", showCommand);
form.addEventListener("submit", (event) => event.preventDefault());

// Opens the panel for *data*, a game. *pieces*: the chosen ones; *what*: a choice of the list.
export async function openPrintPanel(data, { what = "all", pieces = [], done = () => {} } = {}) {
  opened += 1;
  game = data;
  chosen = pieces;
  after = done;
  options(form.elements.paper, game.papers.map((name) => [name, name]), state.paper || "A4");
  form.elements.what.value = what;
  form.elements.what.querySelector("[value=chosen]").hidden = !pieces.length;
  form.elements.ink.checked = state.ink === "low";
  make.hidden = !canRun;
  dialog.showModal();
  showCommand();
  const [{ printers }] = await Promise.all([read("printers"), offerChanged()]);
  options(form.elements.printer, [["", "any"], ...printers.map((name) => [name, name])], form.elements.printer.value);
}

// What has changed can be printed only where it is known what was printed.
async function offerChanged() {
  const { since } = await read(`comparisons/${game.id}`);
  const option = form.elements.what.querySelector("[value=changed]");
  option.hidden = option.disabled = !since.includes("printed");
  if (!option.hidden || !option.selected) return;
  form.elements.what.value = "all";
  showCommand();
}

function request() {
  const { target, what, lang, paper, duplex, bleed, marks, printer, cover, ink } = form.elements;
  const building = !target.value;
  const wanted = {};
  if (lang.value) wanted.lang = languagesOf(game).join(",");
  if (game.edition && Object.keys(game.editions)[0] !== game.edition) wanted.edition = game.edition;
  if (bleed.value) wanted.bleed = bleed.value;
  if (ink.checked) wanted["low-ink"] = true;
  if (building) {
    if (paper.value !== "A4") wanted.paper = paper.value;
    for (const one of [duplex, marks, printer]) if (one.value) wanted[one.name] = one.value;
    if (!cover.checked) wanted["no-cover"] = true;
    if (what.value === "changed") wanted.changed = true;
    if (what.value === "sheets" || (what.value === "shown" && !state.query)) wanted.only = "cards,tiles,tokens,boards";
  }
  const shown = what.value === "shown" && state.query ? matching(game).map((piece) => piece.key) : [];
  const cards = what.value === "chosen" ? chosen : shown;
  return { do: building ? "build" : "export", ...(building ? {} : { target: target.value }), options: wanted, cards };
}

async function showCommand() {
  const mine = (asked += 1);
  output.hidden = mark.hidden = true; // they belong to the command before
  files.replaceChildren();
  const nothing = form.elements.what.value === "shown" && Boolean(state.query) && !matching(game).length;
  make.disabled = nothing;
  said.textContent = nothing ? "No piece is shown." : canRun ? "" : "This preview is read-only: run the command in a terminal.";
  for (const name of ["paper", "duplex", "marks", "printer", "cover"]) form.elements[name].disabled = Boolean(form.elements.target.value);
  const answer = await post(`command/${game.id}`, request());
  if (mine === asked) command.textContent = nothing ? "" : answer.command ?? "";
}

async function post(path, data) {
  const answer = await send(path, data).catch(() => null);
  if (!answer) return { refused: "The preview has ended." };
  return answer.ok ? answer.json() : { refused: answer.status === 404 ? "This is no longer in the catalog." : await answer.text() };
}

async function run() {
  const mine = opened;
  const data = request();
  make.disabled = form.inert = true;
  let now = await post(`run/${game.id}`, data);
  while (!now.refused && now.code === null) {
    show(now, "Working …");
    await new Promise((done) => setTimeout(done, POLL_MS));
    now = await read("runs").catch(() => ({ refused: "The preview has ended." }));
  }
  make.disabled = form.inert = false;
  if (mine !== opened) return showCommand(); // the panel has been opened again meanwhile
  if (now.refused) said.textContent = now.refused;
  else show(now, now.code ? "It could not be done:" : `Done: ${kindsOf(now.files)}.`);
  mark.hidden = now.code !== 0 || data.do !== "build";
  await offerChanged();
  after();
}

// `2 PDF files and 1 PNG file`.
function kindsOf(paths) {
  const kinds = Map.groupBy(paths, (path) => path.split(".").at(-1).toUpperCase());
  const counts = [...kinds].map(([kind, some]) => plural(some.length, `${kind} file`));
  return counts.length ? new Intl.ListFormat("en").format(counts) : "no file was written";
}

function show(now, text) {
  command.textContent = now.command;
  said.textContent = text;
  output.hidden = !now.output;
  output.textContent = now.output;
  output.scrollTop = output.scrollHeight;
  files.append(...now.files.map(fileOf).slice(files.children.length));
}

function fileOf(path, index) {
  const name = path.split("/").at(-1);
  const href = `made/${index}/${encodeURIComponent(name)}`;
  return h("li", {},
    PICTURES.test(name) ? h("img", { src: href, alt: "", loading: "lazy" }) : "",
    h("a", { href, target: "_blank" }, path), " ", h("a", { href, download: name, "aria-label": `Save ${name}` }, "Save"));
}

// Has the last build of *data*, a game, recorded as printed; resolves with what the command says if it fails.
export async function markAsPrinted(data) {
  let now = await post(`run/${data.id}`, { do: "printed", options: {}, cards: [] });
  while (!now.refused && now.code === null) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    now = await read("runs");
  }
  return now.refused ?? (now.code ? now.output : "");
}
