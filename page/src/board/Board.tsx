// One board for every game: drawn from layout, board, pieces, lines, files and ranks, clicked by the cells of moves.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { shortly, spoken } from "../words";
import type { Cell, Content, GameFacts, Layout, LegalMove, Position, Score } from "../wire";
import { grid, hexagon, lay, toward, type Geometry, type Spot } from "./geometry";
import { begun, falls, landing, next, pick, same } from "./picking";
import { called, Heap, isOfDiscs, Mark, Seeds } from "./pieces";

interface Props {
  facts: GameFacts;
  position: Position;
  flip: boolean;
  /** Whether a person may move now. */
  open: boolean;
  /** The cells of the move that led here. */
  last: Cell[];
  values: Map<string, Score> | null;
  play: (move: LegalMove) => void;
}

/** The most pixels for a hundredth of a cell: a board of few cells does not fill the screen. */
const LARGEST = 1.6;

/** The best first: what its side would rather have. */
const better = (a: Score, b: Score): number => b.value - a.value;

export function Board({ facts, position, flip, open, last, values, play }: Props): JSX.Element {
  const layout: Layout = facts.layout ?? "cells";
  const board = position.board!;
  const lines = position.lines ?? facts.lines;
  const geometry = useMemo(() => lay(layout, board, lines, flip), [layout, board, lines, flip]);
  const [path, setPath] = useState<Cell[]>([]);
  const [choices, setChoices] = useState<LegalMove[]>([]);
  const [focus, setFocus] = useState<Cell>(() => middle(geometry));
  const cells = useRef(new Map<string, SVGGElement>());
  // Seen by the moves; a board whose game is over has none, and keeps its look.
  const wells = useRef(false);
  if (position.legal_moves.length > 0) wells.current = layout === "cells" && falls(position.legal_moves, position.files);
  const moves = open ? position.legal_moves : [];
  const felt = useMemo(() => layout === "cells" && isOfDiscs(facts), [layout, facts]);
  const clear = () => {
    setPath([]);
    setChoices([]);
  };
  useEffect(clear, [position, open]);

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
    const way = ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as Record<string, [number, number]>)[event.key];
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
  const margin = position.files?.some(Boolean) || position.ranks?.some(Boolean) ? type * 1.6 : 6;
  const [width, height] = [geometry.width + 2 * margin, geometry.height + 2 * margin];
  return (
    <div class="board-frame">
      <svg class={`board ${layout}${wells.current ? " wells" : ""}${felt ? " felt" : ""}`} viewBox={`${-margin} ${-margin} ${width} ${height}`} role="grid" style={{ maxWidth: `${width * LARGEST}px` }}
        aria-label={`${facts.title} board`} onKeyDown={steer}>
        <Ground layout={layout} geometry={geometry} board={board} lines={lines} />
        <Names geometry={geometry} position={position} type={type} />
        {rows.map((spots, r) => spots.some(({ shape }) => shape !== "dot") && (
          <g role="row" key={r}>
            {spots.filter(({ shape }) => shape !== "dot").map((spot) => {
              const on = next(moves, path, landing(moves, position.files, board, spot.cell));
              const here = on.filter(({ cells }) => same(cells[path.length], spot.cell));
              return (
                <CellView key={String(spot.cell)} spot={spot} dark={(board.length - 1 - spot.cell[0] + spot.cell[1]) % 2 === 0} facts={facts} layout={layout} wells={wells.current} content={board[spot.cell[0]][spot.cell[1]]}
                  name={named(spot.cell, position)} moves={here} reachable={on.length > 0}
                  picked={path.some((cell) => same(cell, spot.cell))} last={last.some((cell) => same(cell, spot.cell))}
                  score={best(here, values)} focusable={spot === current} touch={() => { setFocus(spot.cell); touch(spot.cell); }}
                  keep={(element) => element ? cells.current.set(String(spot.cell), element) : cells.current.delete(String(spot.cell))} />
              );
            })}
          </g>
        ))}
      </svg>
      {choices.length > 0 && <Choice moves={choices} goes={begun(moves, path).length > choices.length} play={(move) => { clear(); play(move); }}
        cancel={() => (begun(moves, path).length > choices.length ? setChoices([]) : clear())} />}
    </div>
  );
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
  if (file && rank) return /^[a-z]+$/i.test(file) || /^[a-z]+$/i.test(rank) ? `${file}${rank}` : `column ${file}, row ${rank}`;
  return `column ${file || column + 1}, row ${rank || row + 1}`;
}

interface CellProps {
  spot: Spot;
  /** On a chessboard the square at the bottom left is dark. */
  dark: boolean;
  facts: GameFacts;
  layout: Layout;
  wells: boolean;
  content: Content;
  name: string;
  moves: LegalMove[];
  reachable: boolean;
  picked: boolean;
  last: boolean;
  score: Score | null;
  focusable: boolean;
  touch: () => void;
  keep: (element: SVGGElement | null) => void;
}

