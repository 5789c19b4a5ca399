// The tree, drawn: Max and Min told apart by shape, alpha and beta on the edges, what was cut dashed with its reason.

import { useMemo, useRef, useState } from "preact/hooks";
import type { JSX, RefObject } from "preact";
import { all, bound, reason, type Known, type Twig, type Window, type Write } from "./walk";

interface Props {
  twig: Twig;
  known: Known;
  /** The side that wants much. */
  max: string;
  windows: boolean;
  finished: boolean;
  write: Write;
  selected: string | null;
  select: (id: string) => void;
  /** Puts a child at another place among its siblings; none where the tree is not the person's own. */
  move: ((id: string, to: number) => void) | null;
  picture: RefObject<SVGSVGElement | null>;
}

interface Place {
  x: number;
  y: number;
}

const LEVEL = 112;
const SIDE = 26;
const NARROWEST = 320;
/** Drawn so much larger where there is room, and never smaller than so. */
const [ENLARGED, SMALLEST] = [1.4, 0.74];

/** Leaves side by side, each parent above the middle of its children: nothing can overlap. */
function place(root: Twig, wide: number): { places: Map<string, Place>; left: number; width: number; height: number } {
  const places = new Map<string, Place>();
  let next = 0;
  let deepest = 0;
  const put = (twig: Twig): number => {
    deepest = Math.max(deepest, twig.depth);
    const xs = twig.children.map(put);
    const x = xs.length > 0 ? (xs[0] + xs.at(-1)!) / 2 : SIDE + wide * next++;
    places.set(twig.id, { x, y: 46 + LEVEL * twig.depth });
    // Air between families.
    if (xs.length > 0 && twig.children.every(({ leaf }) => leaf)) next += 0.35;
    return x;
  };
  put(root);
  const used = 2 * SIDE + Math.max(...[...places.values()].map(({ x }) => x)) - SIDE;
  const width = Math.max(NARROWEST, used);
  return { places, left: (used - width) / 2, width, height: 46 + LEVEL * deepest + 62 };
}

export function Drawing({ twig, known, max, windows, finished, write, selected, select, move, picture }: Props): JSX.Element {
  const twigs = useMemo(() => all(twig), [twig]);
  const longest = Math.max(...twigs.filter(({ leaf }) => leaf).map(({ label, value, node }) => Math.max(label.length, write(value ?? node?.value ?? 0).length)));
  const { places, left, width, height } = useMemo(() => place(twig, Math.max(44, 14 + 9 * longest)), [twig, longest]);
  const parents = useMemo(() => new Map(twigs.flatMap((parent) => parent.children.map((child) => [child.id, parent] as const))), [twigs]);
  const cutAbove = useMemo(() => cuts(twig), [twig]);
  const drag = useDrag(places, parents, picture, select, move);
  const best = finished ? chosen(twig) : new Set<string>();
  const keys = (event: KeyboardEvent, at: Twig) => {
    const to = steer(event.key, at, parents);
    if (event.altKey && move && parents.has(at.id) && /^Arrow(Left|Right)$/.test(event.key)) {
      move(at.id, parents.get(at.id)!.children.indexOf(at) + (event.key === "ArrowLeft" ? -1 : 1));
    } else if (event.key === "Enter" || event.key === " ") select(at.id);
    else if (to) picture.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(to.id)}"]`)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <svg ref={picture} class={`drawing${drag.id !== null ? " dragging" : ""}`} viewBox={`${left} 0 ${width} ${height}`} width={width * ENLARGED} role="tree" style={{ minWidth: `${width * SMALLEST}px` }} aria-label="The game tree"
      onPointerMove={drag.over} onPointerUp={drag.drop} onPointerCancel={drag.cancel}>
      <g class="edges">
        {twigs.filter(({ id }) => parents.has(id)).map((child) => {
          const parent = parents.get(child.id)!;
          return <Edge key={child.id} child={child} from={places.get(parent.id)!} to={places.get(child.id)!} known={known} windows={windows}
            gone={isGone(child.id, cutAbove, known)} best={best.has(child.id)} write={write} reason={child === firstCut(parent) && known.cut.has(parent.id) ? reason(parent.node!, write) : null} />;
        })}
      </g>
      {twigs.map((each) => {
        const { x, y } = places.get(each.id)!;
        const shift = drag.id !== null && (each.id === drag.id || each.id.startsWith(`${drag.id}/`)) ? drag.dx : 0;
        return (
          <Node key={each.id} twig={each} x={x + shift} y={y} known={known} isMax={each.side === max} gone={isGone(each.id, cutAbove, known)} write={write} best={best.has(each.id)}
            selected={selected === each.id} focusable={(selected ?? "") === each.id} grab={(event) => drag.grab(event, each.id)} keys={(event) => keys(event, each)} />
        );
      })}
    </svg>
  );
}

