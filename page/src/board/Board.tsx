// One board for every game, drawn from the description of a position. Clicks and drags name the cells of moves.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Cell, Content, Drawing, GameFacts, Layout, LegalMove, Position, Score } from "../wire";
import { special } from "../games/special";
import { useMatch } from "../media";
import { expected } from "../words";
import { CellView } from "./CellView";
import { Choice } from "./Choice";
import { Contents } from "./Contents";
import { useDrag } from "./dragging";
import { isIn, lay, toward } from "./geometry";
import { Areas, CellNames, CornerNames, Edges, Ground, Marks, Names, Numbers } from "./Ground";
import type { Choosing } from "./Hand";
import { type Drawn, useArrows } from "./arrows";
import { decoded, moved } from "./encode";
import { activeAreas, checked, isAmong, winningLine } from "./highlights";
import { animate } from "./motion";
import { cellOf, labelled, middle, named, show, wayOf } from "./naming";
import { Overlay } from "./Overlay";
import { begun, castling, drops, landing, next, pick, same } from "./picking";
import { described, emblem, groundOf, hasTiles, Mark, sideTone } from "./pieces";

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
  /** Who closed a box or drew a line, by its cell. */
  owners: Map<string, string>;
  /** The cells of the best move, where it is asked for. */
  best: Cell[];
  /** Where a hint says to look. */
  hinted?: Cell[];
  values: Map<string, Score> | null;
  /** What a record draws here. */
  drawings?: Drawing[];
  /** The pieces in hand, where some are dropped. */
  hand?: Choosing;
  play: (move: LegalMove) => void;
  /** Called with what a begun move waits for, or null. */
  tell?: (prompt: string | null) => void;
}

/** The most pixels for a hundredth of a cell: a board of few cells does not fill a large screen. */
const LARGEST = 4;

/** Cells of fewer pixels are played by a second tap, since a finger hides them. */
const TAPPED_TWICE = 32;
/** Of so many values the numbers of the best stand on the board; the others are colours. */
export const MANY = 40;
const NUMBERED = 3;
/** Movable pieces are pointed out if they are no more than these. */
const FEW = 4;

/** The fewest; a board that would have less gets enough for a finger (WCAG 2.2, 2.5.8), and moves within its frame. */
const SMALLEST = 0.18;
const FOR_A_FINGER = 0.24;

/** The most rows of a board of hexagons that is shown upright. A higher board would not fit, so it is scrolled instead. */
const UPRIGHT = 13;

/** The width of the coloured borders. */
const BORDER = 14;

const ARROWS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

