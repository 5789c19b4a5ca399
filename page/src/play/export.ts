// The game with its variations, comments and clocks as a record. The server writes every line; this puts them together.

import { ask, game } from "../ask";
import type { GameFacts, SoFar } from "../wire";
import { type GameTree, mainLine, path, ROOT, variations } from "./gameTree";
import type { Said } from "./records";
import { asked } from "./settings";

/** What stands beside a move. A review's marks are more of it. */
export interface Note {
  comment?: string;
  clock?: string;
  /** Numeric annotation glyphs (PGN, 8.2.4), such as 4 for a blunder. */
  glyphs?: number[];
}

/** A line as the server writes it. */
export async function record(
  facts: GameFacts,
  soFar: SoFar,
  format: string,
  said: Said,
  signal: AbortSignal,
): Promise<string> {
  const named = ["pgn", "pdn", "sgf"].includes(format) ? said : {};
  const body = { ...asked({ state: soFar.state, moves: soFar.moves }), format, ...named };
  return (await ask<{ record: string }>(game(facts.id, "record/write"), body, signal)).record;
}

/** A record that a review has written, with the tags that it does not know; its moves and marks stay. */
export async function headed(
  facts: GameFacts,
  soFar: SoFar,
  marked: string,
  said: Said,
  signal: AbortSignal,
): Promise<string> {
  const format = facts.record_formats?.find((each) => each === "pgn" || each === "pdn");
  if (!format || !marked.startsWith("[")) return marked;
  const head = (await record(facts, soFar, format, said, signal)).match(HEAD)![0];
  const result = said.result ?? said.tags.Result;
  const body = marked.replace(HEAD, "").trimEnd();
  return `${head.trimEnd()}\n\n${result ? body.replace(/\S+$/, (last) => (END.test(last) ? result : last)) : body}\n`;
}

/** The tags of a PGN or PDN. */
const HEAD = /^(\[.*\]\s*\n)*/;

/** The whole tree in a format; `note` says what stands beside the move of a node. */
export async function exported(
  facts: GameFacts,
  start: SoFar,
  tree: GameTree,
  format: string,
  said: Said,
  signal: AbortSignal,
  note: (id: number) => Note = (id) => tree[id].ply ?? {},
): Promise<string> {
  const write = (id: number, said: Said) => record(facts, tree[id].ply?.after ?? start, format, said, signal);
  const main = mainLine(tree);
  const whole = await write(main.at(-1) ?? ROOT, said);
  const form = FORMS[format];
  if (!form || main.length === 0) return whole;
  // Each node's own text, from the line that ends where the node's line does.
  const texts = new Map<number, string>();
  const take = (nodes: number[], text: string) => {
    const words = form.words(text);
    nodes.forEach((node, i) => texts.set(node, texts.get(node) ?? words[i] ?? tree[node].ply!.label));
  };
  take(main, whole);
  for (const [id] of tree.entries())
    for (const variation of variations(tree, id)) {
      const end = lastOf(tree, variation);
      take(path(tree, end), await write(end, { tags: {} }));
    }
  return form.put(whole, tree, texts, note);
}

function lastOf(tree: GameTree, id: number): number {
  const [first] = tree[id].children;
  return first === undefined ? id : lastOf(tree, first);
}

interface Form {
  /** The moves of a record without variations. */
  words: (record: string) => string[];
  put: (record: string, tree: GameTree, texts: Map<number, string>, note: (id: number) => Note) => string;
}

/** The moves of a PGN or PDN without comments or variations. */
export function movetext(record: string): string[] {
  const text = record.replace(/^\[.*\]\s*$/gm, "");
  return text.split(/\s+/).filter((word) => word !== "" && !END.test(word) && !/^\d+\.+$/.test(word));
}

const END = /^(1-0|0-1|1\/2-1\/2|[012]-[012]|\*)$/;
const WIDTH = 80;

const numbered: Form = {
  words: movetext,
  put: (record, tree, texts, note) => {
    const head = record.match(HEAD)![0].trimEnd();
    const body = record.slice(head.length).trim().split(/\s+/);
    const [, number, dots] = /^(\d+)(\.+)/.exec(body[0]) ?? [null, "1", "."];
    const first = 2 * Number(number) + (dots.length > 1 ? 1 : 0);
    const words: string[] = [];
    const sequence = (from: number, ply: number, opening: boolean) => {
      let needsNumber = opening;
      for (let [at, i] = [from, ply]; at !== undefined; i++) {
        const isFirst = i % 2 === 0;
        if (isFirst || needsNumber) words.push(`${Math.floor(i / 2)}${isFirst ? "." : "..."}`);
        words.push(texts.get(at)!);
        needsNumber = false;
        const { comment, clock, glyphs = [] } = note(at);
        words.push(...glyphs.map((glyph) => `$${glyph}`));
        const said = [clock && `[%clk ${clock}]`, comment?.replaceAll("}", ")")].filter(Boolean).join(" ");
        if (said) words.push(...`{${said}}`.split(/\s+/));
        // The alternatives to a move follow it.
        const siblings = tree[tree[at].parent].children;
        const others = at === siblings[0] ? siblings.slice(1) : [];
        for (const other of others) {
          words.push("(");
          sequence(other, i, true);
          words.push(")");
        }
        needsNumber = said !== "" || others.length > 0;
        at = tree[at].children[0];
      }
    };
    sequence(tree[ROOT].children[0], first, true);
    if (END.test(body.at(-1)!)) words.push(body.at(-1)!);
    return `${head}${head ? "\n\n" : ""}${wrapped(words)}\n`;
  },
};

/** Words in lines that are not too long, brackets close to what they hold. */
function wrapped(words: string[]): string {
  const tight = words.join(" ").replace(/\( /g, "(").replace(/ \)/g, ")").split(" ");
  const rows = [""];
  for (const word of tight) {
    const row = rows.at(-1)!;
    if (row !== "" && row.length + 1 + word.length > WIDTH) rows.push(word);
    else rows[rows.length - 1] = row === "" ? word : `${row} ${word}`;
  }
  return rows.join("\n");
}

const NODE = /;[BW]\[[^\]]*\]/g;

const sgf: Form = {
  words: (record) => record.match(NODE) ?? [],
  put: (record, tree, texts, note) => {
    const at = record.search(NODE);
    const text = (id: number): string => {
      const { comment } = note(id);
      return texts.get(id)! + (comment ? `C[${comment.replace(/[\]\\]/g, "\\$&")}]` : "");
    };
    const following = (id: number): string => {
      const { children } = tree[id];
      if (children.length === 0) return "";
      if (children.length === 1) return text(children[0]) + following(children[0]);
      return children.map((child) => `(${text(child)}${following(child)})`).join("\n");
    };
    return `${record.slice(0, at)}${following(ROOT)})\n`;
  },
};

const FORMS: Record<string, Form | undefined> = { pgn: numbered, pdn: numbered, sgf };
