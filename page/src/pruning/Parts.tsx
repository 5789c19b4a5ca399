// A node and an edge of the drawing.

import type { JSX } from "preact";
import type { Point } from "./layout";
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
  ...props
}: EdgeProps & { windows: boolean; write: Write; reason: string | null }): JSX.Element | null {
  const { child, from, to, known, gone } = props;
  const window: Window | undefined = known.windows.get(child.id);
  const mark = windows && child.children.length > 0 && window && !gone ? window : null;
  if (!mark && !reason) return null;
  const [x, y] = [from.x + (to.x - from.x) * 0.58, from.y + (to.y - from.y) * 0.61];
  return (
    <g class={classes(props)}>
      {mark && (
        <g class="window" transform={`translate(${x} ${y})`}>
          <rect x="-33" y="-16" width="66" height="32" rx="8" />
          <text y="-3">α {bound(mark[0], "−∞", write)}</text>
          <text y="11">β {bound(mark[1], "∞", write)}</text>
        </g>
      )}
      {reason && (
        <g class="reason" transform={`translate(${from.x} ${from.y + 39})`}>
          <rect x={-reason.length * 4 - 8} y="-11" width={reason.length * 8 + 16} height="22" rx="11" />
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
  grab,
  keys,
}: NodeProps): JSX.Element {
  const { id, leaf, node, value, label } = drawn;
  const found = known.best.get(id);
  const number = found ?? value;
  const final = known.final.has(id);
  // What a cut left is only a bound: at most so much at Min's node, at least at Max's.
  const sign = final && node && node.bound !== "exact" && !leaf ? (node.bound === "upper" ? "≤" : "≥") : "";
  const here = known.here === id && !final;
  const kind = leaf ? "leaf" : isMax ? "max" : "min";
  const text = number === null ? (leaf ? "" : "?") : `${sign}${write(number)}`;
  const says = [
    leaf ? "leaf" : isMax ? "Max" : "Min",
    label && `move ${label}`,
    number === null ? "" : `value ${text}`,
    gone ? "cut, never looked at" : final ? "finished" : here ? "the search is here" : "",
  ];
  const state = [kind, gone && "gone", best && "best", selected && "selected", here && "here", final && "final"];
  return (
    <g class={`node ${state.filter(Boolean).join(" ")}`} transform={`translate(${x} ${y})`}>
      <g
        class="grip"
        role="treeitem"
        aria-label={says.filter(Boolean).join(", ")}
        aria-selected={selected}
        aria-level={drawn.depth + 1}
        tabindex={focusable ? 0 : -1}
        data-node={id}
        onPointerDown={grab}
        onKeyDown={keys}
      >
        {leaf ? (
          <rect class="shape" x="-19" y="-17" width="38" height="34" rx="9" />
        ) : isMax ? (
          <path class="shape" d="M0-27 30 20H-30z" />
        ) : (
          <path class="shape" d="M0 27-30-20H30z" />
        )}
      </g>
      <g class="texts" aria-hidden="true">
        <text class="value" y={leaf ? 0 : isMax ? 7 : -7} dy="0.35em">
          {text}
        </text>
        {label &&
          drawn.depth > 0 &&
          (leaf ? (
            <text class="label" y="31">
              {label}
            </text>
          ) : (
            <text class="label beside" x="34" y={isMax ? 16 : -8}>
              {label}
            </text>
          ))}
        {drawn.omitted > 0 && (
          <text class="label" y="50">
            +{drawn.omitted} more
          </text>
        )}
        {!leaf && (
          <text class="who" x={isMax ? -34 : -40} y={isMax ? 16 : -8}>
            {isMax ? "Max" : "Min"}
          </text>
        )}
      </g>
    </g>
  );
}
