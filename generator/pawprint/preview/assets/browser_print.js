// Printing the page itself: pictures that were never in sight are loaded first.

import { loadAll } from "./pictures.js";
import { notify } from "./status.js";

export function offerPrinting() {
  document.addEventListener("keydown", async (event) => {
    if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    notify("Loading the pictures that were not in sight …");
    await loadAll();
    notify("");
    print();
  });
}
