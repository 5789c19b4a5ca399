// One board for every game, drawn from the description of a position. Clicks name the cells of moves.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Cell, GameFacts, Layout, LegalMove, Position, Score } from "../wire";
import { CellView, Field } from "./CellView";
import { Choice } from "./Choice";
import { isIn, lay, toward, type Geometry, type Spot } from "./geometry";
import { Areas, Edges, Ground, Names } from "./Ground";
import { begun, landing, next, pick, same } from "./picking";
import { isOfDiscs } from "./pieces";

interface Props {
  facts: GameFacts;
  position: Position;
  flip: boolean;
  /** Whether pieces fall along their columns. */
  wells: boolean;
  /** Whether a person may move now. */
  open: boolean;
  /** The cells of the last move. */
  last: Cell[];
  values: Map<string, Score> | null;
  play: (move: LegalMove) => void;
}

/** The most pixels for a hundredth of a cell: a board of few cells does not fill the screen. */
const LARGEST = 1.6;

/** The ground under black and white discs, if it is not the layout's usual one. */
const GROUND_OF_DISCS: Partial<Record<Layout, string>> = { cells: "felt", hexes: "wood" };

/** The fewest; a board that would have less gets enough for a finger (WCAG 2.2, 2.5.8), and moves within its frame. */
const SMALLEST = 0.18;
const FOR_A_FINGER = 0.24;

/** The width of the coloured borders. */
const BORDER = 14;

/** Sorts scores, best first for the side to move. */
const better = (a: Score, b: Score): number => b.value - a.value;

