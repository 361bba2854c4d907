// The panel beside the table: dice, counters, notes, and what happened.

import { addCounter, count, note, removeCounter, roll } from "./table_actions.js";
import { h } from "./dom.js";
import { word } from "./table_words.js";

const SIDES = [2, 4, 6, 8, 10, 12, 20];

export class TablePanel {
  constructor(host, app) {
    this.app = app;
    this.dice = h("p", { class: "dice" });
    this.number = h("select", {}, ...[1, 2, 3, 4, 5, 6].map((number) => h("option", {}, number)));
    this.counters = h("ul", { class: "counters" });
    this.name = h("input", { type: "text", maxlength: 40, autocomplete: "off" });
    this.notes = h("textarea", { rows: 5, maxlength: 20000, "aria-labelledby": "notes-title" });
    this.notes.addEventListener("change", () => app.act(note(app.state, this.notes.value)));
    this.log = h("ol", { class: "log", tabindex: 0, "aria-labelledby": "log-title" });
    const die = (sides) => h("button", { type: "button", onclick: () => app.act(roll(app.state, sides, Number(this.number.value))) }, sides === 2 ? word("coin") : word("die", { sides }));
    const add = h("form", {
      class: "row",
      onsubmit: (event) => {
        event.preventDefault();
        const name = this.name.value.trim();
        if (name) app.act(addCounter(app.state, name));
        this.name.value = "";
      },
    }, h("label", { class: "field" }, h("span", {}, word("new_counter")), this.name), h("button", {}, word("add")));
    host.append(
      h("section", {}, h("h2", {}, word("dice")), h("div", { class: "row" }, h("label", { class: "field" }, h("span", {}, word("how_many_dice")), this.number), ...SIDES.map(die)), this.dice),
      h("section", {}, h("h2", {}, word("counters")), this.counters, add),
      h("section", {}, h("h2", { id: "notes-title" }, word("notes")), this.notes),
      h("section", {}, h("h2", { id: "log-title" }, word("log")), this.log),
    );
  }

  render(state) {
    this.dice.textContent = state.dice ? `${state.dice.values.length > 1 ? `${state.dice.values.length} × ` : ""}${state.dice.kind}: ${state.dice.shown}` : word("no_dice");
    this.#counters(state);
    if (this.notes.value !== state.notes) this.notes.value = state.notes;
    this.log.replaceChildren(...state.log.toReversed().map((line) => h("li", {}, line)));
  }

  // Buttons stay the same elements while the names do, so that the focus stays on one that is pressed.
  #counters(state) {
    const names = JSON.stringify(state.counters.map((counter) => counter.name));
    if (this.counters.dataset.names !== names) {
      this.counters.dataset.names = names;
      this.counters.replaceChildren(...state.counters.map((counter, index) => this.#counter(counter.name, index)));
    }
    state.counters.forEach((counter, index) => {
      this.counters.children[index].querySelector("output").textContent = counter.value;
    });
  }

  #counter(name, index) {
    const app = this.app;
    const change = (by) => app.act(count(app.state, index, by), `count ${index}`);
    const button = (text, label, onclick) => h("button", { type: "button", "aria-label": label, onclick }, text);
    return h("li", {}, h("span", { class: "name" }, name),
      button("−", word("one_less", { name }), () => change(-1)), h("output", { "aria-live": "off" }),
      button("+", word("one_more", { name }), () => change(1)), button("+5", word("five_more", { name }), () => change(5)),
      button("✕", word("remove_counter", { name }), () => app.act(removeCounter(app.state, index))));
  }
}
