// The fields of the open piece, to be edited. The pictures show what is typed before it is saved.

import { h } from "./dom.js";
import { editLine, request, tablesOf, write } from "./edit_requests.js";
import { showDraft, endDraft } from "./pictures.js";
import { RecordForm } from "./record_form.js";

const DRAFT_MS = 40;

let game = null;
let piece = null;
let boxes = () => [];
let timer = 0;
let drawing = false;
let again = false;
let warned = false;

const form = new RecordForm(() => {
  warned = false;
  update();
  clearTimeout(timer);
  timer = setTimeout(draft, DRAFT_MS);
});
const save = h("button", { type: "button", class: "save", onclick: () => store() }, "Save");
const revert = h("button", { type: "button", class: "small", onclick: () => discard() }, "Revert");
const hint = h("p", { class: "hint", role: "status" });
const line = editLine(() => game?.id);
const element = h("section", { class: "edit-piece", "aria-label": "Fields" }, form.element,
  h("div", { class: "edit-foot" }, h("div", { class: "edit-bar" }, save, revert, hint), line));

element.addEventListener("keydown", (event) => {
  if ((event.key === "s" || event.key === "Enter") && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    store();
  }
  if (event.key === "Escape" && form.dirty) {
    event.preventDefault(); // the first Escape takes back what was typed, the next one closes the view
    event.stopPropagation();
    discard();
    hint.textContent = "Not saved: taken back.";
  }
});

// The element with the fields of a piece; *pictures()* are the boxes that show it.
export function fieldsOf(data, one, pictures) {
  const other = game?.id !== data.id || piece?.key !== one.key;
  game = data;
  piece = one;
  boxes = pictures;
  if (other) {
    hint.textContent = "";
    warned = false;
  }
  load();
  return element;
}

// Whether the piece may be left: input that is not saved is pointed out once.
export function mayLeave() {
  if (!form.dirty || warned || !element.isConnected) return true;
  warned = true;
  hint.textContent = "There are changes that are not saved. Save them, or leave again to discard them.";
  save.focus();
  return false;
}

// Takes back what was typed and not saved.
export function forget() {
  if (form.dirty) discard();
}

async function load() {
  const mine = piece;
  const tables = await tablesOf(game.id, piece.component, piece.id);
  if (mine !== piece || !tables) return;
  form.show(piece.key, tables[0].columns, tables[0].rows[0].cells);
  update();
}

function update() {
  save.disabled = revert.disabled = !form.dirty;
}

const changes = () =>
  [...form.changes()].map(([field, text]) => ({ component: piece.component, id: piece.id, field, was: form.was.get(field), text }));

// One draft is drawn at a time, and the last one always.
async function draft() {
  if (drawing) {
    again = true;
    return;
  }
  if (!form.dirty) {
    form.findings([]);
    return boxes().forEach(endDraft);
  }
  drawing = true;
  const mine = piece;
  const shown = boxes();
  const views = shown.map((box) => box.url.slice(box.url.indexOf("?") + 1));
  const answer = await request(game.id, { do: "draft", changes: changes(), component: piece.component, id: piece.id, views });
  drawing = false;
  if (mine.key === piece.key && form.dirty && !again) {
    form.findings(answer.findings);
    (answer.pictures ?? []).forEach((svg, at) => svg && showDraft(shown[at], svg));
  }
  if (again) {
    again = false;
    draft();
  }
}

async function store() {
  clearTimeout(timer);
  if (!form.dirty) return;
  const answer = await write(game.id, { do: "save", changes: changes() });
  form.findings(answer.findings);
  if (answer.ok) {
    form.accept();
    hint.textContent = "";
    boxes().forEach(endDraft);
  } else if (answer.findings.length) form.focus(answer.findings);
  update();
}

function discard() {
  clearTimeout(timer);
  form.revert();
  update();
  boxes().forEach(endDraft);
}
