// Queries: words, field:value, field>=number; a leading - negates a condition. All conditions must be true.

const plain = (text) => String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// All texts of a value, in *language* or in all languages.
export function texts(value, language) {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, language));
  if (typeof value !== "object") return [String(value)];
  if (value.record) return Object.values(value.record).flatMap((item) => texts(item, language));
  const said = language ? [value.text[language] ?? ""] : Object.values(value.text);
  return value.id && !language ? [value.id, ...said] : said;
}

export function valueOf(piece, field) {
  if (field === "id" || field === "component" || field === "copies") return piece[field];
  return piece.fields[field];
}

const ways = {
  ":": (text, wanted) => text.includes(wanted),
  "=": (text, wanted) => text === wanted,
  ">": (text, wanted) => Number(text) > Number(wanted),
  "<": (text, wanted) => Number(text) < Number(wanted),
  ">=": (text, wanted) => Number(text) >= Number(wanted),
  "<=": (text, wanted) => Number(text) <= Number(wanted),
};

function condition(word) {
  const not = word.startsWith("-") && word.length > 1;
  const body = not ? word.slice(1) : word;
  const match = /^([\p{L}_][\p{L}\p{N}_]*)(>=|<=|[:=><])(.+)$/u.exec(body);
  let test;
  if (match && match[1] === "is" && match[3] === "finding") test = (piece, found) => found.has(piece.key);
  else if (match) {
    const [, field, way, raw] = match;
    const wanted = plain(raw.replace(/^"|"$/g, ""));
    test = (piece) => texts(valueOf(piece, field)).some((text) => text !== "" && ways[way](plain(text), wanted));
  } else {
    const wanted = plain(body.replace(/^"|"$/g, ""));
    test = (piece) => piece.search.includes(wanted);
  }
  return not ? (piece, found) => !test(piece, found) : test;
}

export function filter(query) {
  const words = query.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const conditions = words.map(condition);
  return (piece, found) => conditions.every((holds) => holds(piece, found));
}

export function addSearchText(piece) {
  piece.search = plain([piece.id, piece.component, ...Object.values(piece.fields).flatMap((value) => texts(value))].join("\n"));
  return piece;
}

export const quoted = (text) => (/\s/.test(text) ? `"${text}"` : text);
