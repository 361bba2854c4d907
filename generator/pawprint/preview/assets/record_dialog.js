// The form of a new record, in a dialog.

import { h } from "./dom.js";
import { write } from "./edit_requests.js";
import { RecordForm } from "./record_form.js";

// Asks for a new record of *table* and saves it below the record *behind*; done with its id, or "" if none was made.
export function askForRecord(game, table, suggested, like, behind) {
  return new Promise((done) => {
    let added = "";
    const form = new RecordForm(() => {});
    form.show(`new ${table.name}`, table.columns, like ? like.cells : table.columns.map(() => ""));
    const id = h("input", { type: "text", class: "widget", id: "new-id", value: suggested, autocomplete: "off", spellcheck: "false" });
    const fault = h("p", { class: "field-finding", id: "new-id-finding" });
    const dialog = h("dialog", { class: "record-dialog", "aria-labelledby": "new-title" },
      h("header", {}, h("h2", { id: "new-title" }, "New record")),
      h("form", { class: "facts", method: "dialog", onsubmit: save },
        h("div", { class: "field-row" }, h("label", { class: "field-name", for: "new-id" }, "id"), h("div", {}, id, fault)),
        form.element,
        h("div", { class: "edit-bar" }, h("button", { type: "submit", class: "save" }, "Create"), h("button", { type: "button", class: "small", onclick: () => dialog.close() }, "Cancel"))));
    async function save(event) {
      event.preventDefault();
      const cells = Object.fromEntries([...form.widgets].map(([header, widget]) => [header, widget.value]).filter(([, text]) => text !== ""));
      const answer = await write(game, { do: "save", additions: [{ component: table.name, id: id.value.trim(), behind, cells }] });
      const found = answer.findings.map(atField);
      const ofId = found.filter((one) => one.field === "id");
      form.findings(found.filter((one) => one.field !== "id"));
      fault.replaceChildren(...ofId.map((one) => h("span", { class: one.severity }, one.message)));
      if (ofId.length) id.setAttribute("aria-describedby", fault.id);
      if (answer.refused) form.findings([{ field: "", severity: "error", message: answer.refused, help: "", place: "" }]);
      if (!answer.ok) return ofId.length ? id.focus() : form.focus(found[0]?.field);
      added = id.value.trim();
      dialog.close();
    }
    // A field that is missing is nowhere in the request: the message names it.
    const atField = (one) => {
      const missing = one.code === "missing-field" && table.columns.find((column) => one.message.endsWith(`'${column.field}'`));
      return missing ? { ...one, field: missing.header } : one;
    };
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(added);
    });
    document.body.append(dialog);
    dialog.showModal();
    id.select();
  });
}
