// What people do at a table: each function takes a state and gives [the next state, what happened in words].

import { draw, shuffled } from "./random.js";
import { kindOf, stackOf, topOf, under, upon } from "./table_state.js";
import { word } from "./table_words.js";

const MOST_LINES = 300;

// A copy of a state to change.
function copyOf(state) {
  return structuredClone(state);
}

function done(state, text) {
  state.log = [...state.log, text].slice(-MOST_LINES);
  return [state, text];
}

// What a stack is called where everybody hears it.
export function nameOf(state, stack) {
  const top = topOf(stack);
  if (stack.home !== null || !top) return stack.title;
  if (top[1]) return kindOf(state, top[0]).name;
  return word("hidden_piece");
}

function namesOf(state, pieces) {
  return pieces.every(([, up]) => up) && pieces.length <= 3
    ? pieces.map(([piece]) => kindOf(state, piece).name).join(", ")
    : word("pieces", { n: pieces.length });
}

// Take pieces away from a stack; a stack without pieces stays only where a pile began.
function take(state, stack, count) {
  const taken = stack.pieces.splice(Math.max(0, stack.pieces.length - count), count);
  drop(state, stack);
  return taken;
}

function drop(state, stack) {
  if (stack.pieces.length === 0 && stack.home === null) state.stacks = state.stacks.filter((one) => one !== stack);
}

function within(state, x, y) {
  return [Math.min(Math.max(x, 0), state.width), Math.min(Math.max(y, 0), state.height)];
}

// Lay pieces down: onto the stack under them, or as a stack of their own, whose id is returned.
function lay(state, pieces, x, y, turn = 0, except = null, joins = true) {
  const [left, top] = within(state, x, y);
  const sizes = pieces.map(([piece]) => kindOf(state, piece));
  const width = Math.max(...sizes.map((kind) => kind.width));
  const height = Math.max(...sizes.map((kind) => kind.height));
  const target = joins ? under(state, left, top, width, height, except) : undefined;
  if (target) {
    target.pieces.push(...pieces);
    return target.id;
  }
  const stack = { id: state.next, title: "", home: null, x: left, y: top, turn, width, height, fixed: false, pieces };
  state.next += 1;
  state.stacks.push(stack);
  return stack.id;
}

// Move the top pieces of a stack, or all of it with what lies upon it, to a place.
export function move(state, id, x, y, count) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  const name = nameOf(next, stack);
  if (count < stack.pieces.length || (stack.home !== null && count === 1 && stack.pieces.length === 1)) {
    const pieces = take(next, stack, count);
    const landed = lay(next, pieces, x, y, stack.turn, id);
    const words = namesOf(next, pieces);
    return [...done(next, word("moved_from", { what: words, pile: name })), landed];
  }
  const target = stack.home === null ? under(next, x, y, stack.width, stack.height, id) : undefined;
  if (target) {
    const pile = nameOf(next, target);
    target.pieces.push(...stack.pieces);
    next.stacks = next.stacks.filter((one) => one !== stack);
    return [...done(next, word("moved_onto", { what: name, pile })), target.id];
  }
  const along = upon(next, id);
  const [left, top] = within(next, x, y);
  for (const one of along) [one.x, one.y] = within(next, one.x + left - stack.x, one.y + top - stack.y);
  [stack.x, stack.y] = [left, top];
  next.stacks = [...next.stacks.filter((one) => one !== stack && !along.includes(one)), stack, ...along];
  return [...done(next, word("moved", { what: name })), id];
}

// Put the top pieces of a stack onto another one, or below it.
export function put(state, id, count, target, below) {
  const next = copyOf(state);
  const [stack, other] = [stackOf(next, id), stackOf(next, target)];
  const name = nameOf(next, other);
  const pieces = take(next, stack, count);
  if (below) other.pieces.unshift(...pieces);
  else other.pieces.push(...pieces);
  return [...done(next, word(below ? "put_below" : "put_onto", { what: namesOf(next, pieces), pile: name })), target];
}

// Take the top pieces of a stack into the hand of a seat.
export function drawPieces(state, id, count, seat) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  const name = nameOf(next, stack);
  const pieces = take(next, stack, count);
  next.hands[seat].push(...pieces.map(([piece]) => piece).reverse());
  const what = namesOf(next, pieces);
  return [...done(next, word("drew", { who: next.seats[seat], what, pile: name })), id];
}

// Deal the top pieces of a stack to all hands, in turns that begin with the seat that is shown.
export function deal(state, id, each) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  const name = nameOf(next, stack);
  for (let round = 0; round < each; round += 1)
    for (let step = 0; step < next.seats.length && stack.pieces.length > 0; step += 1)
      next.hands[(next.seat + step) % next.seats.length].push(stack.pieces.pop()[0]);
  drop(next, stack);
  return [...done(next, word("dealt", { n: each, pile: name })), id];
}

// Turn over the top piece of a stack, or the whole stack.
export function flip(state, id, whole) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  if (whole) stack.pieces = stack.pieces.reverse().map(([piece, up]) => [piece, !up]);
  else topOf(stack)[1] = !topOf(stack)[1];
  const [piece, up] = topOf(stack);
  const what = whole && stack.pieces.length > 1 ? nameOf(next, stack) : up ? kindOf(next, piece).name : word("hidden_piece");
  return [...done(next, word(up ? "face_up" : "face_down", { what })), id];
}

export function rotate(state, id, degrees) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  stack.turn = (stack.turn + degrees + 360) % 360;
  return [...done(next, word("rotated", { what: nameOf(next, stack), degrees: stack.turn })), id];
}

export function shuffle(state, id) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  [stack.pieces, next.random] = shuffled(next.random, stack.pieces);
  return [...done(next, word("shuffled", { pile: nameOf(next, stack) })), id];
}

