// The options of the page, stored in its address, so that a reload or a bookmark shows the same.

export const defaults = {
  game: "", view: "pieces", query: "", group: "component", edition: "", languages: "", side: "face",
  guides: "", ink: "", copies: "", sight: "", zoom: "", paper: "",
};

export const state = { ...defaults };

export function readAddress() {
  Object.assign(state, defaults, Object.fromEntries([...new URLSearchParams(location.hash.slice(1))].filter(([name]) => name in defaults)));
}

export function writeAddress() {
  const words = new URLSearchParams(Object.entries(state).filter(([name, value]) => value && value !== defaults[name]));
  history.replaceState(null, "", words.size ? `#${words}` : location.pathname);
}

export const languagesOf = (game) => {
  const chosen = state.languages.split(",").filter((language) => game.languages.includes(language));
  return chosen.length ? chosen : game.languages.slice(0, 1);
};

// A text in *language*, or in the first one that it has.
export function localised(text, language) {
  if (text === null || typeof text !== "object") return String(text);
  return text[language] ?? Object.values(text)[0] ?? "";
}
