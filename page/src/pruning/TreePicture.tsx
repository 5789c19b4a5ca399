// An explicit tree as a picture, for playing on it: squares are Max's, circles Min's.

import type { JSX } from "preact";
import type { State } from "../wire";
import { type Branch, parse } from "./explicit";

const [LEVEL, LEAF, EDGE] = [86, 52, 30];
/** Wider trees are left to their text. */
const WIDEST = 64;

export interface Placed {
  branch: Branch;
  id: string;
  x: number;
  y: number;
  from: Placed | null;
}

function placed(root: Branch): Placed[] {
  const all: Placed[] = [];
  let leaves = 0;
  const put = (branch: Branch, id: string, depth: number, from: Placed | null): Placed => {
    const node: Placed = { branch, id, x: 0, y: EDGE + LEVEL * depth, from };
    all.push(node);
    const below = branch.children?.map((child, i) => put(child, `${id}/${i}`, depth + 1, node)) ?? [];
    node.x = below.length > 0 ? (below[0].x + below.at(-1)!.x) / 2 : EDGE + LEAF * leaves++;
    return node;
  };
  put(root, "", 0, null);
  return all;
}

/** The nodes of a state that is a tree; null for other states, and for trees that are wider than a picture. */
export function treeOf(state: State): Placed[] | null {
  const branch = parse(state);
  const nodes = branch && placed(branch);
  return nodes && nodes.filter(({ branch }) => !branch.children).length <= WIDEST ? nodes : null;
}

/** A click on a child of the root plays it; `play` is given its name. */
export function TreePicture({ tree: nodes, play }: { tree: Placed[]; play: (name: string) => void }): JSX.Element {
  const [width, height] = [Math.max(...nodes.map(({ x }) => x)) + EDGE, Math.max(...nodes.map(({ y }) => y)) + EDGE];
  return (
    <svg
      class="tree-picture"
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: `${width * 1.3}px` }}
      role="img"
      aria-label="The tree"
    >
      {nodes.map(({ id, x, y, from }) => from && <line key={id} x1={from.x} y1={from.y + 16} x2={x} y2={y - 16} />)}
      {nodes.map(({ branch: { name, side, value, children }, id, x, y, from }) => {
        const own = from !== null && from.from === null;
        return (
          <g
            key={id}
            class={`${children ? side : "leaf"}${own ? " own" : ""}`}
            transform={`translate(${x} ${y})`}
            onClick={own ? () => play(name) : undefined}
          >
            {!children ? (
              <rect x="-22" y="-15" width="44" height="30" rx="6" />
            ) : side === "max" ? (
              <rect x="-17" y="-17" width="34" height="34" />
            ) : (
              <circle r="18" />
            )}
            <text dy="0.35em">{children ? (side === "max" ? "Max" : "Min") : value}</text>
          </g>
        );
      })}
    </svg>
  );
}