/** For each node that the search never came to, the node whose cut was the reason. */
function cuts(root: Twig): Map<string, string> {
  const above = new Map<string, string>();
  const visit = (twig: Twig, cause: string | null) => {
    if (cause !== null) above.set(twig.id, cause);
    for (const child of twig.children) visit(child, cause ?? (child.node ? null : twig.id));
  };
  visit(root, null);
  return above;
}

const isGone = (id: string, above: Map<string, string>, known: Known): boolean => above.has(id) && known.cut.has(above.get(id)!);

const firstCut = (parent: Twig): Twig | undefined => parent.children.find(({ node }) => node === null);

/** The line that both sides want, from the root down. */
function chosen(root: Twig): Set<string> {
  const line = new Set<string>();
  for (let at: Twig | undefined = root; at?.node; ) {
    line.add(at.id);
    const value: number = at.node.value;
    at = at.children.find(({ node }) => node?.value === value && node.bound === "exact") ?? at.children.find(({ node }) => node?.value === value);
  }
  return line;
}

function steer(key: string, at: Twig, parents: Map<string, Twig>): Twig | undefined {
  const parent = parents.get(at.id);
  const siblings = parent?.children ?? [];
  if (key === "ArrowUp") return parent;
  if (key === "ArrowDown") return at.children[0];
  if (key === "ArrowLeft") return siblings[siblings.indexOf(at) - 1];
  if (key === "ArrowRight") return siblings[siblings.indexOf(at) + 1];
  return undefined;
}

interface EdgeProps {
  child: Twig;
  from: Place;
  to: Place;
  known: Known;
  windows: boolean;
  gone: boolean;
  best: boolean;
  write: Write;
  reason: string | null;
}

function Edge({ child, from, to, known, windows, gone, best, write, reason }: EdgeProps): JSX.Element {
  const window: Window | undefined = known.windows.get(child.id);
  const mark = windows && child.children.length > 0 && window && !gone ? window : null;
  const [x, y] = [from.x + (to.x - from.x) * 0.58, from.y + (to.y - from.y) * 0.5];
  const live = child.id === known.here || child.id === known.from;
  return (
    <g class={`edge${gone ? " gone" : ""}${best ? " best" : ""}${live ? " live" : ""}`}>
      <line x1={from.x} y1={from.y + 18} x2={to.x} y2={to.y - 18} />
      {mark && (
        <g class="window" transform={`translate(${x} ${y})`}>
          <rect x="-33" y="-16" width="66" height="32" rx="8" />
          <text y="-3">α {bound(mark[0], "−∞", write)}</text>
          <text y="11">β {bound(mark[1], "∞", write)}</text>
        </g>
      )}
      {reason && (
        <g class="reason" transform={`translate(${from.x} ${from.y + 46})`}>
          <rect x={-reason.length * 4 - 8} y="-11" width={reason.length * 8 + 16} height="22" rx="11" />
          <text dy="0.35em">{reason}</text>
        </g>
      )}
    </g>
  );
}

interface NodeProps {
  twig: Twig;
  x: number;
  y: number;
  known: Known;
  isMax: boolean;
  gone: boolean;
  best: boolean;
  selected: boolean;
  focusable: boolean;
  write: Write;
  grab: (event: PointerEvent) => void;
  keys: (event: KeyboardEvent) => void;
}

