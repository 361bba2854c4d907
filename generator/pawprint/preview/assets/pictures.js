// Pictures of pieces and of pages. They are loaded when they come near the window, and again after a save. A new picture replaces
// the old one only when it is ready to be painted, so that nothing flickers.

import { pictureAt, vectorAddress } from "./source.js";

const MAX_REQUESTS = 4;
const all = new Set();
const near = new Set();
const queue = new Set();
let running = 0;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) near.delete(target);
      else {
        near.add(target);
        if (target.fresh !== true) enqueue(target);
      }
    }
  },
  { rootMargin: "400px", scrollMargin: "400px" },
);

// An element for a picture of *piece*, a key or the name of a file; *url* is the address of the picture.
export function pictureFrame(piece, url, name) {
  const box = document.createElement("span");
  box.className = "picture";
  box.dataset.piece = piece;
  box.url = url;
  box.name = name;
  all.add(box);
  observer.observe(box);
  return box;
}

// Changes the address of the picture; the old picture stays until the new one is loaded. *edited*: because of an edit.
export function setSource(box, url, name, edited = false) {
  if (box.url === url) return;
  box.url = url;
  box.name = name;
  if (!edited) box.tag = "";
  box.fresh = false;
  box.edited = edited && box.classList.contains("shown");
  if (near.has(box)) enqueue(box);
}

export function release(root) {
  for (const box of root.querySelectorAll(".picture")) {
    observer.unobserve(box);
    near.delete(box);
    all.delete(box);
    box.fresh = true; // so that it is not loaded again
  }
}

// Loads the visible pictures of *pieces* again, which have changed; all pictures if it is not known which. Resolves when
// the former are painted, so that slower work does not delay them.
export async function refresh(pieces) {
  const changed = pieces && new Set(pieces);
  const old = [...all].filter((box) => !changed || changed.has(box.dataset.piece));
  for (const box of old) {
    box.fresh = false; // the hidden ones too, for when they become visible
    box.edited = box.classList.contains("shown"); // so a different picture is marked as new
  }
  const seen = old.filter((box) => near.has(box));
  if (pieces && seen.length) await Promise.race([Promise.all(inOrder(seen).map(fetchInto)).then(painted), pause(500)]);
  else seen.forEach(enqueue);
  if (!pieces) await pause(150);
}

// Those in the window come first, from top to bottom.
function inOrder(boxes) {
  const places = new Map(boxes.map((box) => [box, placeOf(box)]));
  return boxes.sort((one, other) => compare(places.get(one), places.get(other)));
}

const pause = (time) => new Promise((done) => setTimeout(done, time));
const nextFrame = () => new Promise(requestAnimationFrame);
const painted = () => nextFrame().then(nextFrame).then(() => pause(80));

// Whether the picture is out of the window, and its position from the top and from the left.
function placeOf(box) {
  const { top, bottom, left } = box.getBoundingClientRect();
  return [bottom > 0 && top < innerHeight ? 0 : 1, top, left];
}

function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

function enqueue(box) {
  queue.add(box);
  next();
}

// What is in sight now is loaded first; what has been scrolled past is left out until it comes near again.
function next() {
  if (running >= MAX_REQUESTS) return;
  for (const box of queue) if (box.fresh === true || !near.has(box) || !box.isConnected) queue.delete(box);
  for (const box of inOrder([...queue]).slice(0, MAX_REQUESTS - running)) {
    queue.delete(box);
    fetchInto(box);
  }
}

// Loads all pictures, in sight or not.
export async function loadAll() {
  const missing = [...all].filter((box) => box.fresh !== true && box.isConnected);
  const loaders = Array.from({ length: MAX_REQUESTS }, async () => {
    while (missing.length) await fetchInto(missing.pop());
  });
  await Promise.all(loaders);
}

// The picture as an image that is ready to be painted; a loaded SVG needs no decoding.
function imageOf(address, name) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.alt = name;
    image.decoding = "sync";
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = address;
  });
}

// Shows a picture that is not the saved one, until *endDraft*.
export async function showDraft(box, svg) {
  box.draft = true;
  const image = await imageOf(vectorAddress(svg), box.name);
  if (!box.draft || !box.isConnected) return;
  box.replaceChildren(image);
  box.classList.add("shown");
  document.dispatchEvent(new CustomEvent("drafted", { detail: box.dataset.piece }));
}

export function endDraft(box) {
  if (!box.draft) return;
  box.draft = false;
  box.tag = "";
  box.fresh = false;
  if (near.has(box)) enqueue(box);
}

async function fetchInto(box) {
  running += 1;
  const url = box.url;
  box.fresh = true;
  try {
    const found = await pictureAt(url, box.tag);
    if (box.url !== url) return;
    box.classList.toggle("stale", Boolean(found.stale));
    if (found.same || found.gone) return; // a piece that is gone leaves the page, too
    if (!found.address) {
      box.tag = "";
      box.replaceChildren(Object.assign(document.createElement("span"), { className: "nothing", textContent: "cannot be drawn" }));
      return;
    }
    const image = await imageOf(found.address, box.name);
    if (box.url !== url || box.draft) return;
    box.tag = found.tag;
    box.replaceChildren(image);
    const again = box.edited;
    box.edited = false;
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
    box.fresh = false; // the server does not answer; everything is loaded again when it returns
  } finally {
    running -= 1;
    next();
  }
}
