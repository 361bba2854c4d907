// What can be done with the stack or the piece in a hand that is selected: a row of buttons, and keys.

import {
  collect, deal, drawPieces, fix, flip, give, handBack, move, nameOf, pick, play, put, rotate, searched, shuffle, spread,
} from "./table_actions.js";
import { askChoice, askNumber, lookAt, search } from "./table_dialogs.js";
import { h } from "./dom.js";
import { say } from "./live_region.js";
import { kindOf, stackOf, topOf } from "./table_state.js";
import { spoken } from "./table_view.js";
import { word } from "./table_words.js";

const NEAR = 5, FAR = 25;

// Degrees of one turn: cards turn by quarters, pieces of other shapes by less.
function step(state, stack) {
  const top = topOf(stack);
  return top && kindOf(state, top[0]).shape === "free" ? 30 : 90;
}

// The actions for a stack: [key of the words, letter, what it does].
function stackActions(app, id) {
  const { state } = app;
  const stack = stackOf(state, id);
  const [many, name] = [stack.pieces.length > 1, nameOf(state, stack)];
  const number = (title, usual, then) => async () => {
    const count = await askNumber(title, stack.pieces.length, Math.min(usual, stack.pieces.length));
    if (count) app.act(then(count));
  };
  const list = [];
  if (stack.pieces.length) {
    list.push(["to_hand", "d", () => app.act(drawPieces(app.state, id, 1, app.state.seat))]);
    list.push([many ? "flip_top" : "flip", "f", () => app.act(flip(app.state, id, false))]);
    list.push(["turn_right", "r", () => app.act(rotate(app.state, id, step(state, stack)), `turn ${id}`)]);
    list.push(["look", "l", () => look(app, id)]);
    list.push(["move_to", "m", () => moveTo(app, id)]);
  }
  if (many) {
    list.push(["shuffle", "s", () => app.act(shuffle(app.state, id))]);
    list.push(["draw_some", "", number(word("draw_from", { pile: name }), 5, (count) => drawPieces(app.state, id, count, app.state.seat))]);
    if (state.seats.length > 1) list.push(["deal", "", number(word("deal_from", { pile: name }), 5, (count) => deal(app.state, id, count))]);
    list.push(["spread", "", number(word("spread_from", { pile: name }), 4, (count) => spread(app.state, id, count))]);
    list.push(["flip_all", "", () => app.act(flip(app.state, id, true))]);
    list.push(["search", "", () => searchIn(app, id)]);
  }
  if (stack.home !== null) list.push(["collect", "", () => app.act(collect(app.state, id))]);
  if (stack.pieces.length) list.push([stack.fixed ? "loosen" : "fix", "", () => app.act(fix(app.state, id))]);
  return list;
}

function heldActions(app, piece) {
  const { state } = app;
  const seat = state.seat;
  const layDown = (up) => () => {
    const { width, height } = kindOf(app.state, piece);
    const [x, y] = app.freePlace(width, height);
    app.act(play(app.state, seat, piece, x, y, up));
  };
  const list = [["play_up", "p", layDown(true)], ["play_down", "f", layDown(false)], ["look", "l", () => lookAt(state, [[piece, true]])]];
  list.push(["put_on_pile", "m", async () => {
    const choice = await askPlace(app, word("put_on_pile"), null, false);
    if (choice) app.act(handBack(app.state, seat, piece, choice.id, choice.below));
  }]);
  if (state.seats.length > 1) {
    list.push(["give", "g", async () => {
      const others = state.seats.map((name, index) => [{ seat: index }, name]).filter(([{ seat: index }]) => index !== seat);
      const choice = await askChoice(word("give_to"), others);
      if (choice) app.act(give(app.state, seat, piece, choice.seat));
    }]);
  }
  return list;
}

// What is seen of a stack: its top piece.
export function look(app, id) {
  const top = topOf(stackOf(app.state, id));
  if (top) lookAt(app.state, [top]);
}

