// What a record has beside its main line, which the server leaves out: variations, their comments and the clocks. The
// server reads the moves; this finds them in the text.

import { ROOT, type Twig } from "./gameTree";

/** Tags, `{comment}`, `; comment`, `(`, `)`, `$1`, and words. */
const TOKEN = /^[ \t]*\[[A-Za-z]\w*\s[^\n]*\][ \t]*$|\{([^}]*)\}|;([^\n]*)|([()])|\$\d+|[^\s(){};]+/gm;
const RESULT = /^(1-0|0-1|1\/2-1\/2|[012]-[012]|\*)$/;
const NUMBER = /^\d+\.+/;
const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;

/**
 * The games of a PGN or PDN, each as twigs in the order in which they are written, a line's own continuation before its
 * variations. A game ends with its result, or where the tags of the next one begin.
 */
export function parsed(record: string): (Twig | null)[][] {
  const games: (Twig | null)[][] = [];
  let twigs: (Twig | null)[] = [null];
  let returns: number[] = [];
  let [at, begun] = [ROOT, false];
  const end = () => {
    if (begun) games.push(twigs);
    [twigs, returns, at, begun] = [[null], [], ROOT, false];
  };
  for (const [token, braced, rest, paren] of record.matchAll(TOKEN)) {
    const comment = braced ?? rest;
    if (comment !== undefined) note(twigs[at], comment);
    else if (paren === "(") {
      returns.push(at);
      at = twigs[at]?.parent ?? ROOT;
    } else if (paren === ")") at = returns.pop() ?? at;
    else if (/^\s*\[/.test(token)) {
      if (twigs.length > 1) end();
    } else if (RESULT.test(token)) {
      begun = true;
      if (returns.length === 0) end();
    } else if (!token.startsWith("$")) {
      begun = true;
      const move = token.replace(NUMBER, "").replace(/[!?]+$/, "");
      if (move === "" || move === "e.p.") continue;
      twigs.push({ move, parent: at });
      at = twigs.length - 1;
    }
  }
  end();
  return games;
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

/** A move of an SGF: its node as it is written, and the node before it. Setup and comments of the root are the root's. */
interface SgfNode {
  text: string;
  parent: number;
  isMove: boolean;
}

/** The trees of an SGF, each as its nodes in the order of the text; the first one is the root. */
export function collection(text: string): SgfNode[][] {
  const trees: SgfNode[][] = [];
  const returns: number[] = [];
  let [nodes, at]: [SgfNode[], number] = [[], -1];
  for (const [token] of text.matchAll(/[()]|;(?:\s*[A-Za-z]+(?:\s*\[(?:\\[^]|[^\]\\])*\])+)*/g)) {
    if (token === "(") {
      if (returns.length === 0) [nodes, at] = [[], -1];
      returns.push(at);
    } else if (token === ")") {
      at = returns.pop() ?? -1;
      if (returns.length === 0 && nodes.length > 0) trees.push(nodes);
    } else if (returns.length > 0) {
      nodes.push({ text: token, parent: at, isMove: /[;\]\s][BW]\s*\[/.test(token) });
      at = nodes.length - 1;
    }
  }
  return trees;
}

/** The lines of an SGF's tree, the main one first: each a record of its own, and its moves' nodes. */
export function lines(nodes: SgfNode[]): { record: string; moves: number[] }[] {
  const inner = new Set(nodes.map(({ parent }) => parent));
  return nodes.flatMap((_, leaf) => {
    if (inner.has(leaf)) return [];
    const path: number[] = [];
    for (let at = leaf; at >= 0; at = nodes[at].parent) path.unshift(at);
    return [{ record: `(${path.map((id) => nodes[id].text).join("")})`, moves: path.filter((id) => nodes[id].isMove) }];
  });
}

/** The comment of an SGF's node. */
export function remark({ text }: SgfNode): string | undefined {
  const [, comment] = /[;\]\s]C\s*\[((?:\\[^]|[^\]\\])*)\]/.exec(text) ?? [];
  return comment?.replace(/\\(?:\r?\n)?/g, "").trim() || undefined;
}
