// Places in files: a button that copies one, and one that opens it in the user's editor.

import { h } from "./dom.js";
import { copyText, send } from "./source.js";

let editor = "";

// What people call the editor; empty if places do not open.
export function useEditor(name) {
  editor = name;
}

export function placeButton(text) {
  if (!text) return null;
  const copy = h("button", { type: "button", class: "place", title: "Copy this place", "aria-label": `Copy ${text}` }, text);
  copy.addEventListener("click", async () => {
    if (!(await copyText(text))) return;
    copy.classList.add("done");
    setTimeout(() => copy.classList.remove("done"), 900);
  });
  if (!editor) return copy;
  const remark = h("span", { class: "place-remark", role: "status" });
  const open = h("button", {
    type: "button", class: "open-place", title: `Open in ${editor}`, "aria-label": `Open ${text} in ${editor}`,
    onclick: async () => (remark.textContent = await openPlace(text)),
  }, "↗");
  return h("span", { class: "place-buttons" }, copy, open, remark);
}

// Returns why the place was not opened, if so.
async function openPlace(place) {
  try {
    const answer = await send("open/place", { place });
    if (!answer.ok) return await answer.text();
    const { link, refused } = await answer.json();
    if (link) h("a", { href: link }).click();
    return refused;
  } catch {
    return "the preview does not answer";
  }
}
