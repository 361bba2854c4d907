// The table as people see it: a button for each stack, which a pointer drags and a key moves.

import { h } from "./dom.js";
import { kindOf, topOf } from "./table_state.js";
import { nameOf } from "./table_actions.js";
import { picture, word } from "./table_words.js";

const LEAST_SCALE = 0.5, MOST_SCALE = 8, SLACK = 6, LONG_PRESS = 550;

// What a stack is called where it is read aloud: its name, how many pieces, which side is up, how it is turned.
export function spoken(state, stack) {
  const top = topOf(stack);
  const parts = [nameOf(state, stack)];
  if (!top) parts.push(word("empty"));
  else if (stack.home !== null || stack.pieces.length > 1) {
    parts.push(word("pieces", { n: stack.pieces.length }));
    parts.push(top[1] ? word("top_is", { name: kindOf(state, top[0]).name }) : word("is_down"));
  }
  if (stack.turn) parts.push(word("degrees", { degrees: stack.turn }));
  if (stack.fixed) parts.push(word("is_fixed"));
  return parts.join(", ");
}

// A piece as it is drawn: a picture in its outline.
export function drawn(kind, up, attributes = {}) {
  const shape = `piece ${kind.shape}`;
  const style = { "--corner": kind.corner, "--wide": kind.width, "--high": kind.height };
  return h("img", { class: shape, src: picture(kind, up), alt: "", draggable: "false", style, ...attributes });
}

export class TableView {
  // handlers: select(id), look(id), flip(id), drop(source, event point), key(event, id).
  constructor(scroller, handlers) {
    this.scroller = scroller;
    this.handlers = handlers;
    this.ground = scroller.querySelector(".ground");
    this.scale = 0;
    this.spots = new Map();
    scroller.addEventListener("pointerdown", (event) => this.#pan(event));
    scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
    }, { passive: false });
  }

  // Show the whole width of the table.
  fit(state) {
    this.scale = Math.min(Math.max((this.scroller.clientWidth - 2) / state.width, LEAST_SCALE), MOST_SCALE);
    this.ground.style.setProperty("--scale", this.scale);
    this.scroller.scrollTo(0, 0);
  }

  // Make everything larger or smaller; what is at the point stays there.
  zoom(factor, point) {
    const box = this.scroller.getBoundingClientRect();
    const [x, y] = point ? [point.clientX - box.left, point.clientY - box.top] : [box.width / 2, box.height / 2];
    const before = [(this.scroller.scrollLeft + x) / this.scale, (this.scroller.scrollTop + y) / this.scale];
    this.scale = Math.min(Math.max(this.scale * factor, LEAST_SCALE), MOST_SCALE);
    this.ground.style.setProperty("--scale", this.scale);
    this.scroller.scrollTo(before[0] * this.scale - x, before[1] * this.scale - y);
  }

  // The place on the table, in millimetres, of a point on the screen.
  place(point) {
    const box = this.ground.getBoundingClientRect();
    return [(point.clientX - box.left) / this.scale, (point.clientY - box.top) / this.scale];
  }

  render(state, selected) {
    this.state = state;
    this.ground.style.setProperty("--width", state.width);
    this.ground.style.setProperty("--height", state.height);
    const focused = document.activeElement?.closest?.(".spot")?.dataset.id;
    const kept = new Set(state.stacks.map((stack) => stack.id));
    for (const [id, spot] of this.spots) {
      if (kept.has(id)) continue;
      spot.remove();
      this.spots.delete(id);
    }
    state.stacks.forEach((stack, level) => this.#show(stack, level, stack.id === selected));
    this.#arrange(state);
    if (focused && document.activeElement === document.body) this.focus(Number(focused));
  }

  focus(id) {
    this.spots.get(id)?.querySelector(".stack").focus();
  }

  // Scroll the table so far that a stack is seen.
  reveal(id) {
    this.spots.get(id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // In reading order, so that Tab goes over the table row by row.
  #arrange(state) {
    const order = [...state.stacks].sort((a, b) => b.fixed - a.fixed || Math.round((a.y - b.y) / 30) || a.x - b.x);
    order.forEach((stack, index) => {
      const spot = this.spots.get(stack.id);
      if (this.ground.children[index] !== spot) this.ground.insertBefore(spot, this.ground.children[index] ?? null);
    });
  }

  #show(stack, level, selected) {
    let spot = this.spots.get(stack.id);
    if (!spot) {
      spot = this.#spot(stack.id);
      this.spots.set(stack.id, spot);
    }
    const top = topOf(stack);
    const look = top ? `${this.state.pieces[top[0]]} ${top[1]}` : "";
    const button = spot.firstChild;
    if (button.dataset.look !== look) {
      button.dataset.look = look;
      button.replaceChildren(top ? drawn(kindOf(this.state, top[0]), top[1]) : h("span", { class: "slot" }));
    }
    for (const [name, value] of [["--x", stack.x], ["--y", stack.y], ["--wide", stack.width], ["--high", stack.height], ["--turn", `${stack.turn}deg`]])
      spot.style.setProperty(name, value);
    spot.style.zIndex = stack.fixed ? 0 : level + 1;
    spot.classList.toggle("fixed", stack.fixed);
    spot.classList.toggle("many", stack.pieces.length > 1);
    spot.classList.toggle("selected", selected);
    button.setAttribute("aria-label", spoken(this.state, stack));
    button.setAttribute("aria-pressed", selected);
    const [count, title] = [spot.children[1], spot.children[2]];
    count.textContent = stack.pieces.length > 1 ? stack.pieces.length : "";
    title.textContent = stack.home === null ? "" : stack.title;
  }

  #spot(id) {
    const button = h("button", { class: "stack", type: "button", onkeydown: (event) => this.handlers.key(event, id) });
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.handlers.select(id, true);
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    const spot = h("div", { class: "spot", "data-id": id }, button, h("span", { class: "count", "aria-hidden": "true" }), h("span", { class: "title", "aria-hidden": "true" }));
    button.addEventListener("pointerdown", (event) => this.#press(event, id, 1));
    spot.children[2].addEventListener("pointerdown", (event) => this.#press(event, id, Infinity));
    return spot;
  }

  // A finger or a mouse button goes down on a stack: it selects, looks closely, or drags the top piece or the whole stack.
  #press(event, id, count) {
    const stack = this.state.stacks.find((one) => one.id === id);
    if (event.button !== 0) return;
    event.stopPropagation();
    const whole = count === Infinity || stack.pieces.length === 0 || (stack.pieces.length === 1 && stack.home === null);
    const image = this.spots.get(id).querySelector("img, .slot");
    const press = setTimeout(() => {
      if (!moves.begun) {
        moves.end();
        this.handlers.look(id);
      }
    }, LONG_PRESS);
    const moves = dragged(event, stack.fixed ? null : image, {
      begun: () => clearTimeout(press),
      moved: stack.fixed && event.pointerType === "mouse" ? this.#panned(event) : undefined,
      dropped: (point) => this.handlers.drop({ id, count: whole ? Infinity : 1 }, point),
      clicked: () => this.handlers.select(id, false),
      ended: () => clearTimeout(press),
    });
  }

  #pan(event) {
    if (event.pointerType !== "mouse" || event.button !== 0 || event.target.closest(".stack")) return;
    dragged(event, null, { moved: this.#panned(event), clicked: () => this.handlers.select(null, false) });
  }

  // What scrolls the table with a pointer that went down at `start`.
  #panned(start) {
    const { scrollLeft, scrollTop } = this.scroller;
    return (point) => this.scroller.scrollTo(scrollLeft + start.clientX - point.clientX, scrollTop + start.clientY - point.clientY);
  }
}

