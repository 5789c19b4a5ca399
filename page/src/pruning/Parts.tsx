// A node and an edge of the drawing.

import type { JSX } from "preact";
import type { Point } from "./layout";
import { named, number } from "./numbers";
import { bound, type Known, type DrawnNode, type Window, type Write } from "./walk";

interface EdgeProps {
  child: DrawnNode;
  from: Point;
  to: Point;
  known: Known;
  gone: boolean;
  best: boolean;
}

const classes = ({ child, known, gone, best }: EdgeProps): string => {
  const live = child.id === known.here || child.id === known.from;
  return `edge${gone ? " gone" : ""}${best ? " best" : ""}${live ? " live" : ""}`;
};

export function Edge(props: EdgeProps): JSX.Element {
  const { from, to } = props;
  return (
    <g class={classes(props)}>
      <line x1={from.x} y1={from.y + 18} x2={to.x} y2={to.y - 18} />
    </g>
  );
}

/** The window of an edge and the reason of a cut, over all edges: a line through "≤" makes it "≠". */
export function Label({
  windows,
  write,
  reason,
  below,
  text,
  ...props
}: EdgeProps & {
  windows: boolean;
  write: Write;
  reason: string | null;
  /** How far under its node the reason stands. */
  below: number;
  text: number;
}): JSX.Element | null {
  const { child, from, to, known, gone } = props;
  const window: Window | undefined = known.windows.get(child.id);
  const mark = windows && child.children.length > 0 && window && !gone ? window : null;
  if (!mark && !reason) return null;
  const [x, y] = [from.x + (to.x - from.x) * 0.58, from.y + (to.y - from.y) * 0.61];
  return (
    <g class={classes(props)}>
      {mark && (
        <g class="window" transform={`translate(${x} ${y}) scale(${text})`}>
          <rect x="-36" y="-18" width="72" height="36" rx="8" />
          <text y="-3">α {bound(mark[0], "−∞", write)}</text>
          <text y="13">β {bound(mark[1], "∞", write)}</text>
        </g>
      )}
      {reason && (
        <g class="reason" transform={`translate(${from.x} ${from.y + below}) scale(${text})`}>
          <rect x={-reason.length * 4.3 - 8} y="-11" width={reason.length * 8.6 + 16} height="22" rx="11" />
          <text dy="0.35em">{reason}</text>
        </g>
      )}
    </g>
  );
}

interface NodeProps {
  drawn: DrawnNode;
  x: number;
  y: number;
  known: Known;
  isMax: boolean;
  gone: boolean;
  best: boolean;
  selected: boolean;
  focusable: boolean;
  write: Write;
  /** How much larger letters are than usual, and the width of a leaf. */
  text: number;
  box: number;
  /** Half the width of an inner node. */
  half: number;
  board: JSX.Element | null;
  grab: (event: PointerEvent) => void;
  keys: (event: KeyboardEvent) => void;
}

export function Node({
  drawn,
  x,
  y,
  known,
  isMax,
  gone,
  best,
  selected,
  focusable,
  write,
  text: larger,
  box,
  half,
  board,
  grab,
  keys,
}: NodeProps): JSX.Element {
  const { id, leaf, label, closed, alike } = drawn;
  const final = known.final.has(id);
  const text = number(drawn, known, write);
  const here = known.here === id && !final;
  const kind = leaf ? "leaf" : isMax ? "max" : "min";
  const says = [
    leaf ? "leaf" : isMax ? "Max" : "Min",
    label && `move ${label}`,
    (alike ?? 1) > 1 && `one of ${alike} equal by symmetry`,
    text === "" || text === "?" ? "" : `value ${text}`,
    closed && "children hidden",
    gone ? "cut, never looked at" : final ? "finished" : here ? "the search is here" : "",
  ];
  const state = [
    closed && "closed",
    kind,
    gone && "gone",
    best && "best",
    selected && "selected",
    here && "here",
    final && "final",
  ];
  return (
    <g class={`node ${state.filter(Boolean).join(" ")}`} transform={`translate(${x} ${y})`}>
      <g
        class="grip"
        role="treeitem"
        aria-label={says.filter(Boolean).join(", ")}
        aria-selected={selected}
        aria-level={drawn.depth + 1}
        aria-expanded={closed ? false : drawn.children.length > 0 ? true : undefined}
        tabindex={focusable ? 0 : -1}
        data-node={id}
        onPointerDown={grab}
        onKeyDown={keys}
      >
        {board ? (
          <rect class="shape" x="-35" y="-46" width="70" height="92" rx="8" />
        ) : leaf ? (
          <rect class="shape" x={-box / 2} y="-17" width={box} height="34" rx="9" />
        ) : isMax ? (
          <path class="shape" d={`M0-27 ${half} 20H${-half}z`} />
        ) : (
          <path class="shape" d={`M0 27 ${-half}-20H${half}z`} />
        )}
      </g>
      <g class="texts" aria-hidden="true">
        {board && (
          <svg x="-31" y="-42" width="62" height="62">
            {board}
          </svg>
        )}
        <text class="value" y={board ? 33 : leaf ? 0 : isMax ? 9 : -9} dy="0.35em">
          {board && !leaf ? (isMax ? "▲ " : "▼ ") : ""}
          {text}
        </text>
        {label &&
          drawn.depth > 0 &&
          (leaf || closed || board ? (
            <text class="label" y={(board ? 47 : leaf ? 18 : isMax ? 22 : 28) + 13 * larger}>
              {named(drawn)}
            </text>
          ) : (
            <text class="label beside" x={half + 4} y={isMax ? 16 : -8}>
              {named(drawn)}
            </text>
          ))}
        {drawn.omitted > 0 && (
          <text class="label" y="50">
            +{drawn.omitted} more
          </text>
        )}
        {!leaf && !closed && !board && (
          <text class="who" x={-half - (isMax ? 4 : 8)} y={isMax ? 16 : -8}>
            {isMax ? "Max" : "Min"}
          </text>
        )}
      </g>
    </g>
  );
}
