// What is chosen, kept in the address, so that a reload and a bookmark show the same.

export const usual = {
  game: "", view: "pieces", query: "", group: "component", edition: "", languages: "", side: "face",
  guides: "", ink: "", copies: "", sight: "", zoom: "", paper: "",
};

export const state = { ...usual };

export function readAddress() {
  Object.assign(state, usual, Object.fromEntries([...new URLSearchParams(location.hash.slice(1))].filter(([name]) => name in usual)));
}

export function writeAddress() {
  const words = new URLSearchParams(Object.entries(state).filter(([name, value]) => value && value !== usual[name]));
  history.replaceState(null, "", words.size ? `#${words}` : location.pathname);
}

export const languagesOf = (game) => {
  const chosen = state.languages.split(",").filter((language) => game.languages.includes(language));
  return chosen.length ? chosen : game.languages.slice(0, 1);
};

// In the first language that is chosen, or whichever there is.
export function said(text, language) {
  if (text === null || typeof text !== "object") return String(text);
  return text[language] ?? Object.values(text)[0] ?? "";
}
