// Questions to the people at the table, each a dialog that gives a promise of the answer; null if it was closed.

import { h } from "./dom.js";
import { newSeed } from "./random.js";
import { kindOf } from "./table_state.js";
import { drawn } from "./table_view.js";
import { game, players, word } from "./table_words.js";

// Show a dialog. `make(close)` gives its contents; `close(answer)` ends it.
function ask(title, make, { name = "", wide = false } = {}) {
  return new Promise((resolve) => {
    let answer = null;
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    const heading = h("h2", { id: "question" }, title);
    const dialog = h("dialog", { "aria-labelledby": "question", class: `${name}${wide ? " wide" : ""}` }, heading);
    dialog.append(...make(close));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

function row(...children) {
  return h("div", { class: "row" }, ...children);
}

function cancel(close, label = word("cancel")) {
  return h("button", { type: "button", onclick: () => close(null) }, label);
}

function field(label, input, note) {
  return h("label", { class: "field" }, h("span", {}, label), input, note ? h("small", {}, note) : null);
}

export function askNewTable(before) {
  const names = h("div", { class: "names" });
  const number = h("select", {}, ...Array.from({ length: players.max - players.min + 1 }, (_, index) => h("option", {}, players.min + index)));
  number.value = String(Math.min(Math.max(before?.seats.length ?? players.min, players.min), players.max));
  const seed = h("input", { type: "text", autocomplete: "off", maxlength: 80, value: newSeed() });
  const mix = h("input", { type: "checkbox", checked: true });
  const fill = () => {
    const old = [...names.querySelectorAll("input")].map((one) => one.value);
    names.replaceChildren(
      ...Array.from({ length: Number(number.value) }, (_, index) => {
        const usual = before?.seats[index] ?? word("player", { number: index + 1 });
        return field(word("name_of", { number: index + 1 }), h("input", { type: "text", autocomplete: "off", maxlength: 40, value: old[index] ?? usual }));
      }),
    );
  };
  number.addEventListener("change", fill);
  fill();
  return ask(word("new_game"), (close) => [
    h("form", {
      onsubmit: (event) => {
        event.preventDefault();
        const seats = [...names.querySelectorAll("input")].map((one, index) => one.value.trim() || word("player", { number: index + 1 }));
        close({ seats, seed: seed.value, shuffle: mix.checked });
      },
    },
    field(word("number_of_players"), number), names, field(word("seed"), seed, word("seed_note")),
    h("label", { class: "check" }, mix, h("span", {}, word("shuffle_piles"))),
    row(h("button", { class: "main" }, word("begin")), before ? cancel(close) : null)),
  ]);
}

// How many of the top pieces of a pile.
export function askNumber(title, most, usual) {
  const input = h("input", { type: "number", min: 1, max: most, value: usual, required: true, inputmode: "numeric" });
  return ask(title, (close) => [
    h("form", {
      onsubmit: (event) => {
        event.preventDefault();
        close(Number(input.value));
      },
    }, field(word("how_many", { n: most }), input), row(h("button", { class: "main" }, word("do_it")), cancel(close))),
  ]);
}

// One of some choices: [value, text].
export function askChoice(title, choices) {
  return ask(title, (close) => [
    h("ul", { class: "choices" }, ...choices.map(([value, text]) => h("li", {}, h("button", { type: "button", onclick: () => close(value) }, text)))),
    row(cancel(close)),
  ]);
}

export function askConfirmed(title, text, yes) {
  return ask(title, (close) => [h("p", {}, text), row(h("button", { type: "button", class: "main", onclick: () => close(true) }, yes), cancel(close))]);
}

// A screen that hides the table until the next player has the device.
export function passDevice(who) {
  return ask(word("pass_to", { who }), (close) => [
    h("p", {}, word("pass_note", { who })),
    row(h("button", { type: "button", class: "main", onclick: () => close(true) }, word("show_hand_of", { who }))),
  ], { name: "curtain" });
}

// A piece so large that its text can be read; its other side, too, where both may be seen.
export function lookAt(state, pieces) {
  const name = pieces.map(([piece, up]) => (up ? kindOf(state, piece).name : word("hidden_piece"))).join(", ");
  return ask(name, (close) => [
    h("div", { class: "closely" }, ...pieces.flatMap(([piece, up]) => {
      const kind = kindOf(state, piece);
      const text = up && kind.text ? h("p", { class: "text" }, kind.text) : null;
      return [drawn(kind, up, { alt: up ? kind.name : word("hidden_piece") }), text ? h("details", {}, h("summary", {}, word("its_text")), text) : null];
    }).filter(Boolean)),
    row(cancel(close, word("close"))),
  ], { wide: true });
}

// All pieces of a stack, from the highest to the lowest; gives the one that was chosen.
export function search(state, stack, title) {
  return ask(title, (close) => [
    h("ul", { class: "cards" }, ...[...stack.pieces].reverse().map(([piece]) => {
      const kind = kindOf(state, piece);
      return h("li", {}, h("button", { type: "button", class: "card", onclick: () => close(piece) }, drawn(kind, true), h("span", {}, kind.name)));
    })),
    row(cancel(close, word("close"))),
  ], { wide: true });
}

export function help() {
  const lines = ["help_drag", "help_pile", "help_select", "help_look", "help_hand", "help_keys", "help_save"];
  const keys = [["Tab", "key_tab"], ["Enter", "key_enter"], ["← ↑ ↓ →", "key_arrows"], ["F", "key_f"], ["R", "key_r"], ["S", "key_s"], ["D", "key_d"], ["L", "key_l"], ["M", "key_m"], ["Ctrl Z", "key_z"]];
  return ask(word("help"), (close) => [
    h("ul", { class: "plain" }, ...lines.map((key) => h("li", {}, word(key)))),
    h("dl", { class: "keys" }, ...keys.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, word(text))])),
    h("p", { class: "about" }, [game.title, game.version].join(" ")),
    row(cancel(close, word("close"))),
  ]);
}

export function tell(title, text) {
  return ask(title, (close) => [h("p", {}, text), row(cancel(close, word("close")))]);
}
