// The text of a PGN or PDN as a tree: the server reads the moves, this keeps what it leaves out, which are variations,
// their comments and the clocks.

import { ROOT, type Twig } from "./gameTree";

/** `{comment}`, `; comment`, `(`, `)`, `$1`, and words. */
const TOKEN = /\{([^}]*)\}|;([^\n]*)|([()])|\$\d+|[^\s(){};]+/g;
const RESULT = /^(1-0|0-1|1\/2-1\/2|[012]-[012]|\*)$/;
const NUMBER = /^\d+\.+/;
const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;

/** Twigs in the order in which they are written, a line's own continuation before its variations. */
export function parsed(record: string): (Twig | null)[] {
  const twigs: (Twig | null)[] = [null];
  const returns: number[] = [];
  let at = ROOT;
  const text = record.replace(/^\s*\[[A-Za-z]\w*\s.*\]\s*$/gm, "");
  for (const [token, braced, rest, paren] of text.matchAll(TOKEN)) {
    const comment = braced ?? rest;
    if (comment !== undefined) note(twigs[at], comment);
    else if (paren === "(") {
      returns.push(at);
      at = twigs[at]?.parent ?? ROOT;
    } else if (paren === ")") at = returns.pop() ?? at;
    else if (!token.startsWith("$") && !RESULT.test(token)) {
      const move = token.replace(NUMBER, "").replace(/[!?]+$/, "");
      if (move === "" || move === "e.p.") continue;
      twigs.push({ move, parent: at });
      at = twigs.length - 1;
    }
  }
  return twigs;
}

function note(twig: Twig | null, text: string): void {
  if (!twig) return;
  for (const [, command, value] of text.matchAll(COMMAND)) if (command === "clk") twig.clock = value.trim();
  const words = text.replace(COMMAND, "").replace(/\s+/g, " ").trim();
  if (words) twig.comment = twig.comment ? `${twig.comment} ${words}` : words;
}

/** The nodes of the line of first children. */
export function mainOf(twigs: (Twig | null)[]): number[] {
  const nodes: number[] = [];
  for (let at = ROOT; ;) {
    at = twigs.findIndex((twig, id) => id !== ROOT && twig?.parent === at);
    if (at < 0) return nodes;
    nodes.push(at);
  }
}

/** The same tree with the moves of its main line as the server writes them; null where it has others than these. */
export function corrected(twigs: (Twig | null)[], moves: string[]): (Twig | null)[] | null {
  const main = mainOf(twigs);
  if (main.length !== moves.length) return null;
  return twigs.map((twig, id) => (twig && main.includes(id) ? { ...twig, move: moves[main.indexOf(id)] } : twig));
}

/** One game of a file with several. */
export interface OneOf {
  title: string;
  text: string;
}

/** The games of a file: each begins with its tags, or with `(;`. */
export function split(text: string): OneOf[] {
  if (/^\s*\(;/.test(text)) return collection(text).map((text, i) => ({ title: titled(text, i, sgfTag), text }));
  const games: string[] = [];
  let tags = false;
  for (const row of text.split("\n")) {
    const isTag = /^\s*\[[A-Za-z]/.test(row);
    if (games.length === 0 || (isTag && !tags && games.at(-1)!.trim() !== "")) games.push("");
    games[games.length - 1] += `${row}\n`;
    if (row.trim() !== "") tags = isTag;
  }
  return games.map((text, i) => ({ title: titled(text, i, pgnTag), text }));
}

/** The trees of an SGF. */
function collection(text: string): string[] {
  const games: string[] = [];
  let [depth, from, inside] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (inside) {
      if (letter === "\\") i++;
      else if (letter === "]") inside = false;
    } else if (letter === "[") inside = true;
    else if (letter === "(" && depth++ === 0) from = i;
    else if (letter === ")" && --depth === 0) games.push(text.slice(from, i + 1));
  }
  return games.length > 0 ? games : [text];
}

const pgnTag = (text: string, tag: string) => new RegExp(`^\\s*\\[${tag}\\s+"([^"]*)"`, "m").exec(text)?.[1];
const SGF: Record<string, string> = { White: "PW", Black: "PB", Result: "RE", Event: "EV", Date: "DT" };
const sgfTag = (text: string, tag: string) => new RegExp(`[;\\]\\s]${SGF[tag]}\\[([^\\]]*)\\]`).exec(text)?.[1];

function titled(text: string, index: number, tag: (text: string, name: string) => string | undefined): string {
  const [white, black] = [tag(text, "White"), tag(text, "Black")];
  const players = white || black ? `${white ?? "?"} – ${black ?? "?"}` : "";
  const rest = ["Result", "Event", "Date"].map((name) => tag(text, name)).filter((part) => part && !/^\?/.test(part));
  return [`${index + 1}.`, players, ...rest].filter(Boolean).join(" ");
}
