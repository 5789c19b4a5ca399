// Any position of a game, set up on its board.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Board } from "../board/Board";
import { described, Mark, spelled } from "../board/pieces";
import { encoder, withSide } from "../board/setting";
import { settable } from "../games/settable";
import { Segments } from "../Segments";
import type { Cell, Content, GameFacts, LegalMove } from "../wire";
import { name } from "../words";
import type { DialogProps } from "./dialog";
import type { GameStore } from "./gameStore";
import { Player } from "./Player";
import { flipped, type View } from "./view";

/** What a click does: puts a piece, empties the cell, or changes its number. */
type Tool = { put: Content } | { add: number };

const NOBODY = new Map<string, string>();
const NOWHERE: Cell[] = [];

/** Pieces as people put them up: the first side's from the king down, then the second's. */
const RANKS = ["king", "general", "queen", "rook", "bishop", "knight", "pawn", "man"];

function letters(facts: GameFacts): string[] {
  const rank = (letter: string) => {
    const piece = described(letter, facts)!;
    const kind = RANKS.findIndex((each) => piece.name.toLowerCase().split(/\W/).includes(each));
    const side = facts.players.indexOf(piece.side ?? "");
    return (side < 0 ? facts.players.length : side) * 100 + (kind < 0 ? RANKS.length : kind);
  };
  return Object.keys(facts.pieces ?? {}).sort((a, b) => rank(a) - rank(b));
}

export function PositionEditor({ dialog, store, view }: DialogProps): JSX.Element {
  const { facts, position } = view;
  return (
    <dialog ref={dialog.ref} class="set-up" aria-labelledby="set-up-title" onClose={dialog.closed}>
      <h2 id="set-up-title">Set up a position</h2>
      {dialog.open && facts && position?.board && <Table store={store} view={view} done={dialog.close} />}
    </dialog>
  );
}

function Table({ store, view, done }: { store: GameStore; view: View; done: () => void }): JSX.Element {
  // The position that was there when the table was opened: a refusal changes nothing here.
  const [facts] = useState(view.facts!);
  const [position] = useState(view.position!);
  const write = useMemo(() => encoder(position, facts), [position, facts]);
  const own = settable(facts.id);
  const [board, setBoard] = useState(position.board!);
  const [text, setText] = useState(String(position.state));
  const [toMove, setToMove] = useState(position.to_move);
  const [rights, setRights] = useState(() =>
    (own?.rights?.(text, board) ?? []).filter(({ on }) => on).map(({ letter }) => letter),
  );
  const [plays, setPlays] = useState(view.settings.plays);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const counted = board.flat().some((content) => typeof content === "number");
  const edges = facts.layout === "edges";
  const put = ({ cells: [[r, c]] }: LegalMove) => {
    const old = board[r][c];
    const now = "add" in tool ? Math.max(0, Number(old) + tool.add) : old === tool.put ? null : tool.put;
    const row = board.map((cells, i) => cells.map((content, j) => (i === r && j === c ? now : content)));
    setBoard(row);
  };
  useEffect(() => {
    const state = write?.(board);
    if (!state) return;
    const sided = toMove === position.to_move ? state : (withSide(state, position.to_move, toMove) ?? state);
    // An untouched board keeps what its state says beside it.
    const untouched = board === position.board && toMove === position.to_move ? String(position.state) : sided;
    setText(own?.withRights?.(untouched, rights, board) ?? untouched);
  }, [board, toMove, rights]);
  const moves = useMemo(
    () =>
      board.flatMap((row, r) => row.map((_, c): LegalMove => ({ move: `at ${r},${c}`, state: null, cells: [[r, c]] }))),
    [board],
  );
  const shown = useMemo(
    () => ({ ...position, board, legal_moves: moves, over: false, outcome: null, areas: null }),
    [position, board],
  );
  const tools: [string, Tool, Content][] = counted
    ? [
        ["One more", { add: 1 }, null],
        ["One less", { add: -1 }, null],
      ]
    : [
        ...letters(facts)
          .filter((letter) => !edges || facts.pieces![letter].name === "line")
          .map((letter): [string, Tool, Content] => [spelled(letter, facts), { put: letter }, letter]),
        ["Empty", { put: null }, null],
      ];
  const [tool, setTool] = useState<Tool>(tools[0][1]);
  const possible = own?.rights?.(text, board) ?? [];
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const refused = await store.open(facts.id, text, plays);
    setBusy(false);
    if (refused) setTrouble(refused);
    else done();
  };
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      {write ? (
        <>
          <div class="tools" role="radiogroup" aria-label="What a click puts">
            {tools.map(([title, each, letter]) => (
              <label key={title} title={title}>
                <input
                  type="radio"
                  name="tool"
                  aria-label={title}
                  checked={JSON.stringify(each) === JSON.stringify(tool)}
                  onChange={() => setTool(each)}
                />
                <span>
                  {letter === null || edges ? (
                    title
                  ) : (
                    <svg viewBox="-46 -46 92 92" aria-hidden="true">
                      <Mark letter={letter} facts={facts} layout={facts.layout ?? "cells"} />
                    </svg>
                  )}
                </span>
              </label>
            ))}
          </div>
          <div class="bench">
            <Board
              facts={facts}
              position={shown}
              flip={flipped(view)}
              wells={view.wells}
              open
              last={NOWHERE}
              owners={NOBODY}
              best={NOWHERE}
              values={null}
              play={put}
            />
          </div>
          <div class="row wrap">
            <Segments
              label="To move"
              name="to-move"
              options={facts.players.map((side) => [side, name(side, facts)])}
              value={toMove}
              set={setToMove}
            />
            <span class="caption">to move</span>
            <button
              type="button"
              onClick={() =>
                setBoard(board.map((row) => row.map((content) => (counted && content !== null ? 0 : null))))
              }
            >
              Clear
            </button>
            {possible.map(({ letter, title }) => (
              <label class="switch" key={letter}>
                <input
                  type="checkbox"
                  checked={rights.includes(letter)}
                  onChange={(event) =>
                    setRights(
                      event.currentTarget.checked ? [...rights, letter] : rights.filter((other) => other !== letter),
                    )
                  }
                />
                <span>{title}</span>
              </label>
            ))}
          </div>
        </>
      ) : (
        <p class="empty">This board is set up by its text alone.</p>
      )}
      <label class="field">
        <span>State</span>
        <input value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="foot">
        {trouble && (
          <p class="notice bad" role="alert">
            {trouble}
          </p>
        )}
        <div class="row end wrap">
          <div class="seats" role="group" aria-label="Players">
            {facts.players.map((side) => (
              <Player key={side} side={side} plays={plays} facts={facts} set={setPlays} of="set-up-player" />
            ))}
          </div>
          <button type="button" onClick={done}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={busy}>
            Play from here
          </button>
        </div>
      </div>
    </form>
  );
}
