// One board for every game, drawn from the description of a position. Clicks and drags name the cells of moves.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Cell, Content, GameFacts, Layout, LegalMove, Position, Score } from "../wire";
import { CellView } from "./CellView";
import { Choice } from "./Choice";
import { Contents } from "./Contents";
import { useDrag } from "./dragging";
import { isIn, lay, toward } from "./geometry";
import { Areas, Edges, Ground, Names, Numbers } from "./Ground";
import { activeAreas, checked, isAmong, winningLine } from "./highlights";
import { slide, slides } from "./motion";
import { middle, named, show } from "./naming";
import { Overlay } from "./Overlay";
import { begun, castling, landing, next, pick, same } from "./picking";
import { isOfDiscs, sideTone } from "./pieces";
import { GROUND_OF_DISCS } from "./Thumb";

interface Props {
  facts: GameFacts;
  position: Position;
  flip: boolean;
  /** Whether pieces fall along their columns. */
  wells: boolean;
  /** Whether a person may move now. */
  open: boolean;
  /** The cells of the last move, and its label. */
  last: Cell[];
  label?: string;
  /** Who closed a box, by its cell. */
  owners: Map<string, string>;
  /** The cells of the best move, where it is asked for. */
  best: Cell[];
  values: Map<string, Score> | null;
  play: (move: LegalMove) => void;
}

/** The most pixels for a hundredth of a cell: a board of few cells does not fill the screen. */
const LARGEST = 1.6;

/** The fewest; a board that would have less gets enough for a finger (WCAG 2.2, 2.5.8), and moves within its frame. */
const SMALLEST = 0.18;
const FOR_A_FINGER = 0.24;

/** The width of the coloured borders. */
const BORDER = 14;

const ARROWS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