function CellView({ spot, dark, facts, layout, wells, content, name, moves, reachable, picked, last, score, focusable, touch, keep }: CellProps): JSX.Element {
  const legal = moves.length > 0;
  const says = [
    name,
    spot.shape === "across" || spot.shape === "upright" ? (content === null ? "free line" : "drawn line") : called(content, facts),
    picked ? "chosen" : legal ? "can be played" : "",
    score ? spoken(score, "the mover") : "",
  ];
  const classes = ["cell", spot.shape, legal && "legal", reachable && "reachable", picked && "picked", last && "last", content !== null && "filled"];
  const shade = layout === "squares" && dark ? " dark" : "";
  return (
    <g class={classes.filter(Boolean).join(" ") + shade} role="gridcell" tabindex={focusable ? 0 : -1} aria-label={says.filter(Boolean).join(", ")}
      aria-selected={picked} data-cell={spot.cell.join(",")} onClick={touch} ref={keep}>
      <Field spot={spot} />
      {wells && <circle class="well" cx={spot.x} cy={spot.y} r="41" />}
      <g transform={`translate(${spot.x} ${spot.y})`} class="content">
        {legal && !picked && content !== null && spot.shape === "square" && <rect class="ring" x="-45" y="-45" width="90" height="90" rx="10" />}
        {spot.shape === "heap" ? <Heap amount={Number(content)} />
          : typeof content === "number" ? <Seeds amount={content} tall={spot.shape === "store"} />
          : spot.shape === "across" || spot.shape === "upright" ? null
          : <Mark letter={content} facts={facts} layout={layout} />}
        {legal && !picked && content === null && score === null && spot.shape !== "across" && spot.shape !== "upright" && <circle class="hint" r="11" />}
        {score && <Badge score={score} />}
      </g>
    </g>
  );
}

/** The ground of a cell, and the ring that shows focus. */
function Field({ spot }: { spot: Spot }): JSX.Element {
  const { x, y, width, height, shape } = spot;
  if (shape === "hex") return <polygon class="field" points={hexagon(spot)} />;
  if (shape === "point") return <circle class="field" cx={x} cy={y} r="46" />;
  const inset = shape === "pit" || shape === "store" || shape === "heap" ? 6 : shape === "across" || shape === "upright" ? 3 : 0;
  const round = shape === "pit" || shape === "store" ? 44 : shape === "heap" ? 14 : shape === "square" ? 0 : 8;
  return <rect class="field" x={x - width / 2 + inset} y={y - height / 2 + inset} width={width - 2 * inset} height={height - 2 * inset} rx={round} />;
}

/** A value on a cell; "wins in 7" takes two lines. */
function Badge({ score }: { score: Score }): JSX.Element {
  const [first, second] = shortly(score).split(/ (?=in )/);
  const width = Math.max(48, 16 + 10 * Math.max(first.length, second?.length ?? 0));
  const height = second ? 46 : 28;
  return (
    <g class={`badge ${score.outcome ?? "open"}`}>
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx="12" />
      <text y={second ? -9 : 0} dy="0.36em">{first}</text>
      {second && <text y="10" dy="0.36em">{second}</text>}
    </g>
  );
}

type Lines = [Cell, Cell][] | null | undefined;

/** What lies under the cells: lines of a board of points, dots of one of edges. */
function Ground({ layout, geometry, board, lines }: { layout: Layout; geometry: Geometry; board: Content[][]; lines: Lines }): JSX.Element | null {
  const at = new Map(geometry.spots.map((spot) => [String(spot.cell), spot]));
  if (layout === "points") {
    const drawn = grid(board, lines).map(([from, to], i) => {
      const [a, b] = [at.get(String(from)), at.get(String(to))];
      return a && b && <line key={i} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
    });
    return <g class="lines" aria-hidden="true"><rect width={geometry.width} height={geometry.height} rx="10" />{drawn}</g>;
  }
  if (layout === "edges") {
    const dots = geometry.spots.filter(({ shape }) => shape === "dot");
    return <g class="dots" aria-hidden="true">{dots.map(({ cell, x, y }) => <circle key={String(cell)} cx={x} cy={y} r="9" />)}</g>;
  }
  if (layout === "squares" || layout === "cells" || layout === "pits") {
    return <rect class="ground" x="-3" y="-3" width={geometry.width + 6} height={geometry.height + 6} rx={layout === "pits" ? 50 : 6} aria-hidden="true" />;
  }
  return null;
}

/** Files below, ranks at the left. */
function Names({ geometry, position, type }: { geometry: Geometry; position: Position; type: number }): JSX.Element {
  return (
    <g class="names" aria-hidden="true" font-size={type}>
      {position.files?.map((file, c) => <text key={`f${c}`} x={geometry.columns[c]} y={geometry.height + type * 1.15}>{file}</text>)}
      {position.ranks?.map((rank, r) => <text key={`r${r}`} x={-type * 0.85} y={geometry.rows[r]} dy="0.35em">{rank}</text>)}
    </g>
  );
}

interface ChoiceProps {
  moves: LegalMove[];
  /** Whether some move goes on from these cells. */
  goes: boolean;
  play: (move: LegalMove) => void;
  cancel: () => void;
}

/** Moves that share their cells, told apart by what a person would write. */
function Choice({ moves, goes, play, cancel }: ChoiceProps): JSX.Element {
  const first = useRef<HTMLButtonElement>(null);
  // What is wanted nearly always stands first.
  const sorted = [...moves].sort((a, b) => Number(/=Q/.test(b.label ?? "")) - Number(/=Q/.test(a.label ?? "")));
  useEffect(() => first.current?.focus(), [moves]);
  return (
    <div class="choice" role="group" aria-label="Which move?" onKeyDown={(event) => event.key === "Escape" && cancel()}>
      <span>{goes ? "Stop here, or go on?" : "Which move?"}</span>
      {sorted.map((move, i) => (
        <button key={move.move} type="button" class="primary" ref={i === 0 ? first : undefined} onClick={() => play(move)}>{move.label ?? move.move}</button>
      ))}
      <button type="button" class="quiet" onClick={cancel}>{goes ? "Go on" : "Cancel"}</button>
    </div>
  );
}
