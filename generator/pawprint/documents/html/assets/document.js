"use strict";
// The search of a document, and which part of it is being read. Without this script the page lacks nothing else.
{
  const form = document.getElementById("_search");
  const input = document.getElementById("_query");
  const results = document.getElementById("_results");
  const found = document.getElementById("_found");
  const main = document.getElementById("_text");
  const MOST = 40;

  // Letters without accents, one for one, so that places in the plain text are places in the text.
  const plain = (text) => [...text].map((letter) => {
    const bare = letter.normalize("NFD")[0].toLowerCase();
    return bare.length === letter.length ? bare : letter;
  }).join("").replace(/[\s\u00a0\u202f]/g, " ").replace(/\u2019/g, "'");

  const parts = [...main.querySelectorAll("h1, h2, h3, h4, p, li, tr, figcaption, caption")]
    .filter((part) => !part.querySelector("p, li"));
  let heading = null;
  const index = parts.map((part, number) => {
    if (/^H[1-4]$/.test(part.tagName)) heading = part;
    if (!part.id) part.id = `_p${number}`;
    const cells = part.tagName === "TR" ? [...part.cells].map((cell) => cell.textContent.trim()) : [part.textContent];
    const text = cells.filter(Boolean).join(" · ").replace(/\s+/g, " ").trim();
    return { part, heading, text, plain: plain(text) };
  });

  const marked = (text, at, length) => {
    const start = at < 45 ? 0 : text.lastIndexOf(" ", at - 30) + 1;
    const line = document.createElement("span");
    const mark = document.createElement("mark");
    mark.textContent = text.slice(at, at + length);
    line.append(start ? "… " : "", text.slice(start, at), mark, text.slice(at + length, start + 140));
    if (text.length > start + 140) line.append(" …");
    return line;
  };

  if (CSS.highlights) document.styleSheets[0].insertRule("::highlight(found) { background: #ffd84d; color: #1b1d20; }");
  const highlight = (query) => {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("found");
    if (!query) return;
    const ranges = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = plain(walker.currentNode.data);
      for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + query.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };

  const search = () => {
    const query = plain(input.value.trim());
    const hits = query.length < 2 ? [] : index.filter((one) => one.plain.includes(query));
    results.replaceChildren(...hits.slice(0, MOST).map((one) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#${one.part.id}`;
      if (one.heading && one.heading !== one.part) {
        const title = document.createElement("b");
        title.textContent = one.heading.textContent.replace(/\s+/g, " ").trim();
        link.append(title);
      }
      link.append(marked(one.text, one.plain.indexOf(query), query.length));
      item.append(link);
      return item;
    }));
    results.hidden = !hits.length;
    found.textContent = query.length < 2 ? "" : found.dataset.results.replace("{0}", hits.length);
    highlight(query.length < 2 ? "" : query);
  };

  const close = (clear) => {
    results.hidden = true;
    if (clear && input.value) {
      input.value = "";
      search();
    }
  };

  form.hidden = false;
  input.addEventListener("input", search);
  input.addEventListener("focus", () => { results.hidden = !results.children.length; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("a")?.click();
  });
  results.addEventListener("click", (event) => { if (event.target.closest("a")) close(false); });
  document.addEventListener("click", (event) => { if (!event.target.closest(".bar")) close(false); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest(".bar")) {
      close(true);
      input.focus();
    }
    const list = [input, ...results.querySelectorAll("a")];
    const at = list.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && at >= 0 && list[at + step]) {
      event.preventDefault();
      list[at + step].focus();
    }
  });

  // On a small screen the contents are closed, to begin with.
  const contents = document.querySelector(".contents details");
  if (contents) {
    const wide = matchMedia("(min-width: 62rem)");
    const fit = () => { contents.open = wide.matches; };
    fit();
    wide.addEventListener("change", fit);
    const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
    const heads = [...main.querySelectorAll("h2, h3")].filter((head) => links.has(head.id));
    const current = () => {
      const above = heads.filter((head) => head.getBoundingClientRect().top < 120).pop();
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(above?.id)?.setAttribute("aria-current", "true");
    };
    document.addEventListener("scroll", current, { passive: true });
    current();
  }
}
