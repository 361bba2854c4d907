// Queries: words, field:value, field>=number; a leading - negates a condition, | separates alternatives. All conditions
// must be true.

const plain = (text) => String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// The texts and numbers of a value, in *language* or in all languages.
function atoms(value, language) {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => atoms(item, language));
  if (typeof value === "number") return [value];
  if (typeof value !== "object") return [String(value)];
  if (value.record) return Object.values(value.record).flatMap((item) => atoms(item, language));
  const said = language ? [value.text[language] ?? ""] : Object.values(value.text);
  return value.id && !language ? [value.id, ...said] : said;
}

export const texts = (value, language) => atoms(value, language).map(String);

const OWN = ["id", "component", "copies"];

export function valueOf(piece, field) {
  return OWN.includes(field) ? piece[field] : piece.fields[field];
}

const ways = {
  ":": (value, wanted) => (typeof value === "number" && isNumber(wanted) ? value === Number(wanted) : plain(value).includes(wanted)),
  "=": (value, wanted) => (typeof value === "number" && isNumber(wanted) ? value === Number(wanted) : plain(value) === wanted),
  ">": (value, wanted) => Number(value) > Number(wanted),
  "<": (value, wanted) => Number(value) < Number(wanted),
  ">=": (value, wanted) => Number(value) >= Number(wanted),
  "<=": (value, wanted) => Number(value) <= Number(wanted),
};

const isNumber = (text) => text.trim() !== "" && !Number.isNaN(Number(text));
const wordsOf = (query) => query.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
const alternatives = (text) => text.match(/(?:[^|"]|"[^"]*"?)+/g) ?? [];
const unquoted = (text) => text.replaceAll('"', "");
const FIELD = /^([\p{L}_][\p{L}\p{N}_-]*)(>=|<=|[:=><])(.*)$/u;

// What may stand before : or = in a query about *game*.
export const fieldNames = (game) => [...new Set([...OWN, ...game.components.flatMap((one) => Object.keys(one.fields))])];

// A test of a piece, and a remark about what cannot be understood, which is ignored as is what is still being typed.
export function readQuery(query, game) {
  const names = fieldNames(game);
  const conditions = [];
  const remarks = [];
  for (const word of wordsOf(query)) {
    const not = word.startsWith("-");
    const test = condition(not ? word.slice(1) : word, names, remarks);
    if (test) conditions.push(not ? (piece, found) => !test(piece, found) : test);
  }
  return { holds: (piece, found) => conditions.every((holds) => holds(piece, found)), remark: remarks.join(" ") };
}

function condition(body, names, remarks) {
  const match = FIELD.exec(body);
  const wanted = alternatives(match ? match[3] : body).map((one) => plain(unquoted(one))).filter(Boolean);
  if (!wanted.length) return null;
  if (!match) return (piece) => wanted.some((text) => piece.search.includes(text));
  const [, typed, way] = match;
  if (typed.toLowerCase() === "is") {
    if (wanted.join() === "finding") return (piece, found) => found.has(piece.key);
    if (!"finding".startsWith(wanted[0])) remarks.push("The only condition with “is” is “is:finding”.");
    return null;
  }
  const field = names.find((name) => name === typed) ?? names.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (!field) {
    const near = nearest(typed, names);
    remarks.push(`There is no field “${typed}”${near ? `; did you mean “${near}”?` : "."}`);
    return null;
  }
  return (piece) => atoms(valueOf(piece, field)).some((value) => value !== "" && wanted.some((text) => ways[way](value, text)));
}

// The name that is *typed* but for one or two letters.
function nearest(typed, names) {
  const [distance, name] = names.map((one) => [edits(typed.toLowerCase(), one.toLowerCase()), one]).sort(([a], [b]) => a - b)[0];
  return distance <= Math.min(2, typed.length - 1) ? name : "";
}

function edits(one, other) {
  let row = [...Array(other.length + 1).keys()];
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      next.push(Math.min(next[to] + 1, row[to + 1] + 1, row[to] + (one[at] === other[to] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length];
}

// *query* with a condition that *field* is *value*, too: a second value of a field is an alternative to the first.
export function withValue(query, field, value) {
  const written = /[\s|]/.test(value) ? `"${value}"` : value;
  const words = wordsOf(query);
  const at = words.findIndex((word) => word.startsWith(`${field}=`) && word.length > field.length + 1);
  if (at < 0) return [...words, `${field}=${written}`].join(" ");
  const known = alternatives(words[at].slice(field.length + 1));
  if (!known.includes(written)) words[at] = `${field}=${[...known, written].join("|")}`;
  return words.join(" ");
}

export function addSearchText(piece) {
  const values = [piece.name ?? null, ...Object.values(piece.fields)];
  piece.search = plain([piece.id, piece.component, ...values.flatMap((value) => texts(value))].join("\n"));
  return piece;
}
