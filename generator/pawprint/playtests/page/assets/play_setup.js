// The form where a game is set up: edition, seats, agreements, seed; or a replay of a log or a scenario.

import { h, options as fill } from "./dom.js";

export function playSetup(offer, says, begin) {
  const edition = h("select", { id: "play-edition" });
  fill(edition, offer.editions.map((one) => [one.id, one.title]), offer.usual || offer.editions[0]?.id);
  const players = h("select", { id: "play-players" });
  const seats = h("div", { class: "seats" });
  const seed = h("input", { id: "play-seed", autocomplete: "off", spellcheck: "false", maxlength: "40", "aria-describedby": "play-seed-help" });
  seed.value = String(Math.floor(Math.random() * 1e6));
  const agreed = h("div", { class: "agreed" });
  const kinds = [["human", says("human")], ...offer.bots.map((one) => [one, says("bot", says(one))])];
  const now = () => offer.editions.find((one) => one.id === edition.value);

  function fillSeats() {
    const before = [...seats.querySelectorAll("select")].map((one) => one.value);
    seats.replaceChildren(...Array.from({ length: Number(players.value) }, (_, seat) => {
      const select = h("select", { id: `play-seat-${seat}` });
      fill(select, kinds, before[seat] ?? (seat ? (offer.bots.includes("greedy") ? "greedy" : offer.bots[0]) : "human"));
      return h("p", {}, h("label", { for: select.id }, says("seat", seat + 1)), select);
    }));
  }

  function fillEdition() {
    const counts = now()?.players ?? [];
    const chosen = counts.map(String).includes(players.value) ? players.value : String(counts[0]);
    fill(players, counts.map((one) => [String(one), String(one)]), chosen);
    players.parentElement?.toggleAttribute("hidden", counts.length < 2);
    agreed.replaceChildren(...offer.options.map((option) => {
      const select = h("select", { id: `play-option-${option.name}`, "data-option": option.name });
      fill(select, option.values.map((one) => [one.id, one.title]), now()?.chosen[option.name]);
      return h("p", {}, h("label", { for: select.id }, option.title), select);
    }));
    fillSeats();
  }

  edition.addEventListener("change", fillEdition);
  players.addEventListener("change", fillSeats);
  const form = h("form", { class: "panel", "aria-label": says("new-game") },
    h("h2", {}, says("new-game")),
    h("p", { hidden: offer.editions.length < 2 }, h("label", { for: "play-edition" }, says("edition")), edition),
    h("p", {}, h("label", { for: "play-players" }, says("players")), players),
    seats,
    offer.options.length ? h("details", {}, h("summary", {}, says("options")), agreed) : null,
    h("p", {}, h("label", { for: "play-seed" }, says("seed")), seed, h("small", { id: "play-seed-help" }, says("seed-help"))),
    h("button", { class: "primary", "data-do": "start" }, says("start")),
  );
  fillEdition();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = [...agreed.querySelectorAll("select")].filter((one) => one.value !== now()?.chosen[one.dataset.option]);
    begin({
      do: "new", edition: edition.value, seed: seed.value, seats: [...seats.querySelectorAll("select")].map((one) => one.value),
      options: Object.fromEntries(chosen.map((one) => [one.dataset.option, one.value])),
    });
  });
  return h("div", { class: "play-setup" }, form, replayForm(offer, says, begin), h("p", { class: "note", role: "alert" }));
}

function replayForm(offer, says, begin) {
  const scenario = h("select", { id: "play-scenario" });
  fill(scenario, offer.scenarios.map((one) => [one, one]), "");
  const file = h("input", { type: "file", id: "play-file", accept: ".jsonl,.json,.yaml,.yml,.txt" });
  file.addEventListener("change", async () => {
    if (file.files.length) begin({ do: "open", text: await file.files[0].text() });
  });
  return h("section", { class: "panel" },
    h("h2", {}, says("replay")),
    offer.scenarios.length
      ? h("p", {}, h("label", { for: "play-scenario" }, says("scenario")), scenario,
          h("button", { type: "button", "data-do": "open-scenario", onclick: () => begin({ do: "open", scenario: scenario.value }) }, says("open-scenario")))
      : null,
    h("p", {}, h("label", { for: "play-file" }, says("open-file")), file));
}
