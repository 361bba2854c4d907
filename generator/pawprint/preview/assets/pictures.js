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
  }
}

// What is in sight is fetched again, as it is read: first *pieces*, which surely changed, then the others. Done when the
// former can be seen, so that nothing that takes longer comes in between.
export async function refresh(pieces) {
  const first = new Set(pieces ?? []);
  for (const box of all) box.fresh = false; // those that are not in sight, too: they come back some time
  const places = new Map([...near].map((box) => [box, placeOf(box)]));
  const seen = [...near].sort((one, other) => compare(places.get(one), places.get(other)));
  const urgent = seen.filter((box) => first.has(box.dataset.piece));
  waiting.length = 0;
  if (urgent.length) await Promise.race([Promise.all(urgent.map(fetchInto)).then(painted), pause(500)]);
  seen.filter((box) => !first.has(box.dataset.piece)).forEach(ask);
  if (!pieces) await pause(150);
}

const pause = (time) => new Promise((done) => setTimeout(done, time));
const nextFrame = () => new Promise(requestAnimationFrame);
const painted = () => nextFrame().then(nextFrame).then(() => pause(80));

// Whether it is out of sight, and how far down and to the right it is.
function placeOf(box) {
  const { top, bottom, left } = box.getBoundingClientRect();
  return [bottom > 0 && top < innerHeight ? 0 : 1, top, left];
}

function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
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

// The picture as an image that can be painted at once. A data address stays within the page, where a blob would go to the
// browser and back; and of an SVG that has been loaded nothing is left to be decoded.
function imageOf(svg, name) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.alt = name;
    image.decoding = "sync";
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
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
    const image = await imageOf(await answer.text(), box.name);
    if (box.url !== url) return;
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