export function Board(props: Props): JSX.Element {
  const { facts, position, flip, wells, open, last, label, owners, best, hinted, values, drawings, hand, play, tell } =
    props;
  const layout: Layout = position.layout ?? facts.layout ?? "cells";
  const board = position.board!;
  const lines = position.lines ?? facts.lines;
  const narrow = useMatch("(max-width: 1099px) and (orientation: portrait)");
  const small = useMatch("(max-width: 819px), (max-height: 479px)");
  const stacked = narrow && (layout === "pits" || (layout === "hexes" && board.length <= UPRIGHT));
  const geometry = useMemo(
    () => lay(layout, board, lines, { flip, wells, stacked }, position.absent),
    [layout, board, lines, flip, wells, stacked, position.absent],
  );
  const [path, setPath] = useState<Cell[]>([]);
  const [choices, setChoices] = useState<LegalMove[]>([]);
  const [focus, setFocus] = useState<Cell>(() => middle(geometry));
  const [aim, setAim] = useState<Cell | null>(null);
  const [hover, setHover] = useState<string | null>(null);
  const pointer = useRef("");
  const cells = useRef(new Map<string, SVGGElement>());
  const pieces = useRef(new Map<string, SVGGElement>());
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const onBoard = useMemo(
    () =>
      open
        ? castling(
            position.legal_moves
              .filter((move) => !drops(move))
              .map((move) => ({ ...move, cells: wayOf(move, position, facts) })),
            position.files,
          )
        : [],
    [open, position.legal_moves, position.files],
  );
  const chosen = hand?.chosen;
  const moves = chosen ? position.legal_moves.filter((move) => drops(move, chosen.letter)) : onBoard;
  const ground = useMemo(() => (wells ? null : groundOf(layout, facts)), [wells, layout, facts]);
  const won = useMemo(() => winningLine(position, facts), [position, facts]);
  const king = checked(position, label, facts);
  const clear = () => {
    setPath([]);
    setChoices([]);
    setAim(null);
    hand?.choose(null);
  };
  useLayoutEffect(clear, [position, open]);
  useEffect(() => show(frame.current!, cells.current.get(String(last.at(-1)))), [position]);
  const before = useRef<{ id: string; flip: boolean; board: Content[][]; dropped: Cell | null }>(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { id: facts.id, flip, board, dropped: null };
    if (old?.id !== facts.id || old.flip !== flip) return;
    const sown = special(facts.id)?.sown;
    animate(old.board, board, geometry, (cell) => pieces.current.get(String(cell)), {
      dropped: old.dropped,
      way: last,
      falling: wells,
      sown: sown && last.length === 1 ? sown(last[0], old.board, board) : [],
    });
  }, [board]);
  const arrows = useArrows(picture, position);
  // Other marks than arrows are rings here.
  const drawn = (drawings ?? []).flatMap(({ cell, to }): Drawn[] => {
    const [from, end] = [cell, to ?? cell].map((name) => cellOf(name, position, facts));
    return from && end ? [[from, end]] : [];
  });

  const step = (path: Cell[], cell: Cell) => {
    // Where the chosen piece cannot be dropped, a move on the board begins.
    const isOff = chosen && next(moves, [], cell).length === 0;
    if (isOff) hand!.choose(null);
    const picked = pick(isOff ? onBoard : moves, path, landing(moves, wells, board, cell));
    if ("play" in picked) {
      // What was shown on its way lies there already.
      if (path.length > 1 && before.current) before.current.dropped = path.at(-1)!;
      clear();
      play(picked.play);
    } else {
      setPath(picked.path);
      setChoices("choose" in picked ? picked.choose : []);
    }
  };
  const touch = (cell: Cell) => {
    setFocus(cell);
    arrows.clear();
    if (!open) return;
    const lands = landing(moves, wells, board, cell);
    const small = (picture.current?.getScreenCTM()?.a ?? 1) * 100 < TAPPED_TWICE;
    if (pointer.current === "touch" && small && path.length === 0 && next(moves, [], lands).length > 0) {
      if (!aim || !same(aim, cell)) return setAim(cell);
    }
    setAim(null);
    step(path, cell);
  };
  /** Takes from a heap all that lies above what is left. */
  const take = (cell: Cell, left: number) => {
    const move = moves.find(
      ({ cells, state }) => same(cells[0], cell) && decoded(state, position, facts)?.[cell[0]][cell[1]] === left,
    );
    if (move) play(move);
    else touch(cell);
  };
  const movable = (cell: Cell) => onBoard.some(({ cells }) => cells.length > 1 && same(cells[0], cell));
  const drag = useDrag(
    picture,
    movable,
    (cell) => step([], cell),
    (cell) => {
      // It lies where it was dropped already.
      if (before.current) before.current.dropped = cell;
      setFocus(cell);
      step(path, cell);
    },
  );
  const current = geometry.spots.find((spot) => same(spot.cell, focus)) ?? geometry.spots[0];
  useEffect(() => {
    if (!chosen?.keyed) return;
    // Arrows lead from cell to cell now.
    pointer.current = "";
    cells.current.get(String(current.cell))?.focus();
  }, [chosen]);
  const seen = geometry.spots.filter(({ shape }) => shape !== "dot");
  const steer = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    // A cell that was clicked has the focus by chance: arrows to the sides then lead through the game.
    if (way && way[1] === 0 && pointer.current !== "") return;
    pointer.current = "";
    if (way) {
      const { cell } = toward(seen, current, ...way);
      setFocus(cell);
      cells.current.get(String(cell))?.focus();
    } else if (event.key === "Enter" || event.key === " ") touch(current.cell);
    // Where nothing is picked, the key is for a dialog around the board.
    else if (event.key === "Escape" && (path.length > 0 || choices.length > 0 || chosen)) clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // While a move is picked its piece is shown on the way.
  const onItsWay = path.length > 1 || (path.length === 1 && board[path[0][0]][path[0][1]] === null);
  const shown = onItsWay ? moved(board, path, emblem(position.to_move, facts)) : board;
  const pointed = path.length > 0 || new Set(moves.map(({ cells }) => String(cells[0]))).size <= FEW;
  const many = values !== null && values.size > MANY;
  const shares = [...(values?.values() ?? [])].map((score) => expected(score, facts)).sort((a, b) => b - a);
  const states = seen.map((spot) => {
    const on = next(moves, path, landing(moves, wells, board, spot.cell));
    const here = on.filter(({ cells }) => same(cells[path.length], spot.cell));
    const key = String(spot.cell);
    const owner = owners.get(key) ?? null;
    const isLine = spot.shape === "across" || spot.shape === "upright";
    const content = shown[spot.cell[0]][spot.cell[1]];
    const score = bestScore(here, values);
    const share = score && expected(score, facts);
    return {
      key,
      spot,
      content,
      legal: here.length > 0,
      reachable: on.length > 0,
      picked: isAmong(spot.cell, path),
      ring: pointed && here.length > 0 && content !== null && !isAmong(spot.cell, path),
      score,
      /** How much is given away by playing here, from 0 for the best to 1 for the worst, where values are colours. */
      loss: many && share !== null ? (shares[0] - share) / Math.max(0.02, shares[0] - shares.at(-1)!) : null,
      numbered: !many || (share !== null && share >= (shares[NUMBERED - 1] ?? 0)) || hover === key,
      owner,
      drawer: isLine ? owner : null,
      winner: isLine ? null : (owner ?? position.areas?.find(({ corners }) => isIn(spot.cell, corners))?.side ?? null),
    };
  });
  const prompt = aim
    ? `Tap ${named(aim, position, facts)} again to play there.`
    : chosen
      ? `Choose where to drop the ${described(chosen.letter, facts)!.name}.`
      : path.length > 0
        ? (special(facts.id)?.prompt?.(path, begun(moves, path)) ??
          (path.length > 1 && choices.length === 0 ? "Go on to the next square." : null))
        : null;
  useEffect(() => {
    tell?.(prompt);
    return () => tell?.(null);
  }, [prompt]);
  const keep = (map: Map<string, SVGGElement>, key: string) => (element: SVGGElement | null) => {
    if (element) map.set(key, element);
    else map.delete(key);
  };
  const apart = position.borders ? BORDER : 0;
  // Names stand in the corners of cells that are squares, unless tiles cover them; else around the board.
  const inside = (layout === "squares" || layout === "cells") && !hasTiles(facts);
  const isNamed = position.files?.some(Boolean) || position.ranks?.some(Boolean);
  const longest = Math.max(geometry.width, geometry.height);
  // They are as readable on a large board as on a small one.
  const type = inside ? longest / (small ? 36 : 44) : Math.max(19, longest / 42) * (small ? 1.45 : 1);
  const margin = (inside ? 4 : isNamed ? type * 1.6 : 6) + apart;
  const [width, height] = [geometry.width + 2 * margin, geometry.height + 2 * margin];
  const held = drag.held && String(drag.held.cell);
  return (
    <div
      class={`board-frame${width > 1.5 * height ? " flat" : ""}`}
      style={{ "--aspect": width / height, "--widest": `${width * LARGEST}px` }}
    >
      <div class="board-scroll" ref={frame}>
        <svg
          ref={picture}
          class={[
            "board",
            layout,
            wells && "wells",
            stacked && "stacked",
            flip && "flipped",
            ground,
            held && "dragging",
          ]
            .filter(Boolean)
            .join(" ")}
          viewBox={`${-margin} ${-margin} ${width} ${height}`}
          role="grid"
          style={{
            // Scrolls; nothing happens if the board fits into what there is.
            minWidth: `clamp(0px, (${width * SMALLEST}px - 100cqw) * 9999, ${width * FOR_A_FINGER}px)`,
          }}
          aria-label={`${facts.title} board`}
          onKeyDown={steer}
          onPointerDown={(event) => {
            pointer.current = event.pointerType;
            if (!arrows.begin(event)) drag.grab(event);
          }}
          onPointerMove={drag.over}
          onPointerUp={(event) => arrows.end(event) || drag.drop(event)}
          onPointerCancel={drag.cancel}
          onPointerOver={
            many
              ? (event) => setHover((event.target as Element).closest<SVGElement>("[data-cell]")?.dataset.cell ?? null)
              : undefined
          }
          onContextMenu={(event) => event.preventDefault()}
        >
          <Ground layout={layout} geometry={geometry} board={board} lines={lines} />
          {position.borders && <Edges borders={position.borders} geometry={geometry} flip={flip} facts={facts} />}
          {!inside && <Names geometry={geometry} position={position} type={type} apart={apart} />}
          {board.map((_, r) => {
            const row = states.filter(({ spot }) => spot.cell[0] === r);
            if (row.length === 0) return null;
            return (
              <g role="row" key={r}>
                {row.map(({ key, spot, owner, ring: _ring, loss: _loss, numbered: _numbered, ...state }) => (
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
                    marked={isAmong(spot.cell, position.marks ?? [])}
                    checked={king !== null && same(king, spot.cell)}
                    focusable={spot === current}
                    touch={() => touch(spot.cell)}
                    keep={keep(cells.current, key)}
                  />
                ))}
              </g>
            );
          })}
          {inside && <CornerNames geometry={geometry} position={position} type={type} />}
          {position.marks && <Marks cells={position.marks} geometry={geometry} />}
          <Numbers position={position} facts={facts} geometry={geometry} size={small ? 28 : 22} />
          <CellNames position={position} facts={facts} geometry={geometry} />
          <g class="contents" aria-hidden="true">
            {/* What is dragged lies over everything. */}
            {[...states]
              .sort((a, b) => Number(a.key === held) - Number(b.key === held))
              .map(({ key, spot, content, legal, picked, ring, score, loss, numbered }) => (
                <Contents
                  key={key}
                  spot={spot}
                  facts={facts}
                  layout={layout}
                  content={content}
                  legal={legal}
                  picked={picked}
                  ring={ring}
                  score={numbered ? score : null}
                  loss={loss}
                  take={open && spot.shape === "heap" ? (left) => take(spot.cell, left) : undefined}
                  dragged={key === held ? drag.held : null}
                  keep={keep(pieces.current, key)}
                />
              ))}
          </g>
          {position.areas && (
            <Areas areas={position.areas} active={activeAreas(position)} geometry={geometry} facts={facts} />
          )}
          <Overlay
            geometry={geometry}
            won={won}
            best={best}
            hinted={hinted ?? []}
            focus={current}
            over={drag.held?.over ?? chosen?.over ?? null}
            drawn={[...drawn, ...arrows.drawn]}
            aim={aim && landing(moves, wells, board, aim)}
            ghost={
              aim && <Mark letter={chosen?.letter ?? emblem(position.to_move, facts)} facts={facts} layout={layout} />
            }
          />
        </svg>
      </div>
      {choices.length > 0 && (
        <Choice
          moves={choices}
          facts={facts}
          side={position.to_move}
          from={board[choices[0].cells[0][0]][choices[0].cells[0][1]]}
          label={(move) => labelled(move, position, facts)}
          at={cells.current.get(String(choices[0].cells.at(-1))) ?? null}
          goes={begun(moves, path).length > choices.length}
          play={(move) => {
            const target = cells.current.get(String(move.cells.at(-1)));
            clear();
            play(move);
            target?.focus();
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
