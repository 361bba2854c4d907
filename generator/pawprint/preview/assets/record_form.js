// The form of one record: a widget for each value, the languages or editions of a field side by side.

import { h } from "./dom.js";
import { widgetOf } from "./field_widgets.js";

export class RecordForm {
  // *changed* is called after each input.
  constructor(changed) {
    this.widgets = new Map(); // header -> widget
    this.was = new Map(); // header -> the value in the catalog
    this.known = "";
    this.rows = h("div", { class: "fields" });
    this.general = h("ul", { class: "form-findings" });
    this.element = h("div", { class: "record-form" }, h("div", { role: "alert" }, this.general), this.rows);
    this.rows.addEventListener("input", () => {
      this.mark();
      changed();
    });
  }

  // Shows the values *cells* of a record; input that has not been saved stays if it is the same *key*.
  show(key, columns, cells) {
    const shape = JSON.stringify([key, columns]);
    const dirty = shape === this.known ? this.changes() : new Map();
    const texts = new Map(columns.map((column, at) => [column.header, cells[at]]).filter(([header]) => header !== "id"));
    if (shape !== this.known) this.build(columns, texts);
    for (const [header, text] of texts) {
      const widget = this.widgets.get(header);
      if (!dirty.has(header) && widget.value !== text) widget.value = text;
      if (!dirty.has(header)) this.was.set(header, text);
    }
    this.known = shape;
    this.mark();
  }

  build(columns, texts) {
    this.widgets.clear();
    this.was.clear();
    this.general.replaceChildren();
    const fields = Map.groupBy(columns.filter((column) => column.header !== "id"), (column) => column.field);
    this.rows.replaceChildren(...[...fields].map(([field, variants]) => this.row(field, variants, texts)));
  }

  row(field, variants, texts) {
    const values = variants.map((column) => {
      const label = variants.length > 1 ? `${field} (${column.variant})` : field;
      const widget = widgetOf(column, texts.get(column.header), label);
      this.widgets.set(column.header, widget);
      if (column.required && column.kind !== "flag") (widget.control ?? widget).setAttribute("aria-required", "true");
      // It is read as the description of its field, not a second time on its own.
      const note = h("p", { class: "field-finding", "aria-hidden": "true", id: `finding-${column.header}`, "data-for": column.header });
      return h("div", { class: "field-value" }, variants.length > 1 ? h("span", { class: "variant", "aria-hidden": "true" }, column.variant) : "", widget, note);
    });
    return h("div", { class: "field-row", "data-field": field }, h("span", { class: "field-name", "aria-hidden": "true" }, field, variants[0].required ? h("small", {}, "required") : ""), h("div", { class: `field-values kind-${variants[0].kind}` }, values));
  }

  // header -> value, of all that differ from the catalog.
  changes() {
    return new Map([...this.widgets].map(([header, widget]) => [header, widget.value]).filter(([header, text]) => text !== this.was.get(header)));
  }

  get dirty() {
    return this.changes().size > 0;
  }

  mark() {
    const changes = this.changes();
    for (const [header, widget] of this.widgets) widget.classList.toggle("changed", changes.has(header));
  }

  revert() {
    for (const [header, widget] of this.widgets) widget.value = this.was.get(header);
    this.mark();
    this.findings([]);
  }

  // What was saved is what the catalog has now.
  accept() {
    for (const [header, widget] of this.widgets) this.was.set(header, widget.value);
    this.mark();
  }

  // Shows findings at their fields, and the others above them.
  findings(all) {
    const others = [];
    for (const note of this.rows.querySelectorAll(".field-finding")) note.replaceChildren();
    for (const widget of this.widgets.values()) {
      const control = widget.control ?? widget;
      control.removeAttribute("aria-invalid");
      control.removeAttribute("aria-describedby");
    }
    for (const one of all) {
      const widget = this.widgets.get(one.field);
      const text = one.code.startsWith("missing-") && one.severity === "error" ? "Fill in this field." : `${one.message}${one.help ? `: ${one.help}` : ""}`;
      if (!widget) {
        others.push(h("li", { class: one.severity }, one.place ? `${one.place}: ${text}` : text));
        continue;
      }
      const note = this.rows.querySelector(`[data-for="${CSS.escape(one.field)}"]`);
      const control = widget.control ?? widget;
      note.append(h("span", { class: one.severity }, text));
      control.setAttribute("aria-describedby", note.id);
      if (one.severity === "error") control.setAttribute("aria-invalid", "true");
    }
    this.general.replaceChildren(...others);
  }

  // To the first field, from top to bottom, that *found* is about.
  focus(found) {
    const all = [...this.widgets];
    (all.find(([header]) => found.some((one) => one.field === header)) ?? all[0])[1].focus();
  }
}
