// Pictures of pieces: fetched when they come near the window, fetched again when something was saved, and put in place
// of the old ones only once they can be painted, so that nothing flickers.

const MOST_AT_ONCE = 4;
const all = new Set();
const near = new Set();
const waiting = [];
let running = 0;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) near.delete(target);
      else {
        near.add(target);
        if (target.fresh !== true) ask(target);
      }
    }
  },
  { rootMargin: "400px" },
);

// A place for a picture; *piece* is its key, *url* where it comes from.
export function frame(piece, url, name) {
  const box = document.createElement("span");
  box.className = "picture";
  box.dataset.piece = piece;
  box.url = url;
  box.name = name;
  all.add(box);
  observer.observe(box);
  return box;
}

// Another url for the same place: the old picture stays until the new one is there.
export function point(box, url, name) {
  if (box.url === url) return;
  box.url = url;
  box.name = name;
  box.tag = "";
  box.fresh = false;
  if (near.has(box)) ask(box);
}

export function drop(root) {
  for (const box of root.querySelectorAll(".picture")) {
    observer.unobserve(box);
    near.delete(box);
    all.delete(box);
    box.fresh = true; // nobody asks for it any more
    if (box.address) URL.revokeObjectURL(box.address);
  }
}

// What is in sight is fetched again: first *pieces*, which surely changed, then the others.
export function refresh(pieces) {
  const first = new Set(pieces ?? []);
  for (const box of all) box.fresh = false; // those that are not in sight, too: they come back some time
  const seen = [...near].sort((one, other) => inSight(other) - inSight(one));
  const urgent = seen.filter((box) => first.has(box.dataset.piece));
  waiting.length = 0;
  for (const box of urgent) fetchInto(box);
  const rest = () => seen.filter((box) => !first.has(box.dataset.piece)).forEach(ask);
  if (urgent.length) setTimeout(rest, 120);
  else rest();
}

function inSight(box) {
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? 1 : 0;
}

function ask(box) {
  if (!waiting.includes(box)) waiting.push(box);
  next();
}

function next() {
  while (running < MOST_AT_ONCE && waiting.length) {
    const box = waiting.shift();
    if (box.fresh !== true && box.isConnected) fetchInto(box);
  }
}

async function fetchInto(box) {
  running += 1;
  const url = box.url;
  box.fresh = true;
  try {
    const answer = await fetch(url, { headers: box.tag ? { "If-None-Match": box.tag } : {} });
    if (box.url !== url) return;
    box.classList.toggle("stale", answer.headers.get("X-Stale") === "1");
    if (answer.status === 304) return;
    if (!answer.ok || answer.status === 204) {
      box.tag = "";
      box.replaceChildren(Object.assign(document.createElement("span"), { className: "nothing", textContent: "cannot be drawn" }));
      return;
    }
    const address = URL.createObjectURL(await answer.blob());
    const image = new Image();
    image.alt = box.name;
    image.src = address;
    await image.decode();
    if (box.url !== url) return URL.revokeObjectURL(address);
    if (box.address) URL.revokeObjectURL(box.address);
    box.address = address;
    box.tag = answer.headers.get("ETag");
    box.replaceChildren(image);
    const again = box.classList.contains("shown");
    box.classList.add("shown");
    requestAnimationFrame(() => {
      if (again) {
        box.classList.remove("news");
        void box.offsetWidth;
        box.classList.add("news");
      }
      document.dispatchEvent(new CustomEvent("painted", { detail: box.dataset.piece }));
    });
  } catch {
    box.fresh = false; // the server is away; everything is asked for again when it is back
  } finally {
    running -= 1;
    next();
  }
}
