// The view of findings, in the order of their places, each with its piece.

import { h, plural } from "./dom.js";
import { placeButton } from "./places.js";

export function findingRow(finding, open) {
  return h("li", { class: finding.severity },
    h("p", { class: "head" }, h("strong", {}, finding.severity), h("code", {}, finding.rule || finding.code), placeButton(finding.place)),
    h("p", {}, finding.message),
    finding.line.trim() ? h("pre", {}, finding.line.trim()) : "",
    finding.help ? h("p", { class: "help" }, finding.help) : "",
    open && finding.piece ? h("button", { type: "button", class: "go", onclick: () => open(finding.piece) }, finding.piece) : "",
  );
}

export function showFindings(main, game, open) {
  const errors = game.findings.filter((one) => one.severity === "error").length;
  const warnings = game.findings.length - errors;
  const title = [errors && plural(errors, "error"), warnings && plural(warnings, "warning")].filter(Boolean).join(", ") || "No findings";
  main.replaceChildren(
    h("section", { class: "list" },
      h("h2", {}, title),
      game.findings.length
        ? h("ul", { class: "findings" }, game.findings.map((one) => findingRow(one, open)))
        : h("p", { class: "empty" }, "This game has no errors or warnings."),
    ),
  );
}

export function count(badge, findings) {
  const errors = findings.filter((one) => one.severity === "error").length;
  badge.hidden = !findings.length;
  badge.textContent = findings.length;
  badge.className = `count ${errors ? "error" : "warning"}`;
  badge.title = plural(findings.length, "finding");
}
