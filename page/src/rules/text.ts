// Rules as a text: written with a word on each line, and the line of a path.

/** Rules with their words on lines, and the entries of words that are long. */
export function written(rules: object): string {
  const lines = Object.entries(rules).map(([word, value]) => {
    const short = spaced(value);
    const entries = typeof value === "object" && short.length > 60 ? nested(value) : short;
    return `  ${JSON.stringify(word)}: ${entries}`;
  });
  return `{\n${lines.join(",\n")}\n}`;
}

function nested(value: object): string {
  const isList = Array.isArray(value);
  const entries = Object.entries(value).map(
    ([name, entry]) => `    ${isList ? "" : `${JSON.stringify(name)}: `}${spaced(entry)}`,
  );
  return isList ? `[\n${entries.join(",\n")}\n  ]` : `{\n${entries.join(",\n")}\n  }`;
}

/** JSON in one line, with spaces as people write them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${spaced(entry)}`);
  return `{ ${entries.join(", ")} }`;
}

/** The line of a path such as `rules.end[1].line` in a text of rules, from 0; the nearest word above if it is not there. */
export function lineOf(text: string, path: string): number {
  const wanted = path.replace(/^rules\.?/, "");
  const places = new Map<string, number>();
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g)];
  let next = 0;
  const line = (at: number) => text.slice(0, at).split("\n").length - 1;
  const value = (here: string, at: number): void => {
    places.set(here, at);
    const token = tokens[next++]?.[0];
    if (token === "{") {
      while (next < tokens.length && tokens[next][0] !== "}") {
        const name = tokens[next++];
        next++;
        value(here ? `${here}.${plain(name[0])}` : plain(name[0]), line(name.index));
        if (tokens[next]?.[0] === ",") next++;
      }
      next++;
    } else if (token === "[") {
      for (let index = 0; next < tokens.length && tokens[next][0] !== "]"; index++) {
        value(`${here}[${index}]`, line(tokens[next].index));
        if (tokens[next]?.[0] === ",") next++;
      }
      next++;
    }
  };
  value("", 0);
  for (let part = wanted; ; part = part.replace(/(\.[^.[]*|\[\d+\]|^[^.[]*)$/, "")) {
    const at = places.get(part);
    if (at !== undefined) return at;
    if (part === "") return 0;
  }
}

function plain(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