export function Board(props: Props): JSX.Element {
  const { facts, position, flip, wells, open, last, label, owners, best, values, play } = props;
  const layout: Layout = facts.layout ?? "cells";
  const board = position.board!;
  const lines = position.lines ?? facts.lines;
  const geometry = useMemo(() => lay(layout, board, lines, flip), [layout, board, lines, flip]);
  const [path, setPath] = useState<Cell[]>([]);
  const [choices, setChoices] = useState<LegalMove[]>([]);
  const [focus, setFocus] = useState<Cell>(() => middle(geometry));
  const cells = useRef(new Map<string, SVGGElement>());
  const pieces = useRef(new Map<string, SVGGElement>());
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const moves = useMemo(
    () => (open ? castling(position.legal_moves, position.files) : []),
    [open, position.legal_moves, position.files],
  );
  const discs = useMemo(() => isOfDiscs(facts), [facts]);
  const won = useMemo(() => winningLine(position, facts), [position, facts]);
  const king = checked(position, label, facts);
  const clear = () => {
    setPath([]);
    setChoices([]);
  };
  useLayoutEffect(clear, [position, open]);
  useEffect(() => show(frame.current!, cells.current.get(String(last.at(-1)))), [position]);
  const before = useRef<{ id: string; flip: boolean; board: Content[][]; dropped: Cell | null }>(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { id: facts.id, flip, board, dropped: null };
    if (old?.id !== facts.id || old.flip !== flip) return;
    for (const { from, to } of slides(old.board, board, wells)) {
      if (old.dropped && same(old.dropped, to)) continue;
      const [a, b] = [geometry.spot(from), geometry.spot(to)];
      if (a && b) slide(pieces.current.get(String(to)), a.x - b.x, a.y - b.y);
    }
  }, [board]);

  const step = (path: Cell[], cell: Cell) => {
    const picked = pick(moves, path, landing(moves, position.files, board, cell));
    if ("play" in picked) {
      clear();
      play(picked.play);
    } else {
      setPath(picked.path);
      setChoices("choose" in picked ? picked.choose : []);
    }
  };
  const touch = (cell: Cell) => {
    setFocus(cell);
    if (open) step(path, cell);
  };
  const movable = (cell: Cell) => moves.some(({ cells }) => cells.length > 1 && same(cells[0], cell));
  const drag = useDrag(
    picture,
    movable,
    (cell) => step([], cell),
    (cell) => {
      // It lies where it was dropped already.
      if (before.current) before.current.dropped = cell;
      touch(cell);
    },
  );
  const current = geometry.spots.find((spot) => same(spot.cell, focus)) ?? geometry.spots[0];
  const seen = geometry.spots.filter(({ shape }) => shape !== "dot");
  const steer = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (way) {
      const { cell } = toward(seen, current, ...way);
      setFocus(cell);
      cells.current.get(String(cell))?.focus();
    } else if (event.key === "Enter" || event.key === " ") touch(current.cell);
    // Where nothing is picked, the key is for a dialog around the board.
    else if (event.key === "Escape" && (path.length > 0 || choices.length > 0)) clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const states = seen.map((spot) => {
    const on = next(moves, path, landing(moves, position.files, board, spot.cell));
    const here = on.filter(({ cells }) => same(cells[path.length], spot.cell));
    const key = String(spot.cell);
    const owner = owners.get(key) ?? null;
    return {
      key,
      spot,
      content: board[spot.cell[0]][spot.cell[1]],
      legal: here.length > 0,
      reachable: on.length > 0,
      picked: isAmong(spot.cell, path),
      score: bestScore(here, values),
      owner,
      winner: owner ?? position.areas?.find(({ corners }) => isIn(spot.cell, corners))?.side ?? null,
    };
  });
  const keep = (map: Map<string, SVGGElement>, key: string) => (element: SVGGElement | null) => {
    if (element) map.set(key, element);
    else map.delete(key);
  };
  // Names are as readable on a large board as on a small one.
  const type = Math.max(19, Math.max(geometry.width, geometry.height) / 42);
  const apart = position.borders ? BORDER : 0;
  const margin = (position.files?.some(Boolean) || position.ranks?.some(Boolean) ? type * 1.6 : 6) + apart;
  const [width, height] = [geometry.width + 2 * margin, geometry.height + 2 * margin];
  const held = drag.held && String(drag.held.cell);
  return (
    <div class="board-frame">
      <div class="board-scroll" ref={frame}>
        <svg
          ref={picture}
          class={["board", layout, wells && "wells", discs && GROUND_OF_DISCS[layout], held && "dragging"]
            .filter(Boolean)
            .join(" ")}
          viewBox={`${-margin} ${-margin} ${width} ${height}`}
          role="grid"
          style={{
            maxWidth: `${width * LARGEST}px`,
            // Scrolls; nothing happens if the board fits.
            minWidth: `clamp(0px, (${width * SMALLEST}px - 100%) * 9999, ${width * FOR_A_FINGER}px)`,
          }}
          aria-label={`${facts.title} board`}
          onKeyDown={steer}
          onPointerDown={drag.grab}
          onPointerMove={drag.over}
          onPointerUp={drag.drop}
          onPointerCancel={drag.cancel}
        >
          <Ground layout={layout} geometry={geometry} board={board} lines={lines} />
          {position.borders && <Edges borders={position.borders} geometry={geometry} flip={flip} facts={facts} />}
          <Names geometry={geometry} position={position} type={type} apart={apart} />
          {board.map((_, r) => {
            const row = states.filter(({ spot }) => spot.cell[0] === r);
            if (row.length === 0) return null;
            return (
              <g role="row" key={r}>
                {row.map(({ key, spot, owner, ...state }) => (
                  <CellView
                    key={key}
                    {...state}
                    spot={spot}
                    dark={(board.length - 1 - spot.cell[0] + spot.cell[1]) % 2 === 0}
                    facts={facts}
                    layout={layout}
                    wells={wells}
                    name={named(spot.cell, position, facts)}
                    owner={owner && sideTone(owner, facts)}
                    movable={movable(spot.cell)}
                    last={isAmong(spot.cell, last)}
                    won={isAmong(spot.cell, won)}
                    checked={king !== null && same(king, spot.cell)}
                    focusable={spot === current}
                    touch={() => touch(spot.cell)}
                    keep={keep(cells.current, key)}
                  />
                ))}
              </g>
            );
          })}
          <Numbers position={position} facts={facts} geometry={geometry} />
          <g class="contents" aria-hidden="true">
            {/* What is dragged lies over everything. */}
            {[...states]
              .sort((a, b) => Number(a.key === held) - Number(b.key === held))
              .map(({ key, spot, content, legal, picked, score }) => (
                <Contents
                  key={key}
                  spot={spot}
                  facts={facts}
                  layout={layout}
                  content={content}
                  legal={legal}
                  picked={picked}
                  score={score}
                  dragged={key === held ? drag.held : null}
                  keep={keep(pieces.current, key)}
                />
              ))}
          </g>
          {position.areas && (
            <Areas areas={position.areas} active={activeAreas(position)} geometry={geometry} facts={facts} />
          )}
          <Overlay geometry={geometry} won={won} best={best} focus={current} />
        </svg>
      </div>
      {choices.length > 0 && (
        <Choice
          moves={choices}
          facts={facts}
          side={position.to_move}
          at={cells.current.get(String(choices[0].cells.at(-1))) ?? null}
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

function bestScore(moves: LegalMove[], values: Map<string, Score> | null): Score | null {
  const scores = moves.map(({ move }) => values?.get(move)).filter((score) => score !== undefined);
  return scores.sort((a, b) => b.value - a.value)[0] ?? null;
}
