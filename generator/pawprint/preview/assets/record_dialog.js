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
    const id = h("input", { type: "text", class: "widget", id: "new-id", "aria-required": "true", value: suggested, autocomplete: "off", spellcheck: "false" });
    const fault = h("p", { class: "field-finding", id: "new-id-finding", "aria-hidden": "true" });
    const dialog = h("dialog", { class: "record-dialog", "aria-labelledby": "new-title" },
      h("header", {}, h("h2", { id: "new-title" }, "New record")),
      h("form", { class: "facts", method: "dialog", onsubmit: save },
        h("div", { class: "field-row" }, h("label", { class: "field-name", for: "new-id" }, "id", h("small", { "aria-hidden": "true" }, "required")), h("div", {}, id, fault)),
        form.element,
        h("div", { class: "edit-bar" }, h("button", { type: "submit", class: "save" }, "Create"), h("button", { type: "button", class: "small", onclick: () => dialog.close() }, "Cancel"))));
    async function save(event) {
      event.preventDefault();
      const cells = Object.fromEntries([...form.widgets].map(([header, widget]) => [header, widget.value]).filter(([, text]) => text !== ""));
      const answer = await write(game, { do: "save", additions: [{ component: table.name, id: id.value.trim(), behind, cells }] });
      const found = answer.findings.flatMap(atFields);
      const ofId = found.filter((one) => one.field === "id");
      form.findings([...found.filter((one) => one.field !== "id"), ...(answer.refused ? [{ field: "", severity: "error", message: answer.refused, help: "", place: "" }] : [])]);
      fault.replaceChildren(...ofId.map((one) => h("span", { class: one.severity }, one.message)));
      id.toggleAttribute("aria-invalid", ofId.length > 0);
      if (ofId.length) id.setAttribute("aria-describedby", fault.id);
      else id.removeAttribute("aria-describedby");
      if (!answer.ok) return ofId.length ? id.focus() : form.focus(found);
      added = id.value.trim();
      dialog.close();
    }
    // What is missing is nowhere in the request: the message names its field, or its language.
    const atFields = (one) => {
      const names = (column) => (one.code === "missing-field" ? one.message.endsWith(`'${column.field}'`)
        : one.code === "missing-translation" && one.message.includes(`'${column.field}'`) && one.message.endsWith(`'${column.variant}'`));
      const missing = table.columns.filter(names);
      return missing.length ? missing.map((column) => ({ ...one, field: column.header })) : [one];
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
