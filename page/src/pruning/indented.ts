// An explicit tree as indented text, a node on each line: `a: Min 5` is Min's node, called a and estimated at 5; `12` is a
// leaf. Only what differs from the usual has to be said: sides alternate, and children are numbered.

import type { State } from "../wire";
import { type Branch, write } from "./explicit";

interface Line {
  /** The number of the line in the text, from 1. */
  at: number;
  indent: number;
  name: string | null;
  side: Branch["side"] | null;
  value: number | null;
}

/** Reads a tree; a text that is none is refused with a sentence. */
export function read(text: string): { state: State } | { fault: string } {
  const lines: Line[] = [];
  for (const [i, line] of text.replaceAll("\t", "    ").split("\n").entries()) {
    if (line.trim() === "") continue;
    const node = parsed(line, i + 1);
    if (!node) return { fault: `Line ${i + 1} should be a number, Max, Min or a name, such as “a: 3”.` };
    lines.push(node);
  }
  if (lines.length === 0) return { fault: "There is no node yet." };
  const least = Math.min(...lines.map(({ indent }) => indent));
  const tops = lines.filter(({ indent }) => indent === least);
  // Either the first line is the root, which has no name, or the outermost lines are its children.
  const [first] = lines;
  const isRoot = tops.length === 1 && first === tops[0] && first.name === null && lines.length > 1;
  const root: Line = isRoot ? first : { at: 0, indent: -1, name: null, side: null, value: null };
  const below = isRoot ? lines.slice(1) : lines;
  const fault = faultOf(below);
  return fault ? { fault } : { state: write(grown(root, below, "", "max")) };
}

const NODE = /^(\s*)(?:-\s+)?(?:([^:]*):)?\s*(Max\b|Min\b)?\s*([−-]?\d+)?\s*$/i;

function parsed(text: string, at: number): Line | null {
  const found = NODE.exec(text);
  const [, indent, name, side, value] = found ?? [];
  if (found && (name?.trim() || side || value))
    return {
      at,
      indent: indent.length,
      name: name?.trim() || null,
      side: (side?.toLowerCase() as Line["side"]) ?? null,
      value: value === undefined ? null : Number(value.replace("−", "-")),
    };
  // A name alone.
  const [, before, word] = /^(\s*)(?:-\s+)?(\p{L}[^:]*?)\s*$/u.exec(text) ?? [];
  return word ? { at, indent: before.length, name: word, side: null, value: null } : null;
}

/** The lines of the children of a node, each with what is below it. */
function families(lines: Line[]): [Line, Line[]][] {
  const list: [Line, Line[]][] = [];
  for (const line of lines) {
    const last = list.at(-1);
    if (last && line.indent > last[0].indent) last[1].push(line);
    else list.push([line, []]);
  }
  return list;
}

/** What is wrong with the children of a node, or below them. */
function faultOf(lines: Line[]): string | null {
  const list = families(lines);
  const [first] = list[0];
  const seen = new Set<string>();
  for (const [{ at, indent, name, side, value }, below] of list) {
    if (indent !== first.indent) return `Line ${at} is indented unlike its siblings.`;
    if ((name === null) !== (first.name === null)) return `Line ${at}: either all siblings have a name, or none.`;
    if (name !== null && /^\d+$/.test(name)) return `Line ${at}: a name needs a letter.`;
    if (name !== null && seen.has(name)) return `Line ${at} has the name of a sibling.`;
    seen.add(name ?? "");
    if (below.length === 0 && value === null) return `Line ${at} has neither a number nor children.`;
    if (below.length === 0 && side !== null) return `Line ${at} says whose node it is, but has no children.`;
    const fault = below.length > 0 ? faultOf(below) : null;
    if (fault) return fault;
  }
  return null;
}

function grown(line: Line, lines: Line[], name: string, side: Branch["side"]): Branch {
  const own = line.side ?? side;
  const value = line.value ?? undefined;
  const list = families(lines);
  if (list.length === 0) return { name, side: own, value };
  const children = list.map(([child, below], i) =>
    grown(child, below, child.name ?? String(i), own === "max" ? "min" : "max"),
  );
  return { name, side: own, value, children };
}

/** Writes what `read` reads. */
export function indented(branch: Branch, depth = 0, index = 0): string {
  const { name, side, value, children } = branch;
  const named = depth === 0 || name === String(index) ? "" : `${name}: `;
  const says = [children && (side === "max" ? "Max" : "Min"), value].filter((part) => part !== undefined).join(" ");
  const below = (children ?? []).map((child, i) => indented(child, depth + 1, i));
  return ["  ".repeat(depth) + named + says, ...below].join("\n");
}
