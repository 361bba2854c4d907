// Chance that depends on a seed: a state of 32 bits goes in, and the next one comes out.

export function seeded(text) {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 16777619);
  return hash >>> 0;
}

// A whole number below `limit`, and the next state (mulberry32).
export function draw(random, limit) {
  const next = (random + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return [Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit), next];
}

// A shuffled copy of a list, and the next state.
export function shuffled(random, list) {
  const copy = [...list];
  let state = random;
  for (let last = copy.length - 1; last > 0; last -= 1) {
    let other;
    [other, state] = draw(state, last + 1);
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return [copy, state];
}

export function newSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
