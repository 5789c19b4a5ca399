// What lies on a cell: a piece, a mark for a possible move, a value.

import type { JSX } from "preact";
import { shortly } from "../words";
import type { Content, GameFacts, Layout, Score } from "../wire";
import type { Spot } from "./geometry";
import { Heap, Mark, Seeds } from "./pieces";

interface LyingProps {
  spot: Spot;
  facts: GameFacts;
  layout: Layout;
  content: Content;
  take?: (left: number) => void;
}

interface ContentsProps extends LyingProps {
  legal: boolean;
  picked: boolean;
  /** Whether it is pointed out that this piece can be moved or taken. */
  ring: boolean;
  score: Score | null;
  /** How much is given away here, from 0 to 1, where values are colours; else null. */
  loss: number | null;
  /** Takes from a heap what lies above so many. */
  /** How far it is dragged. */
  dragged: { dx: number; dy: number } | null;
  keep: (element: SVGGElement | null) => void;
}

/** Above all cells, so that a piece that moves passes over them. */
export function Contents(props: ContentsProps): JSX.Element {
  const { spot, facts, layout, content, legal, picked, ring, score, loss, take, dragged, keep } = props;
  const line = spot.shape === "across" || spot.shape === "upright";
  const free = legal && !picked && content === null && score === null && loss === null && !line;
  return (
    <g
      class={["content", spot.shape, content !== null && "filled", dragged && "dragged"].filter(Boolean).join(" ")}
      transform={`translate(${spot.x + (dragged?.dx ?? 0)} ${spot.y + (dragged?.dy ?? 0)})`}
    >
      {ring && spot.shape === "square" && <rect class="ring" x="-45" y="-45" width="90" height="90" rx="10" />}
      {ring && spot.shape === "point" && <circle class="ring" r="44" />}
      {loss !== null && <circle class="heat" r={12 + 24 * heat(loss)} style={{ opacity: 0.2 + 0.65 * heat(loss) }} />}
      <g class="piece" ref={keep}>
        <Lying spot={spot} facts={facts} layout={layout} content={content} take={take} />
      </g>
      {free && <circle class="hint" r="11" />}
      {score && (
        // On a board of many cells a number is as large as its cell.
        <g transform={loss === null ? undefined : "scale(1.7)"}>
          <Badge score={score} facts={facts} />
        </g>
      )}
    </g>
  );
}

/** A piece, or an amount; lines and boxes show theirs by the cell itself. */
export function Lying({ spot: { shape, width }, facts, layout, content, take }: LyingProps): JSX.Element | null {
  if (shape === "heap") return <Heap amount={Number(content)} take={take} />;
  if (typeof content === "number")
    return <Seeds amount={content} form={shape !== "store" ? "round" : width > 100 ? "wide" : "tall"} />;
  if (shape === "across" || shape === "upright" || shape === "box") return null;
  return <Mark letter={content} facts={facts} layout={layout} />;
}

/** The strength of a mark for what is given away: full for the best, none for the worst. */
const heat = (loss: number): number => 1 - Math.sqrt(Math.min(1, loss));

/** A value on a cell; "wins within 7" takes two lines. */
function Badge({ score, facts }: { score: Score; facts: GameFacts }): JSX.Element {
  const [first, second] = shortly(score, facts).split(/ (?=in |within )/);
  const width = Math.max(48, 10 + 9.6 * Math.max(first.length, second?.length ?? 0));
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
