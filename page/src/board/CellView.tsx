// A cell: ground, piece, mark for a possible move, and name for screen readers.

import type { JSX } from "preact";
import { shortly, spoken } from "../words";
import type { Content, GameFacts, Layout, LegalMove, Score } from "../wire";
import { outline, type Spot } from "./geometry";
import { called, Heap, Mark, Seeds } from "./pieces";

interface CellProps {
  spot: Spot;
  /** On a chessboard the square at the bottom left is dark. */
  dark: boolean;
  facts: GameFacts;
  layout: Layout;
  wells: boolean;
  content: Content;
  name: string;
  /** The owner of its area. */
  winner: string | null;
  moves: LegalMove[];
  reachable: boolean;
  picked: boolean;
  last: boolean;
  score: Score | null;
  focusable: boolean;
  touch: () => void;
  keep: (element: SVGGElement | null) => void;
}

export function CellView({
  spot,
  dark,
  facts,
  layout,
  wells,
  content,
  name,
  winner,
  moves,
  reachable,
  picked,
  last,
  score,
  focusable,
  touch,
  keep,
}: CellProps): JSX.Element {
  const legal = moves.length > 0;
  const says = [
    name,
    spot.shape === "across" || spot.shape === "upright"
      ? content === null
        ? "free line"
        : "drawn line"
      : called(content, facts),
    winner ? `won by ${winner}` : "",
    picked ? "chosen" : legal ? "can be played" : "",
    score ? spoken(score, "the mover") : "",
  ];
  const classes = [
    "cell",
    spot.shape,
    legal && "legal",
    reachable && "reachable",
    picked && "picked",
    last && "last",
    content !== null && "filled",
  ];
  const shade = layout === "squares" && dark ? " dark" : "";
  return (
    <g
      class={classes.filter(Boolean).join(" ") + shade}
      role="gridcell"
      tabindex={focusable ? 0 : -1}
      aria-label={says.filter(Boolean).join(", ")}
      aria-selected={picked}
      data-cell={spot.cell.join(",")}
      onClick={touch}
      ref={keep}
    >
      <Field spot={spot} />
      {wells && <circle class="well" cx={spot.x} cy={spot.y} r="41" />}
      <g transform={`translate(${spot.x} ${spot.y})`} class="content">
        {legal && !picked && content !== null && spot.shape === "square" && (
          <rect class="ring" x="-45" y="-45" width="90" height="90" rx="10" />
        )}
        {spot.shape === "heap" ? (
          <Heap amount={Number(content)} />
        ) : typeof content === "number" ? (
          <Seeds amount={content} tall={spot.shape === "store"} />
        ) : spot.shape === "across" || spot.shape === "upright" ? null : (
          <Mark letter={content} facts={facts} layout={layout} />
        )}
        {legal &&
          !picked &&
          content === null &&
          score === null &&
          spot.shape !== "across" &&
          spot.shape !== "upright" && <circle class="hint" r="11" />}
        {score && <Badge score={score} />}
      </g>
    </g>
  );
}

/** The ground of a cell, and the ring that shows focus. */
export function Field({ spot }: { spot: Spot }): JSX.Element {
  const { x, y, width, height, shape } = spot;
  if (shape === "hex") return <polygon class="field" points={outline(spot)} />;
  if (shape === "point") return <circle class="field" cx={x} cy={y} r="46" />;
  const inset =
    shape === "pit" || shape === "store" || shape === "heap" ? 6 : shape === "across" || shape === "upright" ? 3 : 0;
  const round = shape === "pit" || shape === "store" ? 44 : shape === "heap" ? 14 : shape === "square" ? 0 : 8;
  return (
    <rect
      class="field"
      x={x - width / 2 + inset}
      y={y - height / 2 + inset}
      width={width - 2 * inset}
      height={height - 2 * inset}
      rx={round}
    />
  );
}

/** A value on a cell; "wins in 7" takes two lines. */
function Badge({ score }: { score: Score }): JSX.Element {
  const [first, second] = shortly(score).split(/ (?=in )/);
  const width = Math.max(48, 16 + 10 * Math.max(first.length, second?.length ?? 0));
  const height = second ? 46 : 28;
  return (
    <g class={`badge ${score.outcome ?? "open"}`}>
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx="12" />
      <text y={second ? -9 : 0} dy="0.36em">
        {first}
      </text>
      {second && (
        <text y="10" dy="0.36em">
          {second}
        </text>
      )}
    </g>
  );
}