async function searchIn(app, id) {
  const { state } = app;
  const stack = stackOf(state, id);
  const hidden = !stack.pieces.every(([, up]) => up);
  if (hidden) app.act(searched(state, id));
  const piece = await search(app.state, stackOf(app.state, id), nameOf(state, stack));
  if (piece === null) return;
  const where = await askChoice(kindOf(app.state, piece).name, [[{ seat: app.state.seat }, word("to_hand")], [{ seat: null }, word("beside_pile")]]);
  if (where) app.act(pick(app.state, id, piece, where.seat));
}

// Places where something can be put: piles, above and below; with `open`, an empty place, too.
function askPlace(app, title, except, open) {
  const { state } = app;
  const targets = state.stacks.filter((stack) => stack.id !== except && !stack.fixed);
  const choices = open ? [[{ open: true }, word("free_place")]] : [];
  for (const stack of targets) {
    choices.push([{ id: stack.id, below: false }, spoken(state, stack)]);
    if (stack.pieces.length > 1) choices.push([{ id: stack.id, below: true }, word("below_pile", { pile: nameOf(state, stack) })]);
  }
  return askChoice(title, choices);
}

async function moveTo(app, id) {
  const choice = await askPlace(app, word("move_to"), id, true);
  if (!choice) return;
  const stack = stackOf(app.state, id);
  const count = stack.home === null ? Infinity : 1;
  if (choice.open) app.act(move(app.state, id, ...app.freePlace(stack.width, stack.height), count));
  else app.act(put(app.state, id, count, choice.id, choice.below));
}

export class TableMenu {
  constructor(host, app) {
    this.host = host;
    this.app = app;
    host.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) this.#letter(event, this.actions());
    });
  }

  actions() {
    const { selection, state } = this.app;
    if (selection?.id && stackOf(state, selection.id)) return stackActions(this.app, selection.id);
    if (selection && "piece" in selection && state.hands[state.seat].includes(selection.piece) && this.app.shown) return heldActions(this.app, selection.piece);
    return [];
  }

  render() {
    const { selection, state } = this.app;
    const focused = this.host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const actions = this.actions();
    this.host.hidden = actions.length === 0;
    if (actions.length === 0) {
      this.host.replaceChildren();
      return;
    }
    const name = selection.id ? spoken(state, stackOf(state, selection.id)) : kindOf(state, selection.piece).name;
    const buttons = actions.map(([key, letter, run]) =>
      h("button", { type: "button", "data-key": key, "aria-keyshortcuts": letter || null, onclick: run }, word(key)));
    this.host.replaceChildren(h("p", { class: "chosen" }, name), h("div", { class: "row" }, ...buttons,
      h("button", { type: "button", class: "plain", "aria-label": word("deselect"), onclick: () => this.app.select(null, false) }, "✕")));
    if (focused) (this.host.querySelector(`[data-key="${focused}"]`) ?? this.host.querySelector("button")).focus();
  }

  focus() {
    this.host.querySelector("button")?.focus();
  }

  // A key on a stack: an arrow moves it, a letter is one of the actions.
  key(event, id) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? FAR : NEAR;
    const arrows = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] };
    const { app } = this;
    const stack = stackOf(app.state, id);
    if (event.key in arrows) {
      event.preventDefault();
      if (stack.fixed) say(word("is_fixed"));
      else app.act(move(app.state, id, stack.x + arrows[event.key][0], stack.y + arrows[event.key][1], Infinity), `move ${id}`);
      app.view.focus(app.selection.id);
      return;
    }
    this.#letter(event, stackActions(app, id));
  }

  #letter(event, actions) {
    const action = actions.find(([, letter]) => letter && letter === event.key.toLowerCase());
    if (!action) return;
    event.preventDefault();
    action[2]();
  }

  heldKey(event, piece) {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) this.#letter(event, heldActions(this.app, piece));
  }
}
