// A free table: all pieces of a game, moved by people, who keep the rules themselves.

import { drawPieces, flip, give, handBack, move, play, sit } from "./table_actions.js";
import { askConfirmed, askNewTable, help, lookAt, passDevice, tell } from "./table_dialogs.js";
import { h } from "./dom.js";
import { say } from "./live_region.js";
import { TableMenu, look } from "./table_menu.js";
import { TablePanel } from "./table_panel.js";
import { kindOf, newTable, stackOf, under } from "./table_state.js";
import { keep, kept, readFile, saveFile } from "./table_store.js";
import { TableView, dragged, drawn } from "./table_view.js";
import { game, players, word } from "./table_words.js";

const MOST_STEPS = 300, SAME_STEP = 1500, DOUBLE = 400;

class FreeTable {
  state = null;
  selection = null;
  shown = false;
  past = [];
  future = [];
  last = { key: "", time: 0 };
  clicked = { id: null, time: 0 };

  constructor() {
    this.#page();
    const handlers = {
      select: (id, focus) => this.#select(id, focus),
      look: (id) => look(this, id),
      drop: (source, point) => this.#drop(source, point),
      key: (event, id) => this.menu.key(event, id),
    };
    this.view = new TableView(this.scroller, handlers);
    this.menu = new TableMenu(this.chosen, this);
    this.panel = new TablePanel(this.side, this);
    document.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("resize", () => this.#resized());
  }

  // Begin with the table that was kept, or with a new one for the fewest players.
  begin() {
    const before = kept();
    if (before) this.#show(before, word("restored"));
    else this.#show(newTable({ seed: "1", seats: this.#usualSeats(), shuffle: true, shape: this.#shape() }), word("welcome", { title: game.title }));
    this.view.fit(this.state);
  }

  // Do something: [the next state, what happened, the stack to select].
  act([next, text, id], key = "") {
    const now = performance.now();
    const same = key !== "" && key === this.last.key && now - this.last.time < SAME_STEP;
    if (!same) this.past = [...this.past, this.state].slice(-MOST_STEPS);
    else next.log = [...this.past[this.past.length - 1].log, text];
    this.last = { key, time: now };
    this.future = [];
    this.state = next;
    if (id !== undefined) this.selection = { id };
    this.render();
    if (id !== undefined) this.view.reveal(id);
    say(text);
  }

  select(selection, focus) {
    this.selection = selection;
    this.render();
    if (focus) this.menu.focus();
  }

  // A place in what is seen of the table where something of that size covers nothing; else in the middle.
  freePlace(width, height) {
    const box = this.scroller.getBoundingClientRect();
    const [left, top] = this.view.place({ clientX: box.left, clientY: box.top });
    const [right, bottom] = this.view.place({ clientX: box.right, clientY: box.bottom });
    const { state } = this;
    const covers = (x, y) => state.stacks.some((one) => !one.fixed && Math.abs(one.x - x) < (one.width + width) / 2 + 3 && Math.abs(one.y - y) < (one.height + height) / 2 + 3);
    const last = state.height - height / 2 - 4;
    for (let y = Math.max(top, 0) + height / 2 + 4; y < last; y += 12)
      for (let x = Math.max(left, 0) + width / 2 + 4; x < Math.min(right, state.width) - width / 2 - 4; x += 12) if (!covers(x, y)) return [x, y];
    return [(left + right) / 2, Math.min((top + bottom) / 2, last)];
  }

  render() {
    const { state } = this;
    if (this.selection?.id && !stackOf(state, this.selection.id)) this.selection = null;
    this.view.render(state, this.selection?.id);
    this.#seats();
    this.#hand();
    this.menu.render();
    this.panel.render(state);
    this.undoButton.disabled = this.past.length === 0;
    this.redoButton.disabled = this.future.length === 0;
    if (!keep(state) && !this.warned) {
      this.warned = true;
      this.status.textContent = word("not_kept");
    }
  }

  #shape() {
    return window.innerWidth < window.innerHeight * 0.8 ? "tall" : "wide";
  }

