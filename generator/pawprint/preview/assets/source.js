// Where the page gets what it shows: from the server of the preview, or from the files of an exported site. All
// addresses are relative, so that the page works in any folder.

// Whether a server answers, which can draw, make and write.
export const isLive = document.documentElement.dataset.site === undefined;

// Only this page knows the token. It is empty if the page may not write.
const token = document.querySelector("meta[name=pawprint-token]")?.content ?? "";
export const canWrite = token !== "";
// Whether the page may have commands run, which guests may not.
export const canRun = canWrite && document.documentElement.dataset.guest === undefined;

// The words of an address that have answers of their own in a site.
const WORDS = ["edition", "lang", "side"];
const files = new Map();

// The data at *path*; null if there is nothing.
export async function read(path, words = {}) {
  const query = new URLSearchParams(words);
  if (!isLive) return (await answersOf(path))[keyOf(path, query)] ?? null;
  const answer = await fetch(query.size ? `${path}?${query}` : path);
  return answer.ok ? answer.json() : null;
}

// The answer to a request that sends *data*.
export function send(path, data, secret = token) {
  const headers = { "Content-Type": "application/json", "X-Pawprint-Token": secret };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(data) });
}

// The picture at *url*: its *address* and *tag*, and whether it is *stale*; *same* if it is still the one with *tag*,
// *gone* if there is no such piece any more, nothing if it cannot be drawn.
export async function pictureAt(url, tag) {
  if (!isLive) {
    const [path, query] = url.split("?");
    const address = query ? (await answersOf(path.split("/", 2).join("/")))[keyOf(path, new URLSearchParams(query))] : url;
    return address ? { address, tag: address } : {};
  }
  const answer = await fetch(url, { headers: tag ? { "If-None-Match": tag } : {} });
  const stale = answer.headers.get("X-Stale") === "1";
  if (answer.status === 304) return { same: true, stale };
  if (answer.headers.get("X-Gone")) return { gone: true, stale };
  if (!answer.ok || answer.status === 204) return { stale };
  // A data URL stays within the page, while a blob URL would take a detour through the browser process.
  const vector = answer.headers.get("Content-Type").startsWith("image/svg");
  const address = vector ? vectorAddress(await answer.text()) : await dataAddress(await answer.blob());
  return { address, tag: answer.headers.get("ETag"), stale };
}

// Copies *text*; returns whether that is possible, as it is on encrypted pages and those of this computer.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const vectorAddress = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

// The address of a page of a PDF file, drawn with so many dots per inch if a server draws it.
export const pageAddress = (file, page, dpi) => `${file.base}/${page}.${isLive ? "png" : "webp"}${isLive && dpi ? `?dpi=${dpi}` : ""}`;

function dataAddress(blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
}

function keyOf(path, query) {
  const words = new URLSearchParams(WORDS.filter((word) => query.get(word)).map((word) => [word, query.get(word)]));
  return words.size ? `${path}?${words}` : path;
}

// The answers of a site about the game that *path* ends with; of all games without one. They are scripts, because a
// page that was opened from disk may not read files.
function answersOf(path) {
  const game = path.includes("/") ? path.split("/").at(-1) : "";
  const name = game ? `games/${game}/data.js` : "games/data.js";
  if (!files.has(name)) {
    files.set(name, new Promise((resolve) => {
      globalThis.pawprintSite ??= {};
      globalThis.pawprintSite[game] = resolve;
      const script = document.createElement("script");
      script.src = name;
      script.onerror = () => resolve({});
      document.head.append(script);
    }));
  }
  return files.get(name);
}
