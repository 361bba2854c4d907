// The state of a table: plain values, which `table_actions.js` copies and changes, and files keep.
//
// pieces: the key of the kind of each piece on the table; a piece is a number, its index here.
// homes: the number of the pile where each piece begins. stacks: what lies on the table, from the lowest to the highest,
// with the centre in millimetres; `pieces` of a stack are [piece, whether its face is up] from the lowest to the highest.
// hands: the pieces of each seat.

import { seeded, shuffled } from "./random.js";
import { arrangements, game, keys, kinds, objects } from "./table_words.js";

const FORMAT = 1;
const EDGE = 12;
// Room for play below the pieces, and the width that a table has at least, in millimetres.
const ROOM = { wide: { below: 290, width: 560 }, tall: { below: 230, width: 240 } };

export function newTable({ seed, seats, shuffle, shape }) {
  const { width, height, places } = arrangements[shape];
  const room = ROOM[shape];
  const across = Math.max(width, room.width) + 2 * EDGE;
  const state = {
    format: FORMAT, game: game.id, seed, random: seeded(seed), pieces: [], homes: [], stacks: [], next: 1,
    width: across, height: height + room.below, seats: [...seats], hands: seats.map(() => []), seat: 0,
    counters: seats.map((name) => ({ name, value: 0 })), dice: null, notes: "", log: [],
  };
  objects.forEach((object, home) => {
    const numbers = object.stack.map((kind) => {
      state.homes.push(home);
      return state.pieces.push(keys[kind]) - 1;
    });
    const [x, y] = places[home];
    const sizes = numbers.map((number) => kindOf(state, number));
    const stack = {
      id: state.next, title: object.title, home: numbers.length > 1 ? home : null, x: x + (across - width) / 2, y, turn: 0,
      width: Math.max(...sizes.map((kind) => kind.width)), height: Math.max(...sizes.map((kind) => kind.height)),
      fixed: object.fixed, pieces: numbers.map((number) => [number, object.up]),
    };
    state.next += 1;
    if (shuffle && !object.up) [stack.pieces, state.random] = shuffled(state.random, stack.pieces);
    state.stacks.push(stack);
  });
  return state;
}

export function kindOf(state, piece) {
  return kinds.get(state.pieces[piece]);
}

export function stackOf(state, id) {
  return state.stacks.find((stack) => stack.id === id);
}

export function topOf(stack) {
  return stack.pieces[stack.pieces.length - 1];
}

// The stack onto which something of that size would fall whose centre is at x, y; the highest, and of the same size.
export function under(state, x, y, width, height, except) {
  return state.stacks.findLast(
    (stack) =>
      stack.id !== except && !stack.fixed &&
      Math.abs(stack.width - width) < 2 && Math.abs(stack.height - height) < 2 &&
      Math.abs(stack.x - x) < stack.width * 0.4 && Math.abs(stack.y - y) < stack.height * 0.4,
  );
}

// The stacks that lie upon a stack and are smaller: cubes on a card, which move with it.
export function upon(state, id) {
  const index = state.stacks.findIndex((stack) => stack.id === id);
  const below = state.stacks[index];
  const quarter = below.turn % 180 === 90;
  const [width, height] = quarter ? [below.height, below.width] : [below.width, below.height];
  return state.stacks.slice(index + 1).filter(
    (stack) =>
      stack.pieces.length > 0 && stack.width * stack.height < 0.6 * width * height &&
      Math.abs(stack.x - below.x) < width / 2 && Math.abs(stack.y - below.y) < height / 2,
  );
}

// A state that was read from a file; null if it is not the state of a table for this game.
export function checked(value) {
  const whole = (number, limit) => Number.isInteger(number) && number >= 0 && number < limit;
  const numbers = (...list) => list.every((number) => Number.isFinite(number) && Math.abs(number) < 100000);
  const text = (one) => typeof one === "string" && one.length < 100000;
  if (value?.format !== FORMAT || value.game !== game.id) return null;
  const { pieces, homes, stacks, seats, hands, counters, log } = value;
  if (![pieces, homes, stacks, seats, hands, counters, log].every(Array.isArray)) return null;
  const seen = [...hands.flat(), ...stacks.flatMap((stack) => (Array.isArray(stack?.pieces) ? stack.pieces.map(([piece]) => piece) : [null]))];
  const good =
    pieces.every((key) => kinds.has(key)) && homes.length === pieces.length && homes.every((home) => whole(home, pieces.length)) &&
    seen.length === pieces.length && new Set(seen).size === seen.length && seen.every((piece) => whole(piece, pieces.length)) &&
    stacks.every((one) => text(one.title) && numbers(one.id, one.x, one.y, one.turn, one.width, one.height) && one.width > 0 && one.height > 0) &&
    new Set(stacks.map((one) => one.id)).size === stacks.length && stacks.every((one) => one.id < value.next) &&
    seats.length > 0 && seats.length <= 12 && seats.every(text) && hands.length === seats.length && whole(value.seat, seats.length) &&
    counters.every((one) => text(one?.name) && numbers(one.value)) && log.every(text) && text(value.notes) && text(value.seed) &&
    whole(value.random, 2 ** 32) && numbers(value.next, value.width, value.height) && value.width > 0 && value.height > 0 &&
    (value.dice === null || (text(value.dice?.kind) && Array.isArray(value.dice.values) && numbers(...value.dice.values)));
  return good ? value : null;
}