  #usualSeats() {
    return Array.from({ length: players.min }, (_, index) => word("player", { number: index + 1 }));
  }

  #show(state, text) {
    [this.state, this.past, this.future, this.selection] = [state, [], [], null];
    this.shown = state.seats.length === 1;
    this.render();
    say(text);
  }

  #resized() {
    const width = this.scroller.clientWidth;
    if (width !== this.width) this.view.fit(this.state);
    this.width = width;
  }

  #page() {
    const button = (key, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, word(key));
    this.undoButton = button("undo", () => this.#undo(), { "aria-keyshortcuts": "Control+Z" });
    this.redoButton = button("redo", () => this.#redo(), { "aria-keyshortcuts": "Control+Y" });
    this.panelButton = button("panel", () => this.#panel(), { "aria-expanded": "false", "aria-controls": "side" });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => this.#load() });
    this.status = h("p", { class: "status" });
    this.seats = h("div", { class: "seats", role: "group", "aria-label": word("players") });
    this.hand = h("ul", { class: "hand" });
    this.handTitle = h("h2", { id: "hand-title" });
    this.showButton = h("button", { type: "button", onclick: () => this.#toggleHand() });
    this.scroller = h("div", { class: "scroller" }, h("div", { class: "ground" }));
    this.chosen = h("section", { class: "menu", "aria-label": word("actions"), hidden: true });
    this.side = h("aside", { id: "side", class: "side", "aria-label": word("panel"), hidden: true });
    const zoom = (text, key, onclick) => h("button", { type: "button", "aria-label": word(key), onclick }, text);
    const tools = h("div", { class: "tools", role: "group", "aria-label": word("tools") }, this.undoButton, this.redoButton, this.panelButton,
      button("new_game", () => this.#new()), button("save", () => saveFile(this.state)), button("load", () => this.file.click()), button("help", help), this.file);
    const zooms = h("div", { class: "zooms", role: "group", "aria-label": word("zoom") }, zoom("+", "zoom_in", () => this.view.zoom(1.25)), zoom("−", "zoom_out", () => this.view.zoom(0.8)), zoom("⤢", "zoom_fit", () => this.view.fit(this.state)));
    const table = h("section", { class: "table", "aria-label": word("table") }, this.scroller, zooms);
    const hand = h("section", { class: "holder", "aria-labelledby": "hand-title" }, h("div", { class: "row" }, this.handTitle, this.showButton, this.seats), this.hand);
    document.body.append(
      h("header", { class: "bar" }, h("h1", {}, game.title), tools, this.status),
      h("main", {}, h("div", { class: "middle" }, table, this.side), this.chosen, hand),
      h("p", { id: "say", class: "hidden", role: "status" }),
    );
  }

  #seats() {
    const { state } = this;
    const chips = state.seats.map((name, seat) =>
      h("button", { type: "button", class: "seat", "data-seat": seat, "aria-pressed": String(seat === state.seat), onclick: () => this.#sit(seat) },
        name, h("span", { class: "held-count" }, word("in_hand", { n: state.hands[seat].length }))));
    const focused = document.activeElement?.dataset?.seat;
    this.seats.replaceChildren(...(state.seats.length > 1 ? chips : []));
    if (focused !== undefined && this.seats.children[focused]) this.seats.children[focused].focus();
  }

  #hand() {
    const { state } = this;
    const pieces = state.hands[state.seat];
    this.handTitle.textContent = state.seats.length > 1 ? word("hand_of", { who: state.seats[state.seat] }) : word("hand");
    this.showButton.textContent = word(this.shown ? "hide_hand" : "show_hand");
    this.showButton.hidden = state.seats.length === 1;
    const focused = this.hand.contains(document.activeElement) ? document.activeElement.dataset.index : undefined;
    this.hand.replaceChildren(...pieces.map((piece, index) => h("li", {}, this.#held(piece, index))));
    if (pieces.length === 0) this.hand.append(h("li", { class: "empty" }, word("empty_hand")));
    if (focused !== undefined) this.hand.querySelectorAll("button")[Math.min(focused, pieces.length - 1)]?.focus();
  }

  #held(piece, index) {
    const { state, shown } = this;
    const kind = kindOf(state, piece);
    const chosen = this.selection?.piece === piece;
    const label = shown ? kind.name : word("hidden_piece");
    const image = drawn(kind, shown);
    const button = h("button", { type: "button", class: "held", "aria-label": label, "aria-pressed": String(chosen), "data-index": index, disabled: !shown }, image);
    if (!shown) return button;
    button.addEventListener("keydown", (event) => this.menu.heldKey(event, piece));
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.select({ piece }, true);
    });
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      dragged(event, image, {
        dropped: (point) => this.#dropHeld(piece, point),
        clicked: () => this.#clickHeld(piece),
      });
    });
    return button;
  }

  #clickHeld(piece) {
    const now = performance.now();
    const twice = this.clicked.piece === piece && now - this.clicked.time < DOUBLE;
    this.clicked = { piece, time: now };
    this.select({ piece }, false);
    if (twice) lookAt(this.state, [[piece, true]]);
  }

  // Where something was dropped: the hand of a seat, or the table.
  #target(point) {
    const element = document.elementFromPoint(point.clientX, point.clientY);
    const chip = element?.closest(".seat");
    if (chip) return { seat: Number(chip.dataset.seat) };
    if (element?.closest(".holder, .menu")) return { seat: this.state.seat };
    return element?.closest(".scroller") ? { place: this.view.place(point) } : {};
  }

  #drop({ id, count }, point) {
    const { seat, place } = this.#target(point);
    if (seat !== undefined && stackOf(this.state, id).pieces.length > 0) this.act(drawPieces(this.state, id, count, seat));
    else if (place) this.act(move(this.state, id, ...place, count));
  }

  #dropHeld(piece, point) {
    const { state } = this;
    const { seat, place } = this.#target(point);
    if (seat !== undefined && seat !== state.seat) this.act(give(state, state.seat, piece, seat));
    if (!place) return;
    const kind = kindOf(state, piece);
    const pile = under(state, ...place, kind.width, kind.height, null);
    this.act(pile ? handBack(state, state.seat, piece, pile.id, false) : play(state, state.seat, piece, ...place, true));
  }

  #select(id, focus) {
    const now = performance.now();
    const twice = !focus && id !== null && this.clicked.id === id && now - this.clicked.time < DOUBLE;
    this.clicked = { id, time: now };
    this.select(id === null ? null : { id }, focus);
    if (twice && stackOf(this.state, id).pieces.length > 0) this.act(flip(this.state, id, false));
  }

  async #sit(seat) {
    if (seat === this.state.seat) return;
    this.shown = false;
    this.selection = null;
    this.act(sit(this.state, seat));
    if (await passDevice(this.state.seats[seat])) this.#toggleHand();
  }

  #toggleHand() {
    this.shown = !this.shown;
    if (!this.shown && this.selection && "piece" in this.selection) this.selection = null;
    this.render();
    const { hands, seat, seats } = this.state;
    say(this.shown ? word("hand_shown", { who: seats[seat], n: hands[seat].length }) : word("hand_hidden"));
  }

  #panel() {
    this.side.hidden = !this.side.hidden;
    this.panelButton.setAttribute("aria-expanded", String(!this.side.hidden));
    if (!this.side.hidden) this.side.querySelector("select").focus();
  }

  #undo() {
    if (this.past.length === 0) return;
    this.future = [this.state, ...this.future];
    this.#turnBack(this.past.pop(), "undone");
  }

  #redo() {
    if (this.future.length === 0) return;
    this.past.push(this.state);
    this.#turnBack(this.future.shift(), "redone");
  }

  #turnBack(state, key) {
    if (state.seat !== this.state.seat && state.seats.length > 1) this.shown = false;
    const text = (key === "undone" ? this.state : state).log.at(-1) ?? "";
    this.state = state;
    this.last.key = "";
    this.render();
    say(word(key, { what: text }));
  }

  async #new() {
    const answer = await askNewTable(this.state);
    if (!answer) return;
    this.#show(newTable({ ...answer, shape: this.#shape() }), word("new_table"));
    this.view.fit(this.state);
  }

  async #load() {
    const [file] = this.file.files;
    this.file.value = "";
    if (!file) return;
    const { state, error } = await readFile(file);
    if (error) {
      await tell(word("load"), word(error, { title: game.title }));
      return;
    }
    if (this.past.length && !(await askConfirmed(word("load"), word("replaces"), word("load")))) return;
    this.#show(state, word("restored"));
    this.view.fit(this.state);
  }

  #key(event) {
    if (document.querySelector("dialog[open]")) return;
    const typing = event.target.matches("input:not([type=checkbox]), textarea, select");
    if (event.key === "Escape" && this.selection) {
      const { id } = this.selection;
      this.select(null, false);
      if (id) this.view.focus(id);
    } else if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y"].includes(event.key.toLowerCase())) {
      event.preventDefault();
      if (event.key.toLowerCase() === "y" || event.shiftKey) this.#redo();
      else this.#undo();
    }
  }
}

const table = new FreeTable();
table.begin();

