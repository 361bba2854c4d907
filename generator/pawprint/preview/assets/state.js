// The options of the page, stored in its address, so that a reload or a bookmark shows the same. Another view, game or
// piece is an entry of the browser's history.

export const defaults = {
  game: "", view: "pieces", query: "", group: "component", edition: "", languages: "", side: "face",
  guides: "", ink: "", copies: "", sight: "", zoom: "", paper: "", piece: "", table: "", since: "", slider: "", comments: "open",
  numbers: "",
};

export const state = { ...defaults };

function stateOfAddress() {
  const words = [...new URLSearchParams(location.hash.slice(1))].filter(([name]) => name in defaults);
  return { ...defaults, ...Object.fromEntries(words) };
}

const entryOf = ({ game, view, piece }) => `${game} ${view} ${piece ? "piece" : ""}`;

let entry = ""; // what the current entry of the history shows
let leaving = false; // the browser is on its way back from the entry of a piece
let chosenMeanwhile = false; // the address changes once the browser is back

// Read the state from the address after a step through the history. A choice made while the browser was still leaving
// a piece is newer than the address, and is written instead.
export function readAddress() {
  const newer = leaving && chosenMeanwhile;
  leaving = chosenMeanwhile = false;
  if (newer) {
    entry = entryOf(stateOfAddress());
    writeAddress();
  } else {
    Object.assign(state, stateOfAddress());
    entry = "";
  }
}

export function writeAddress() {
  if (leaving) {
    chosenMeanwhile = true;
    return;
  }
  const words = new URLSearchParams(Object.entries(state).filter(([name, value]) => value && value !== defaults[name]));
  const now = entryOf(state);
  const address = words.size ? `#${words}` : location.pathname;
  if (entry && entry !== now) history.pushState({ piece: Boolean(state.piece) }, "", address);
  else history.replaceState(history.state, "", address);
  entry = now;
}

// The large view is closed: the entry that it had made is left, as by the button Back.
export function leavePiece() {
  if (!state.piece) return;
  state.piece = "";
  entry = "";
  if (history.state?.piece && !leaving) {
    leaving = true;
    history.back();
  } else writeAddress();
}

// The languages that are shown: those that are chosen, or else the first of the browser's that the game has.
export function languagesOf(game) {
  const chosen = state.languages.split(",").filter((language) => game.languages.includes(language));
  if (chosen.length) return chosen;
  const wanted = navigator.languages.flatMap((one) => [one, one.split("-")[0]]);
  const known = wanted.find((language) => game.languages.includes(language)) ?? game.languages[0];
  return known ? [known] : [];
}

// A text in *language*, or in the first one that it has.
export function localised(text, language) {
  if (text === null || typeof text !== "object") return String(text);
  return text[language] ?? Object.values(text)[0] ?? "";
}
