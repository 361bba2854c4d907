// The scroll position of each view of each game, which a reload and the way to another view and back keep.

const NAME = "pawprint-scroll";
const positions = new Map(Object.entries(JSON.parse(sessionStorage.getItem(NAME) ?? "{}")));
let view = "";
let wanted = null; // of a view that is not filled yet

history.scrollRestoration = "manual";
addEventListener("pagehide", () => {
  keep();
  sessionStorage.setItem(NAME, JSON.stringify(Object.fromEntries(positions)));
});

function keep() {
  if (view && wanted === null) positions.set(view, scrollY);
}

// Call this before the page is filled with the view *name*, and `filled` after that.
export function entering(name) {
  if (name === view) return;
  keep();
  view = name;
  wanted = positions.get(name) ?? 0;
}

// Scrolls to where the view was left.
export function filled() {
  if (wanted === null) return;
  scrollTo(0, wanted);
  wanted = null;
}