// Lay the top pieces of a stack side by side below it.
export function spread(state, id, count) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  const name = nameOf(next, stack);
  const { x, y, width, height } = stack;
  const pieces = take(next, stack, count).reverse();
  const columns = Math.max(1, Math.floor((next.width - 8) / (width + 4)));
  const start = Math.max(width / 2 + 4, Math.min(x, next.width - 4 - width / 2 - (Math.min(columns, pieces.length) - 1) * (width + 4)));
  pieces.forEach((piece, number) => {
    const [column, row] = [number % columns, Math.floor(number / columns)];
    lay(next, [piece], start + column * (width + 4), y + (row + 1) * (height + 6), 0, null, false);
  });
  return [...done(next, word("spread_done", { n: pieces.length, pile: name })), id];
}

// Bring all pieces that began in a pile back to it, from the table and from all hands, and shuffle them.
export function collect(state, id) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  const own = (piece) => next.homes[piece] === stack.home;
  const up = stack.pieces.length > 0 && stack.pieces[0][1];
  next.hands = next.hands.map((hand) => hand.filter((piece) => !own(piece)));
  for (const one of [...next.stacks]) {
    one.pieces = one.pieces.filter(([piece]) => !own(piece));
    drop(next, one);
  }
  const back = next.homes.flatMap((home, piece) => (home === stack.home ? [[piece, up]] : []));
  let list;
  [list, next.random] = shuffled(next.random, back);
  stack.pieces.push(...list);
  return [...done(next, word("collected", { pile: nameOf(next, stack) })), id];
}

// Say that a player looks through a stack whose pieces are not all open.
export function searched(state, id) {
  const next = copyOf(state);
  return [...done(next, word("searched", { pile: nameOf(next, stackOf(next, id)) })), id];
}

// Take one piece out of a stack: into the hand of a seat, or face up beside the stack.
export function pick(state, id, piece, seat) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  const name = nameOf(next, stack);
  stack.pieces = stack.pieces.filter(([one]) => one !== piece);
  drop(next, stack);
  if (seat === null) {
    const landed = lay(next, [[piece, true]], stack.x + stack.width / 2, stack.y + stack.height / 3, 0, id, false);
    return [...done(next, word("took_out", { what: kindOf(next, piece).name, pile: name })), landed];
  }
  next.hands[seat].push(piece);
  return [...done(next, word("took_hidden", { who: next.seats[seat], pile: name })), id];
}

// Lay a piece from the hand of a seat on the table.
export function play(state, seat, piece, x, y, up) {
  const next = copyOf(state);
  next.hands[seat] = next.hands[seat].filter((one) => one !== piece);
  const landed = lay(next, [[piece, up]], x, y);
  const what = up ? kindOf(next, piece).name : word("hidden_piece");
  return [...done(next, word("played", { who: next.seats[seat], what })), landed];
}

// Put a piece from the hand of a seat onto a stack, or below it, with the side up that the stack shows.
export function handBack(state, seat, piece, id, below) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  const up = stack.pieces.length > 0 && topOf(stack)[1];
  const name = nameOf(next, stack);
  next.hands[seat] = next.hands[seat].filter((one) => one !== piece);
  if (below) stack.pieces.unshift([piece, up]);
  else stack.pieces.push([piece, up]);
  const what = up ? kindOf(next, piece).name : word("hidden_piece");
  return [...done(next, word(below ? "put_below" : "put_onto", { what, pile: name })), id];
}

export function give(state, seat, piece, other) {
  const next = copyOf(state);
  next.hands[seat] = next.hands[seat].filter((one) => one !== piece);
  next.hands[other].push(piece);
  return done(next, word("gave", { who: next.seats[seat], other: next.seats[other] }));
}

export function fix(state, id) {
  const next = copyOf(state);
  const stack = stackOf(next, id);
  stack.fixed = !stack.fixed;
  return [...done(next, word(stack.fixed ? "fixed" : "loosened", { what: nameOf(next, stack) })), id];
}

// Throw dice of one kind; a coin is a die with the sides 1 and 2.
export function roll(state, sides, count) {
  const next = copyOf(state);
  const values = [];
  for (let number = 0; number < count; number += 1) {
    let value;
    [value, next.random] = draw(next.random, sides);
    values.push(value + 1);
  }
  const shown = sides === 2 ? values.map((value) => word(value === 1 ? "heads" : "tails")) : values;
  const sum = sides > 2 && count > 1 ? ` = ${values.reduce((a, b) => a + b, 0)}` : "";
  const kind = sides === 2 ? word("coin") : word("die", { sides });
  next.dice = { kind, values, shown: shown.join(sides === 2 ? ", " : " + ") + sum };
  return done(next, word("rolled", { dice: count > 1 ? `${count} × ${kind}` : kind, result: next.dice.shown }));
}

export function count(state, index, change) {
  const next = copyOf(state);
  const counter = next.counters[index];
  counter.value += change;
  return done(next, word("counted", { name: counter.name, value: counter.value }));
}

export function addCounter(state, name) {
  const next = copyOf(state);
  next.counters.push({ name, value: 0 });
  return done(next, word("counter_added", { name }));
}

export function removeCounter(state, index) {
  const next = copyOf(state);
  const [counter] = next.counters.splice(index, 1);
  return done(next, word("counter_removed", { name: counter.name }));
}

export function note(state, text) {
  const next = copyOf(state);
  next.notes = text;
  return done(next, word("noted"));
}

export function sit(state, seat) {
  const next = copyOf(state);
  next.seat = seat;
  return done(next, word("turn_of", { who: next.seats[seat] }));
}