// Follow a pointer until it goes up. A copy of `image` follows it; without one only `moved` is called.
export function dragged(event, image, { begun, moved, dropped, clicked, ended }) {
  const target = event.currentTarget;
  const start = [event.clientX, event.clientY];
  const follow = { begun: false };
  let ghost = null;
  const listeners = { pointermove: move, pointerup: up, pointercancel: end };
  follow.end = end;
  target.setPointerCapture(event.pointerId);
  for (const [name, listener] of Object.entries(listeners)) target.addEventListener(name, listener);
  return follow;

  function move(point) {
    if (point.pointerId !== event.pointerId) return;
    if (!follow.begun && Math.hypot(point.clientX - start[0], point.clientY - start[1]) < SLACK) return;
    if (!follow.begun) {
      follow.begun = true;
      begun?.();
      if (image) ghost = ghostOf(image);
    }
    moved?.(point);
    if (ghost) ghost.style.translate = `${point.clientX}px ${point.clientY}px`;
  }
  function up(point) {
    if (point.pointerId !== event.pointerId) return;
    const wasBegun = follow.begun;
    end();
    if (!wasBegun) clicked?.(point);
    else if (image) dropped?.(point);
  }
  function end() {
    for (const [name, listener] of Object.entries(listeners)) target.removeEventListener(name, listener);
    ghost?.remove();
    ended?.();
  }
}

function ghostOf(image) {
  const ghost = image.cloneNode();
  const box = { width: `${image.offsetWidth}px`, height: `${image.offsetHeight}px` };
  ghost.classList.add("ghost");
  Object.assign(ghost.style, box);
  document.body.append(ghost);
  return ghost;
}
