// A cell: its ground, and its name for screen readers.

import type { JSX } from "preact";
import { name as called, spoken } from "../words";
import type { Content, GameFacts, Layout, Score } from "../wire";
import { outline, type Spot } from "./geometry";
import { spelled } from "./pieces";

interface CellProps {
  spot: Spot;
  /** On a chessboard the square at the bottom left is dark. */
  dark: boolean;
  facts: GameFacts;
  layout: Layout;
  wells: boolean;
  content: Content;
  name: string;
  /** The owner of its area, or of the box. */
  winner: string | null;
  /** The colour of a box's owner. */
  owner: string | null;
  legal: boolean;
  /** Whether a piece can be taken along from here. */
  movable: boolean;
  reachable: boolean;
  picked: boolean;
  last: boolean;
  won: boolean;
  checked: boolean;
  /** Whether a piece that arrives here wins. */
  marked: boolean;
  score: Score | null;
  /** The side that drew it, if it is a line. */
  drawer: string | null;
  focusable: boolean;
  touch: () => void;
  keep: (element: SVGGElement | null) => void;
}

export function CellView(props: CellProps): JSX.Element {
  const { spot, facts, wells, content, name, legal, picked, score, focusable, touch, keep } = props;
  const { winner, owner, checked, last, won } = props;
  const isLine = spot.shape === "across" || spot.shape === "upright";
  const says = [
    name,
    isLine ? (content === null ? "free line" : "drawn line") : spelled(content, facts),
    winner ? `won by ${called(winner, facts)}` : "",
    props.marked ? "goal" : "",
    props.drawer ? `by ${called(props.drawer, facts)}` : "",
    checked ? "in check" : "",
    picked ? "chosen" : legal ? "can be played" : "",
    last ? "last move" : "",
    score ? spoken(score, "the mover", facts) : "",
  ];
  const classes = [
    "cell",
    spot.shape,
    props.layout === "squares" && props.dark && "dark",
    legal && "legal",
    props.movable && "movable",
    props.reachable && "reachable",
    picked && "picked",
    last && "last",
    won && "won",
    checked && "checked",
    content !== null && "filled",
    owner && `owned ${owner}`,
  ];
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
      role="gridcell"
      tabindex={focusable ? 0 : -1}
      aria-label={says.filter(Boolean).join(", ")}
      aria-selected={picked}
      data-cell={spot.cell.join(",")}
      onClick={touch}
      ref={keep}
    >
      {isLine && <Reach spot={spot} />}
      <Field spot={spot} />
      {wells && <circle class="well" cx={spot.x} cy={spot.y} r="45" />}
    </g>
  );
}

/** Where a line is clicked: it is drawn thinner than a finger is. */
function Reach({ spot: { x, y, width, height } }: { spot: Spot }): JSX.Element {
  return <rect class="reach" x={x - width / 2} y={y - height / 2} width={width} height={height} />;
}

/** How thick a line between two dots is, and how far it goes beyond its cell, to the dots. */
const [LINE, BEYOND] = [9, 4];

/** The ground of a cell, and the ring that shows focus. */
export function Field({ spot }: { spot: Spot }): JSX.Element {
  const { x, y, shape } = spot;
  const [width, height] = [shape === "upright" ? LINE : spot.width, shape === "across" ? LINE : spot.height];
  if (shape === "hex") return <polygon class="field" points={outline(spot)} />;
  if (shape === "point") return <circle class="field" cx={x} cy={y} r="46" />;
  const inset = shape === "pit" || shape === "store" || shape === "heap" ? 6 : 0;
  const [right, down] = [shape === "across" ? BEYOND : 0, shape === "upright" ? BEYOND : 0];
  const round = shape === "pit" || shape === "store" ? 44 : shape === "heap" ? 14 : shape === "square" ? 0 : LINE / 2;
  return (
    <rect
      class="field"
      x={x - width / 2 + inset - right}
      y={y - height / 2 + inset - down}
      width={width - 2 * (inset - right)}
      height={height - 2 * (inset - down)}
      rx={round}
    />
  );
}