export function Board({ facts, position, flip, wells, open, last, values, play }: Props): JSX.Element {
  const layout: Layout = facts.layout ?? "cells";
  const board = position.board!;
  const lines = position.lines ?? facts.lines;
  const geometry = useMemo(() => lay(layout, board, lines, flip), [layout, board, lines, flip]);
  const [path, setPath] = useState<Cell[]>([]);
  const [choices, setChoices] = useState<LegalMove[]>([]);
  const [focus, setFocus] = useState<Cell>(() => middle(geometry));
  const cells = useRef(new Map<string, SVGGElement>());
  const frame = useRef<HTMLDivElement>(null);
  const moves = open ? position.legal_moves : [];
  const discs = useMemo(() => isOfDiscs(facts), [facts]);
  const clear = () => {
    setPath([]);
    setChoices([]);
  };
  useEffect(clear, [position, open]);
  useEffect(() => show(frame.current!, cells.current.get(String(last.at(-1)))), [position]);

  const touch = (cell: Cell) => {
    if (!open) return;
    const picked = pick(moves, path, landing(moves, position.files, board, cell));
    if ("play" in picked) {
      clear();
      play(picked.play);
    } else {
      setPath(picked.path);
      setChoices("choose" in picked ? picked.choose : []);
    }
  };
  const current = geometry.spots.find((spot) => same(spot.cell, focus)) ?? geometry.spots[0];
  const steer = (event: KeyboardEvent) => {
    const way = (
      { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as Record<
        string,
        [number, number]
      >
    )[event.key];
    if (way) {
      const spots = geometry.spots.filter(({ shape }) => shape !== "dot");
      const { cell } = toward(spots, current, ...way);
      setFocus(cell);
      cells.current.get(String(cell))?.focus();
    } else if (event.key === "Enter" || event.key === " ") touch(current.cell);
    else if (event.key === "Escape") clear();
    else return;
    event.preventDefault();
  };

  const rows = board.map((_, r) => geometry.spots.filter(({ cell }) => cell[0] === r));
  // Names are as readable on a large board as on a small one.
  const type = Math.max(19, Math.max(geometry.width, geometry.height) / 42);
  const apart = position.borders ? BORDER : 0;
  const margin = (position.files?.some(Boolean) || position.ranks?.some(Boolean) ? type * 1.6 : 6) + apart;
  const [width, height] = [geometry.width + 2 * margin, geometry.height + 2 * margin];
  return (
    <div class="board-frame">
      <div class="board-scroll" ref={frame}>
        <svg
          class={["board", layout, wells && "wells", discs && GROUND_OF_DISCS[layout]].filter(Boolean).join(" ")}
          viewBox={`${-margin} ${-margin} ${width} ${height}`}
          role="grid"
          style={{
            maxWidth: `${width * LARGEST}px`,
            // Scrolls; nothing happens if the board fits.
            minWidth: `clamp(0px, (${width * SMALLEST}px - 100%) * 9999, ${width * FOR_A_FINGER}px)`,
          }}
          aria-label={`${facts.title} board`}
          onKeyDown={steer}
        >
          <Ground layout={layout} geometry={geometry} board={board} lines={lines} />
          {position.borders && <Edges borders={position.borders} geometry={geometry} flip={flip} facts={facts} />}
          <Names geometry={geometry} position={position} type={type} apart={apart} />
          {rows.map(
            (spots, r) =>
              spots.some(({ shape }) => shape !== "dot") && (
                <g role="row" key={r}>
                  {spots
                    .filter(({ shape }) => shape !== "dot")
                    .map((spot) => {
                      const on = next(moves, path, landing(moves, position.files, board, spot.cell));
                      const here = on.filter(({ cells }) => same(cells[path.length], spot.cell));
                      return (
                        <CellView
                          key={String(spot.cell)}
                          spot={spot}
                          dark={(board.length - 1 - spot.cell[0] + spot.cell[1]) % 2 === 0}
                          facts={facts}
                          layout={layout}
                          wells={wells}
                          content={board[spot.cell[0]][spot.cell[1]]}
                          name={named(spot.cell, position)}
                          winner={position.areas?.find(({ corners }) => isIn(spot.cell, corners))?.side ?? null}
                          moves={here}
                          reachable={on.length > 0}
                          picked={path.some((cell) => same(cell, spot.cell))}
                          last={last.some((cell) => same(cell, spot.cell))}
                          score={best(here, values)}
                          focusable={spot === current}
                          touch={() => {
                            setFocus(spot.cell);
                            touch(spot.cell);
                          }}
                          keep={(element) =>
                            element
                              ? cells.current.set(String(spot.cell), element)
                              : cells.current.delete(String(spot.cell))
                          }
                        />
                      );
                    })}
                </g>
              ),
          )}
          {position.areas && <Areas areas={position.areas} geometry={geometry} facts={facts} />}
          <g class="focus-ring" aria-hidden="true">
            <Field spot={current} />
          </g>
        </svg>
      </div>
      {choices.length > 0 && (
        <Choice
          moves={choices}
          goes={begun(moves, path).length > choices.length}
          play={(move) => {
            clear();
            play(move);
          }}
          cancel={() => (begun(moves, path).length > choices.length ? setChoices([]) : clear())}
        />
      )}
    </div>
  );
}

/** Moves a board that is wider than its frame to where the last move is; to its middle before the first. */
function show(frame: HTMLElement, last: SVGGElement | undefined): void {
  const { left, right, width } = frame.getBoundingClientRect();
  if (!last) frame.scrollLeft = (frame.scrollWidth - width) / 2;
  else {
    const at = last.getBoundingClientRect();
    if (at.left < left || at.right > right) frame.scrollLeft += (at.left + at.right - left - right) / 2;
  }
}

function middle({ spots, width, height }: Geometry): Cell {
  const off = (spot: Spot) => Math.hypot(spot.x - width / 2, spot.y - height / 2) + (spot.shape === "dot" ? 1e6 : 0);
  return spots.reduce((best, spot) => (off(spot) < off(best) - 1 ? spot : best)).cell;
}

function best(moves: LegalMove[], values: Map<string, Score> | null): Score | null {
  const scores = moves.map(({ move }) => values?.get(move)).filter((score) => score !== undefined);
  return scores.sort(better)[0] ?? null;
}

/** A cell as its files and ranks name it, or by counting from the top left. */
export function named([row, column]: Cell, { files, ranks }: Position): string {
  const [file, rank] = [files?.[column] ?? "", ranks?.[row] ?? ""];
  if (file && rank)
    return /^[a-z]+$/i.test(file) || /^[a-z]+$/i.test(rank) ? `${file}${rank}` : `column ${file}, row ${rank}`;
  return `column ${file || column + 1}, row ${rank || row + 1}`;
}
