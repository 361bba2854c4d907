// The view in which the game is played: the page of `playpage`, with the preview as its transport.

import { h } from "./dom.js";
import { playPage } from "./play.js";
import { send } from "./source.js";
import { languagesOf } from "./state.js";

// The game in play of each game of the catalog.
const tables = {};

export function showPlay(main, game) {
  const language = languagesOf(game)[0];
  const key = `${game.id} ${language}`;
  if (main.firstElementChild?.dataset.play === key) return; // an edit does not disturb a game in play
  const root = h("div", { "data-play": key });
  main.replaceChildren(root);
  const page = playPage(root, { transport: transportTo(game), language, onTable: (table) => { tables[game.id] = table; } });
  if (tables[game.id]) page.resume(tables[game.id]);
  else page.setup();
}

function transportTo(game) {
  return {
    async request(data) {
      try {
        const answer = await send(`play/${game.id}`, data);
        return answer.ok ? await answer.json() : { error: "The preview cannot play this game now." };
      } catch {
        return { error: "The preview has ended." };
      }
    },
    picture({ component, id, side }, language, edition) {
      if (!id) return "";
      const words = new URLSearchParams({ lang: language, side, revision: game.revision });
      if (edition) words.set("edition", edition);
      return `picture/${game.id}/${component}/${encodeURIComponent(id)}?${words}`;
    },
    rulebook: (section, language) => `rulebook/${game.id}?${new URLSearchParams({ lang: language })}#${section.anchor}`,
  };
}
