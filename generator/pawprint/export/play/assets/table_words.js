// The words of the page, and the pieces of the game.

import { data, pictures } from "./page_data.js";

const plural = new Intl.PluralRules(data.language);

export const game = data.game;
export const players = data.players;
export const arrangements = data.arrangements;
export const objects = data.objects;

// The word under a key, with {names} filled in; a number n chooses between "one" and "other".
export function word(key, values = {}) {
  const found = data.words[key];
  const text = typeof found === "string" ? found : found[plural.select(values.n)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export const kinds = new Map(data.kinds.map((kind) => [kind.key, kind]));
export const keys = data.kinds.map((kind) => kind.key);

// The picture of a side of a piece; of its face where it has no back.
export function picture(kind, up) {
  return pictures[up || kind.back === null ? kind.face : kind.back];
}
