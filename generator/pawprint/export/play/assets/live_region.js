// The element "say", whose text screen readers read aloud whenever it changes.

export function say(text) {
  const region = document.getElementById("say");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
