// The dialog with the address for guests, as text and as a QR code.

import { $, h } from "./dom.js";
import { copyText, read } from "./source.js";

const dialog = $("share");
const address = h("input", { type: "text", readonly: true, id: "share-address", onfocus: (event) => event.target.select() });
const said = h("p", { role: "status" });
const copy = h("button", { type: "button", class: "go", onclick: async () => (said.textContent = (await copyText(address.value)) ? "Copied" : "Copy the marked text.") }, "Copy");
const code = h("div", { class: "code", role: "img", "aria-label": "QR code of the address" });
const risk = h("p", { class: "hint" });

dialog.append(
  h("header", { role: "none" }, h("h2", { id: "share-title" }, "Share this preview"), h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
  h("div", { class: "print-body" }, h("p", {}, "Scan the code with a phone, or open the address on another device of this network."),
    code, h("div", { class: "pair" }, h("label", { for: "share-address" }, "Address"), address, copy), said, risk),
);
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

// Shows the button if the preview has an address for guests.
export function offerSharing(shared) {
  $("share-button").hidden = !shared;
  $("share-button").addEventListener("click", async () => {
    const found = await read("share");
    if (!found) return;
    address.value = found.address;
    risk.textContent = found.risk;
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const around = found.modules.length + 8; // four modules on each side
    shape.setAttribute("viewBox", `-4 -4 ${around} ${around}`);
    shape.setAttribute("shape-rendering", "crispEdges");
    path.setAttribute("d", found.modules.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
    shape.append(path);
    code.replaceChildren(shape);
    said.textContent = "";
    dialog.showModal();
    address.focus();
  });
}