function Node({ twig, x, y, known, isMax, gone, best, selected, focusable, write, grab, keys }: NodeProps): JSX.Element {
  const { id, leaf, node, value, label } = twig;
  const found = known.best.get(id);
  const number = found ?? value;
  const final = known.final.has(id);
  // What a cut left is only a bound: at most so much at Min's node, at least at Max's.
  const sign = final && node && node.bound !== "exact" && !leaf ? (node.bound === "upper" ? "≤" : "≥") : "";
  const here = known.here === id && !final;
  const kind = leaf ? "leaf" : isMax ? "max" : "min";
  const text = number === null ? (leaf ? "" : "?") : `${sign}${write(number)}`;
  const says = [leaf ? "leaf" : isMax ? "Max" : "Min", label && `move ${label}`, number === null ? "" : `value ${text}`, gone ? "cut, never looked at" : final ? "finished" : here ? "the search is here" : ""];
  const state = [kind, gone && "gone", best && "best", selected && "selected", here && "here", final && "final"];
  return (
    <g class={`node ${state.filter(Boolean).join(" ")}`} transform={`translate(${x} ${y})`}>
      <g class="grip" role="treeitem" aria-label={says.filter(Boolean).join(", ")} aria-selected={selected} aria-level={twig.depth + 1}
        tabindex={focusable ? 0 : -1} data-node={id} onPointerDown={grab} onKeyDown={keys}>
        {leaf ? <rect class="shape" x="-19" y="-17" width="38" height="34" rx="9" /> : isMax
          ? <path class="shape" d="M0-27 30 20H-30z" /> : <path class="shape" d="M0 27-30-20H30z" />}
      </g>
      <g class="texts" aria-hidden="true">
        <text class="value" y={leaf ? 0 : isMax ? 7 : -7} dy="0.35em">{text}</text>
        {label && twig.depth > 0 && (leaf ? <text class="label" y="31">{label}</text> : <text class="label beside" x="34" y={isMax ? 16 : -8}>{label}</text>)}
        {twig.omitted > 0 && <text class="label" y="50">+{twig.omitted} more</text>}
        {!leaf && <text class="who" x={isMax ? -34 : -40} y={isMax ? 16 : -8}>{isMax ? "Max" : "Min"}</text>}
      </g>
    </g>
  );
}

interface Drag {
  id: string | null;
  dx: number;
  grab: (event: PointerEvent, id: string) => void;
  over: (event: PointerEvent) => void;
  drop: () => void;
  cancel: () => void;
}

/** Takes a child along its row; a press without a move selects. */
function useDrag(places: Map<string, Place>, parents: Map<string, Twig>, picture: RefObject<SVGSVGElement | null>, select: (id: string) => void, move: Props["move"]): Drag {
  const start = useRef<{ id: string; x: number; scale: number } | null>(null);
  const [held, setHeld] = useState<{ id: string; dx: number } | null>(null);
  const end = () => {
    start.current = null;
    setHeld(null);
  };
  return {
    id: held?.id ?? null,
    dx: held?.dx ?? 0,
    grab: (event, id) => {
      const box = picture.current!.getBoundingClientRect();
      start.current = { id, x: event.clientX, scale: picture.current!.viewBox.baseVal.width / box.width };
    },
    over: (event) => {
      if (!start.current || !move || !parents.has(start.current.id)) return;
      const dx = (event.clientX - start.current.x) * start.current.scale;
      if (held || Math.abs(dx) > 7) setHeld({ id: start.current.id, dx });
    },
    drop: () => {
      if (start.current && !held) select(start.current.id);
      if (held && move) {
        const siblings = parents.get(held.id)!.children;
        const x = places.get(held.id)!.x + held.dx;
        const others = siblings.filter(({ id }) => id !== held.id);
        const to = others.filter(({ id }) => places.get(id)!.x < x).length;
        if (siblings[to]?.id !== held.id) move(held.id, to);
      }
      end();
    },
    cancel: end,
  };
}
