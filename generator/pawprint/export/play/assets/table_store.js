// Where a table is kept between visits: the storage of the browser, and files.

import { checked } from "./table_state.js";
import { game } from "./table_words.js";

const KEY = `pawprint-table/${game.id}/${game.edition}`;

// Keep a table in the browser; false if the browser does not keep anything for pages from disk.
export function keep(state) {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
    return true;
  } catch {
    return false;
  }
}

// The table that was kept; null without one.
export function kept() {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY)));
  } catch {
    return null;
  }
}

export function saveFile(state) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(state)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${game.id}-table.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// The table in a file that the person chooses: {state} or {error}.
export async function readFile(file) {
  try {
    const state = checked(JSON.parse(await file.text()));
    return state ? { state } : { error: "not_this_game" };
  } catch {
    return { error: "not_a_table" };
  }
}
