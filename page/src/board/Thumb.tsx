// A board as a small picture, from the game's description alone.

import { useMemo } from "preact/hooks";
import type { JSX } from "preact";
import type { GameFacts, Position } from "../wire";
import { Field } from "./CellView";
import { Lying } from "./Contents";
import { lay } from "./geometry";
import { Areas, Edges, Ground, Marks, Names } from "./Ground";
import { falls, mayFall } from "./picking";
import { groundOf } from "./pieces";

const NONE: [] = [];

interface Props {
  facts: GameFacts;
  position: Position;
  /** Whether files and ranks are named. */
  named?: boolean;
}

export function Thumb({ facts, position, named }: Props): JSX.Element | null {
  // The page shows one for each game, and is drawn at each report of a search.
  return useMemo(() => picture({ facts, position, named }), [facts, position, named]);
}

function picture({ facts, position, named }: Props): JSX.Element | null {
  const { board, legal_moves, files, borders, areas } = position;
  if (!board?.length) return null;
  const layout = position.layout ?? facts.layout ?? "cells";
  const lines = position.lines ?? facts.lines;
  const geometry = lay(layout, board, lines, { flip: false }, position.absent);
  const wells = layout === "cells" && (falls(legal_moves, files) || mayFall(position.state));
  const classes = ["thumb", layout, wells && "wells", !wells && groundOf(layout, facts)];
  const margin = (borders ? 20 : 4) + (named ? 0.07 * geometry.width : 0);
  const size = [geometry.width + 2 * margin, geometry.height + 2 * margin];
  return (
    <svg
      class={classes.filter(Boolean).join(" ")}
      viewBox={`${-margin} ${-margin} ${size.join(" ")}`}
      aria-hidden="true"
    >
      <Ground layout={layout} geometry={geometry} board={board} lines={lines} />
      {borders && <Edges borders={borders} geometry={geometry} flip={false} facts={facts} />}
      {geometry.spots
        .filter(({ shape }) => shape !== "dot")
        .map((spot) => {
          const [row, column] = spot.cell;
          const content = board[row][column];
          const dark = layout === "squares" && (board.length - 1 - row + column) % 2 === 0;
          return (
            <g key={String(spot.cell)} class={`cell ${spot.shape}${dark ? " dark" : ""}`}>
              <Field spot={spot} />
              {wells && <circle class="well" cx={spot.x} cy={spot.y} r="45" />}
              <g transform={`translate(${spot.x} ${spot.y})`}>
                <Lying spot={spot} facts={facts} layout={layout} content={content} />
              </g>
            </g>
          );
        })}
      {named && (
        <Names geometry={geometry} position={position} type={0.042 * geometry.width} apart={borders ? 18 : 6} />
      )}
      {position.marks && <Marks cells={position.marks} geometry={geometry} />}
      {areas && <Areas areas={areas} active={NONE} geometry={geometry} facts={facts} />}
    </svg>
  );
}
