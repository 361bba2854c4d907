// The page on which people play. `playPage` builds it; it speaks to the game through one transport:
//   transport.request(data): a promise of the answer to a request, both plain data; see pawprint/playtests/page/play_host.py
//   transport.picture(piece, language, edition): the address of the picture of a piece {component, id, side}; "" without an id
//   transport.rulebook(section, language): the address of a section of the rulebook; "" if there is none

import { arrange, h, options as fill } from "./dom.js";
import { playSetup } from "./play_setup.js";
import { drawPanel } from "./play_table.js";
import { speaker } from "./play_words.js";

// Milliseconds before a bot acts.
const PACES = { slow: 1100, fast: 350, "at-once": 0 };
// So many actions are buttons even if they can be pointed at.
const FEW = 4;

// Returns {resume(table), table()}: to show a game again that is in play, and which one is.
export function playPage(root, { transport, language, pace = "fast", onTable = () => {} }) {
  const says = speaker(language);
  const page = { view: null, viewer: null, chosen: [], magnify: false, pace, busy: false, seen: 0, hinted: [], drawn: new Map(), kept: new Map() };
  const live = h("p", { class: "hidden", role: "status", "aria-live": "polite" });
  const body = h("div", { class: "play-body" });
  const sizes = {};
  root.classList.add("play");
  root.lang = language;
  root.replaceChildren(live, body);

  const ask = (data) => transport.request({ table: page.view?.table, seat: page.viewer, language, ...data });
  const announce = (text) => { live.textContent = ""; requestAnimationFrame(() => { live.textContent = text; }); };

  // A request that answers with a view.
  async function go(data, focus = true) {
    if (page.busy) return undefined;
    page.busy = true;
    root.dataset.waits = "answer";
    const answer = await ask(data).finally(() => { page.busy = false; });
    if (answer.error) {
      root.dataset.waits = "person";
      return note(answer.error);
    }
    return take(answer, focus);
  }

  function take(view, focus) {
    const fresh = view.table !== page.view?.table;
    page.view = view;
    page.chosen = [];
    page.hinted = [];
    Object.assign(sizes, view.sizes ?? {});
    if (fresh) {
      page.viewer = null;
      page.seen = 0;
      onTable(view.table);
    }
    if (!view.cover && view.cover !== 0) page.viewer = view.seat;
    show(focus);
    tellNews();
    root.dataset.step = view.step;
    root.dataset.waits = view.over ? "end" : botToAct() ? "bot" : view.open ? "replay" : "person";
    if (botToAct()) setTimeout(() => root.isConnected && botToAct() && go({ do: "bot" }, false), PACES[page.pace]);
  }

  const botToAct = () => page.view && !page.view.open && !page.view.over && page.view.actor !== null && page.view.seats[page.view.actor] !== "human";
  const nameOf = (seat) => (seat === null ? says("chance") : page.view.players[seat].name);

  function tellNews() {
    const { log = [], step } = page.view;
    const news = log.slice(Math.min(page.seen, log.length));
    page.seen = step;
    const lines = news.map(sentenceOf);
    if (page.view.over) lines.push(result());
    else if (page.view.human && page.view.question) lines.push(page.view.question.says);
    announce(lines.join(" "));
  }

  function sentenceOf(entry) {
    const [first, ...rest] = entry.says;
    return [`${entry.who && `${entry.who} `}${first}.`, ...rest.map((one) => `${one}.`)].join(" ");
  }

  function result() {
    const { players } = page.view;
    const winners = players.filter((one) => one.wins > 0).map((one) => one.name);
    if (!winners.length) return says("all-lose");
    if (winners.length === players.length && players.every((one) => one.wins === 1)) return says("all-win");
    return says(winners.length > 1 ? "shared" : "wins", winners.join(", "));
  }

  // --- the game in play -----------------------------------------------------------------------------------

  function show(focus) {
    const { view } = page;
    if (view.cover !== undefined) return showCover();
    const place = document.activeElement?.dataset?.target;
    const within = root.contains(document.activeElement);
    const note = h("p", { class: "note", role: "alert" });
    page.kept = new Map();
    const main = view.panels.filter((panel) => panel.kind !== "player");
    if (!page.board?.isConnected) {
      page.board = h("div", { class: "board" }, h("div"), h("div", { class: "sides" }));
      body.replaceChildren(page.board);
    }
    const [centre, sides] = page.board.children;
    centre.className = main.length === 1 ? "centre single" : "centre";
    arrange(centre, main.map(panelOf));
    arrange(sides, [choiceBox(), ...view.panels.filter((panel) => panel.kind === "player").map(panelOf), actionList(), logList()]);
    arrange(body, [head(), note, page.board]);
    page.drawn = page.kept;
    body.style.setProperty("--above", `${Math.round(page.board.getBoundingClientRect().top + scrollY)}px`);
    mark();
    if (!within || !focus) return;
    const again = place && body.querySelector(`[data-target="${CSS.escape(place)}"]`);
    (again ?? body.querySelector(".question")).focus({ preventScroll: Boolean(again) });
  }

  function head() {
    const { view } = page;
    const bar = h("div", { class: "play-bar" });
    if (view.open) bar.append(...replayButtons());
    else {
      bar.append(
        button("undo", () => go({ do: "undo" }), { disabled: !view.undo }),
        button("hint", hint, { disabled: !view.actions.length }),
      );
    }
    const lens = button("magnify", () => { page.magnify = !page.magnify; show(true); }, { "aria-pressed": String(page.magnify), title: says("magnify-help") });
    bar.append(lens, moreMenu());
    return h("div", { class: "play-head" }, questionBox(), bar);
  }

  function questionBox() {
    const { view } = page;
    const box = h("div", { class: "question", tabindex: "-1" });
    if (view.over) {
      box.append(h("strong", {}, result()), h("p", {}, view.players.map((one) => says("points", one.name, one.score)).join(" · ")));
    } else if (view.pass !== null && view.pass !== undefined) {
      box.append(h("strong", {}, says("pass-to", nameOf(view.pass))), button("ready", () => cover(view.pass), { class: "primary" }, nameOf(view.pass)));
    } else if (!view.question) {
      box.append(h("strong", {}, says("now-plays", nameOf(view.actor))));
    } else {
      const whose = view.actor === null ? "" : view.open ? nameOf(view.actor) : says("your-turn", nameOf(view.actor));
      box.append(h("small", {}, whose), h("strong", {}, view.question.says), ruleLink(view.question));
    }
    return box;
  }

  function ruleLink({ rule, section }) {
    if (!rule) return null;
    const address = section && transport.rulebook(section, language);
    const words = section ? says("rulebook", section.title || says("rule", rule)) : says("rule", rule);
    return h("small", { class: "rule", title: says("rule", rule) }, address ? h("a", { href: address, target: "_blank", rel: "noopener" }, words) : words);
  }

  function replayButtons() {
    const { step, steps } = page.view;
    const to = (number) => () => go({ do: "go", step: number });
    return [
      button("first", to(0), { disabled: !step, class: "step" }), button("back", to(step - 1), { disabled: !step, class: "step" }),
      h("span", { class: "steps" }, says("step", step, steps)),
      button("forward", to(step + 1), { disabled: step >= steps, class: "step" }), button("last", to(steps), { disabled: step >= steps, class: "step" }),
      button("play-on", () => go({ do: "play-on", seats: page.view.seats.map((_, seat) => (seat ? "greedy" : "human")) })),
    ];
  }

  function moreMenu() {
    const speed = h("select", { id: "play-pace" });
    fill(speed, Object.keys(PACES).map((one) => [one, says(one)]), page.pace);
    speed.addEventListener("change", () => { page.pace = speed.value; });
    return h("details", { class: "more-menu" }, h("summary", {}, says("more")),
      h("div", {},
        button("to-setup", showSetup), button("save-log", () => save("log", "jsonl")), button("save-scenario", () => save("scenario", "yaml")),
        h("label", { for: "play-pace" }, says("pace"), " ", speed)));
  }

  async function save(what, suffix) {
    const answer = await ask({ do: what });
    if (answer.error) return note(answer.error);
    const link = h("a", { download: `game.${suffix}`, href: URL.createObjectURL(new Blob([answer.text], { type: "text/plain" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // A panel that looks as before is the same element and stays where it is, so that only what has changed is drawn again.
  function panelOf(panel) {
    const key = JSON.stringify([panel, page.magnify, page.view.seats, page.view.open]);
    const element = page.drawn.get(key) ?? drawn(panel);
    page.kept.set(key, element);
    element.classList.toggle("active", panel.seat >= 0 && panel.seat === page.view.actor);
    return element;
  }

  function drawn(panel) {
    const { view } = page;
    const surface = drawPanel(panel, {
      says, size: (component) => sizes[component] ?? [63.5, 88.9],
      picture: (piece) => transport.picture(piece, language, view.deck),
      onTarget: point, onPiece: page.magnify ? enlarge : null,
    });
    const name = h("h2", {}, panel.title, panel.kind === "player" ? h("small", {}, kindOf(panel.seat)) : null);
    return h("section", { class: `panel ${panel.kind}${small(panel) ? " tokens" : ""}`, "aria-label": panel.title },
      name,
      panel.notes.map((one) => h("p", { class: "panel-note" }, one)),
      panel.diagram.pieces.length || panel.diagram.regions.length ? h("div", { class: "scroller" }, surface) : null,
      panel.diagram.alt.length ? h("div", { class: "hidden" }, panel.diagram.alt.map((one) => h("p", {}, `${one}.`))) : null);
  }

  // Whether all pieces are tokens, without any text to read.
  const small = ({ diagram }) => diagram.pieces.every((one) => Math.max(...(sizes[one.component] ?? [99, 99])) < 30);

  const kindOf = (seat) => {
    const kind = page.view.seats[seat];
    const people = page.view.seats.filter((one) => one === "human").length;
    return page.view.open ? "" : kind === "human" ? says(people > 1 ? "person" : "you") : says("bot", says(kind));
  };

  function button(word, onclick, attributes = {}, ...parts) {
    return h("button", { type: "button", "data-do": word, onclick, ...attributes }, says(word, ...parts));
  }

  function actionButton(action) {
    return h("button", { type: "button", class: "action", "data-action": action.words, onclick: () => go({ do: "act", action: action.words }) }, action.says);
  }

  function actionList() {
    const { actions } = page.view;
    if (!actions.length) return null;
    return h("details", { class: "panel all-actions" }, h("summary", {}, says("all-actions", actions.length)), h("div", { class: "buttons" }, actions.map(actionButton)));
  }

  // At the lower edge of the window: what needs no pointing, and what is left after pointing. Few actions are all there, because the place
  // to point at may be out of sight.
  function choiceBox() {
    const left = matching();
    const few = !page.chosen.length && left.length <= FEW;
    const direct = left.filter((one) => few || one.targets.length === page.chosen.length);
    const more = page.chosen.length > 0 && left.some((one) => one.targets.length > page.chosen.length);
    if (!direct.length && !page.chosen.length) return h("div", { class: "choice" });
    return h("div", { class: "choice" },
      page.chosen.length ? h("p", { tabindex: "-1" }, says(!more ? "choose" : direct.length ? "choose-or-part" : "part")) : null,
      h("div", { class: "buttons" }, direct.map(actionButton), page.chosen.length ? button("cancel", () => { page.chosen = []; refresh(); }) : null));
  }

  function logList() {
    const entries = [...page.view.log].reverse();
    const lines = entries.map((entry) => h("li", {}, entry.who && h("b", {}, entry.who), " ", entry.says[0] ?? "", entry.says.slice(1).map((one) => h("span", {}, one))));
    return h("details", { class: "panel log", open: innerWidth > 900 }, h("summary", {}, says("log")), lines.length ? h("ol", { reversed: true, tabindex: "0", "aria-label": says("log") }, lines) : h("p", {}, says("nothing-yet")));
  }

  // --- pointing -------------------------------------------------------------------------------------------

  const begins = (targets, chosen) => chosen.every((name, index) => targets[index] === name);
  const matching = (chosen = page.chosen) => page.view.actions.filter((one) => begins(one.targets, chosen));

  function mark() {
    const next = new Set(matching().map((one) => one.targets[page.chosen.length]).filter(Boolean));
    for (const one of body.querySelectorAll("[data-target]")) {
      const name = one.dataset.target;
      one.classList.toggle("can", next.has(name));
      one.classList.toggle("chosen", page.chosen.includes(name));
      one.classList.toggle("hinted", page.hinted.includes(name));
      const state = [next.has(name) && says("can-do"), page.chosen.includes(name) && says("chosen")].filter(Boolean);
      one.says ??= one.getAttribute("aria-label");
      one.setAttribute("aria-label", [one.says, ...state].join(", "));
    }
  }

  function refresh() {
    body.querySelector(".choice").replaceWith(choiceBox());
    mark();
  }

  async function point(name) {
    note("");
    const wanted = [...page.chosen, name];
    const left = matching(wanted);
    if (!left.length) {
      const again = page.chosen.length && matching([name]).length;
      if (page.chosen.at(-1) === name) page.chosen = [];
      else if (again) return choose([name]);
      else await refuse(wanted);
      refresh();
      return undefined;
    }
    return choose(wanted);
  }

  function choose(wanted) {
    page.chosen = wanted;
    const left = matching();
    if (left.length === 1 && left[0].targets.length === wanted.length) return go({ do: "act", action: left[0].words });
    refresh();
    if (left.some((one) => one.targets.length === wanted.length)) body.querySelector(".choice button")?.focus();
    else announce(says("part"));
    return undefined;
  }

  async function refuse(targets) {
    const answer = await ask({ do: "why", targets });
    const reason = answer.reason && h("span", { lang: answer.language }, answer.reason);
    note(answer.error ?? (reason ? [!answer.first && says("not-allowed", ""), reason] : says("nothing")), reason ? answer : null);
  }

  function note(text, link = null) {
    const box = body.querySelector(".note");
    if (box) box.replaceChildren(...[text, link && ruleLink(link)].flat().filter(Boolean));
    else if (text) announce(text);
  }

  async function hint() {
    const answer = await ask({ do: "hint" });
    if (answer.error) return note(answer.error);
    const action = page.view.actions.find((one) => one.words === answer.action);
    page.chosen = [];
    page.hinted = action.targets;
    refresh();
    note(says("hint-says", action.says));
    return undefined;
  }

  function enlarge(piece) {
    const address = transport.picture(piece, language, page.view.deck);
    const dialog = h("dialog", { class: "play-large", "aria-label": piece.name }, h("img", { src: address, alt: piece.name }), h("form", { method: "dialog" }, h("button", { class: "primary" }, says("close"))));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    root.append(dialog);
    dialog.showModal();
  }

  // --- other screens --------------------------------------------------------------------------------------

  function cover(seat) {
    page.view = { ...page.view, cover: seat };
    showCover();
  }

  function showCover() {
    const name = nameOf(page.view.cover);
    body.replaceChildren(h("div", { class: "cover" },
      h("h2", { tabindex: "-1" }, says("cover-title", name)), h("p", {}, says("cover-help", name)),
      button("ready", () => {
        page.viewer = page.view.cover;
        go({ do: "view" });
      }, { class: "primary" }, name)));
    body.querySelector("h2").focus();
  }

  async function showSetup() {
    body.replaceChildren(h("p", { class: "empty" }, says("loading")));
    const offer = await ask({ do: "offer" });
    if (offer.error) return body.replaceChildren(h("p", { class: "note" }, offer.error));
    page.view = null;
    page.viewer = null;
    root.dataset.waits = "setup";
    onTable("");
    body.replaceChildren(playSetup(offer, says, (data) => begin(data)));
    return undefined;
  }

  async function begin(data) {
    const answer = await ask({ ...data, table: undefined, seat: null });
    if (answer.error) {
      body.querySelector(".note").textContent = answer.error;
      return;
    }
    take(answer, false);
    body.querySelector(".question, .cover h2")?.focus();
  }

  async function resume(table) {
    const answer = await transport.request({ do: "view", table, language });
    if (answer.error) showSetup();
    else take(answer, false);
  }

  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page.chosen.length) {
      page.chosen = [];
      refresh();
    } else moveFocus(event, root);
  });
  return { resume, setup: showSetup };
}

// Arrow keys go to the nearest target in that direction.
function moveFocus(event, root) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way || !event.target.matches?.(".target")) return;
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(event.target);
  let best = null;
  for (const one of root.querySelectorAll(".target")) {
    const [ox, oy] = middle(one);
    const along = (ox - x) * way[0] + (oy - y) * way[1];
    const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
    if (one !== event.target && along > 3 && aside <= along * 1.5 + 1 && (!best || along + 2 * aside < best.far)) best = { one, far: along + 2 * aside };
  }
  event.preventDefault();
  best?.one.focus();
}
