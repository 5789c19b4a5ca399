// Moves that were missed in a reviewed game, to be found now.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { position as describe, sentence } from "../ask";
import { Board } from "../board/Board";
import { labelled, wayOf } from "../board/naming";
import type { Cell, GameFacts, LegalMove, Position, Puzzle } from "../wire";
import { name } from "../words";
import type { Dialog } from "./dialog";
import type { Ply } from "./gameTree";
import { written } from "./notation";
import { asked } from "./settings";

interface Props {
  dialog: Dialog;
  facts: GameFacts;
  puzzles: Puzzle[];
  /** The move that was played in the game at a ply. */
  played: (ply: number) => Ply | null | undefined;
  wells: boolean;
}

const NOBODY = new Map<string, string>();
const NOWHERE: Cell[] = [];

export function Puzzles({ dialog, facts, puzzles, played, wells }: Props): JSX.Element {
  const [index, setIndex] = useState(0);
  const [solved, setSolved] = useState<number[]>([]);
  const at = Math.min(index, puzzles.length - 1);
  return (
    <dialog ref={dialog.ref} class="puzzles" aria-labelledby="puzzles-title" onClose={dialog.closed}>
      <div class="row">
        <h2 id="puzzles-title">
          Find the best move{" "}
          <small>
            {at + 1} of {puzzles.length}, {solved.length} solved
          </small>
        </h2>
        <button type="button" onClick={dialog.close}>
          Close
        </button>
      </div>
      {dialog.open && (
        <Task
          key={at}
          facts={facts}
          puzzle={puzzles[at]}
          played={played(puzzles[at].ply)}
          wells={wells}
          solve={() => !solved.includes(at) && setSolved([...solved, at])}
          next={puzzles.length > 1 ? () => setIndex((at + 1) % puzzles.length) : null}
        />
      )}
    </dialog>
  );
}

interface TaskProps {
  facts: GameFacts;
  puzzle: Puzzle;
  played: Ply | null | undefined;
  wells: boolean;
  solve: () => void;
  next: (() => void) | null;
}

type State = "open" | "wrong" | "solved" | "told";

function Task({ facts, puzzle, played, wells, solve, next }: TaskProps): JSX.Element {
  const [position, setPosition] = useState<Position | null>(null);
  const [before, setBefore] = useState<{ label: string; cells: Cell[] } | null>(null);
  const [state, setState] = useState<State>("open");
  const [tried, setTried] = useState("");
  const [line, setLine] = useState<string[]>([]);
  const [trouble, setTrouble] = useState("");
  const [task] = useState(() => new AbortController());
  const { solution, side, moves } = puzzle;
  const soFar = { state: puzzle.state, moves };
  const safely = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!task.signal.aborted) setTrouble(sentence(error));
    });
  useEffect(() => {
    const open = async () => {
      const [old, now] = await Promise.all([
        describe(facts.id, asked({ ...soFar, moves: [] }), task.signal),
        describe(facts.id, asked(soFar), task.signal),
      ]);
      const move = old.legal_moves.find((legal) => legal.move === moves[0]);
      setBefore(move ? { label: labelled(move, old, facts), cells: wayOf(move, old, facts) } : null);
      setPosition(now);
    };
    void safely(open());
    return () => task.abort();
  }, []);
  const best = position?.legal_moves.find(({ move }) => move === solution[0]);
  const finish = async (state: State) => {
    setState(state);
    if (state === "solved") solve();
    const words = await written(facts, soFar, solution, task.signal);
    if (!task.signal.aborted) setLine(words ?? [puzzle.label ?? solution[0], ...solution.slice(1)]);
  };
  const play = (move: LegalMove) => {
    setTried(labelled(move, position!, facts));
    if (move.move === solution[0]) void safely(finish("solved"));
    else setState("wrong");
  };
  const done = state === "solved" || state === "told";
  const game = !played
    ? ""
    : played.move === solution[0]
      ? "It was found in the game, too."
      : `In the game came ${played.label}.`;
  const words = {
    open: `${before ? `${before.label} was a mistake. ` : ""}${name(side, facts)} to move.`,
    wrong: `${tried} is not it. Try again.`,
    solved: `Solved: ${tried} is the best move. ${game}`,
    told: `The best move is ${puzzle.label ?? solution[0]}. ${game}`,
  };
  const hasBoard = !!position?.board?.length;
  return (
    <>
      <p class={`puzzle-says ${state}`} role="status">
        {words[state]}
      </p>
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble}
        </p>
      )}
      <div class="bench">
        {position && hasBoard && (
          <Board
            facts={facts}
            position={position}
            flip={side !== facts.players[0] && facts.layout === "squares"}
            wells={wells}
            open={!done}
            last={before?.cells ?? NOWHERE}
            owners={NOBODY}
            best={done && best ? wayOf(best, position, facts) : NOWHERE}
            values={null}
            play={play}
          />
        )}
        {position && (!hasBoard || facts.layout === "heaps") && (
          <div class="listed" role="group" aria-label="Moves">
            {position.legal_moves.map((move) => (
              <button key={move.move} type="button" disabled={done} onClick={() => play(move)}>
                {labelled(move, position, facts)}
              </button>
            ))}
          </div>
        )}
      </div>
      {line.length > 1 && <p class="pv-line">The best line: {line.join(" ")}</p>}
      <div class="row end">
        {!done && (
          <button type="button" disabled={!position} onClick={() => void safely(finish("told"))}>
            Show it
          </button>
        )}
        {next && (
          <button type="button" class={done ? "primary" : ""} onClick={next}>
            Next
          </button>
        )}
      </div>
    </>
  );
}
