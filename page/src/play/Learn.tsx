// Learning from one's mistakes: each is shown again before it was made, and a better move is looked for.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { ask, game, persist, sentence, sleep, waits } from "../ask";
import { Board } from "../board/Board";
import { foreseen } from "../board/encode";
import type { Chosen } from "../board/Hand";
import { labelled, wayOf } from "../board/naming";
import { hasDrops } from "../board/picking";
import { Segments } from "../Segments";
import type { Cell, Grade, LegalMove, Position, SearchAnswer, SoFar } from "../wire";
import { name } from "../words";
import type { DialogProps } from "./dialog";
import { type Ply, ROOT, straight } from "./gameTree";
import { told, useReasons } from "./reasons";
import { replay } from "./replay";
import { AS, type Fault, fault, mistakes } from "./reviewing";
import { asked } from "./settings";
import { hasEnds, person, type View } from "./view";

const NOBODY = new Map<string, string>();
const NOWHERE: Cell[] = [];

/** The plies that are shown of a line. */
const SHOWN = 8;
/** The time between a move and the reply to it, in milliseconds. */
const REPLY_MS = 700;

export function Learn({ dialog, store, view }: DialogProps): JSX.Element {
  const facts = view.facts!;
  const review = view.review!;
  const own = person(view);
  const some = facts.players.find((side) => mistakes(review, side).length > 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const side = own ?? chosen ?? some ?? facts.players[0];
  const nodes = mistakes(review, side);
  const open = nodes.filter((node) => !review.found.includes(node));
  // The place of the mistake that is shown, at the end none.
  const [place, setPlace] = useState(0);
  const [round, setRound] = useState(0);
  // Begins with the first that is still to be found.
  const begin = () => {
    const first = nodes.indexOf(open[0]);
    setPlace(first < 0 ? nodes.length : first);
    setRound(round + 1);
  };
  useEffect(() => {
    if (dialog.open) begin();
  }, [dialog.open, side]);
  const next = () => {
    const after = nodes.findIndex((node, i) => i > place && !review.found.includes(node));
    setPlace(after < 0 ? nodes.length : after);
  };
  const node = nodes[place];
  return (
    <dialog ref={dialog.ref} class="learn" aria-labelledby="learn-title" onClose={dialog.closed}>
      <div class="row wrap">
        <h2 id="learn-title">
          Learn from {own ? "your" : "the"} mistakes{" "}
          <small>
            {node === undefined ? "" : `${place + 1} of ${nodes.length}, `}
            {nodes.length - open.length} found
          </small>
        </h2>
        {!own && facts.players.length > 1 && (
          <Segments
            small
            label="Whose mistakes"
            name="mistakes"
            options={facts.players.map((each) => [each, name(each, facts)] as const)}
            value={side}
            set={setChosen}
          />
        )}
        <button type="button" onClick={dialog.close}>
          Close
        </button>
      </div>
      {dialog.open &&
        (node === undefined ? (
          <End side={name(side, facts)} all={nodes.length} open={open.length} again={begin} close={dialog.close} />
        ) : (
          <Task key={`${node} ${round}`} node={node} view={view} find={() => store.learn(node)} next={next} />
        ))}
    </dialog>
  );
}

interface EndProps {
  side: string;
  all: number;
  /** How many are not found yet. */
  open: number;
  again: () => void;
  close: () => void;
}

function End({ side, all, open, again, close }: EndProps): JSX.Element {
  const words =
    all === 0
      ? `${side} made no mistakes in this game.`
      : open > 0
        ? `${all - open} of ${all} found.`
        : all === 1
          ? "The mistake is found."
          : `All ${all} found.`;
  return (
    <>
      <p class={`learn-says${open === 0 ? " found" : ""}`} role="status">
        {words}
      </p>
      <div class="row end">
        {open > 0 && (
          <button type="button" class="primary" onClick={again}>
            {open === 1 ? "Try the other one" : `Try the other ${open}`}
          </button>
        )}
        <button type="button" class={open > 0 ? "" : "primary"} onClick={close}>
          Done
        </button>
      </div>
    </>
  );
}

interface TaskProps {
  /** The node of the mistake. */
  node: number;
  view: View;
  find: () => void;
  next: () => void;
}

/** What is said above the board. */
interface Said {
  state: "open" | "judging" | "wrong" | "found" | "told";
  words: string;
}

function Task({ node, view, find, next }: TaskProps): JSX.Element {
  const { tree, review, wells } = view;
  const facts = view.facts!;
  const mistake = fault(review!.plies.get(node))!;
  const { parent } = tree[node];
  const came = parent === ROOT ? null : tree[parent].ply!;
  const position = came ? came.then : view.origin!;
  // The game went on, so a draw that could be claimed here was not.
  const soFar: SoFar = { ...(came ? came.after : view.start), draws: "automatic" };
  const [said, setSaid] = useState<Said>({ state: "open", words: asks(mistake, view) });
  const [trouble, setTrouble] = useState("");
  const [tried, setTried] = useState<LegalMove | null>(null);
  // The line that answers the mistake, and how many of its plies the board shows.
  const [line, setLine] = useState<Ply[]>([]);
  const [step, setStep] = useState(0);
  const [task] = useState(() => new AbortController());
  useEffect(() => () => task.abort(), []);
  const why = useReasons(facts, soFar, line[0]?.move ?? null);

  const patient = <T,>(attempt: () => Promise<T>) =>
    persist(attempt, (waiting) => !task.signal.aborted && setTrouble(waiting ? waits(waiting) : ""), task.signal);
  const request = <T,>(operation: string, body: Record<string, unknown>) =>
    patient(() => ask<T>(game(facts.id, operation), body, task.signal));
  const safely = (work: Promise<void>) =>
    void work.catch((error: unknown) => {
      if (task.signal.aborted) return;
      setTried(null);
      setTrouble(sentence(error));
    });

  /** Plays a line on the board: its first move, then the reply. */
  const play = async (moves: string[], said: Said) => {
    const found = await replay(
      facts.id,
      Promise.resolve(facts),
      soFar,
      straight(moves.slice(0, SHOWN)),
      patient,
      task.signal,
    );
    const plies = found?.tree.slice(1).map(({ ply }) => ply!) ?? [];
    setTrouble("");
    setLine(plies);
    setSaid(said);
    setTried(null);
    if (plies.length === 0) return;
    setStep(1);
    if (plies.length === 1) return;
    await sleep(REPLY_MS, task.signal);
    setStep((step) => Math.max(2, step));
  };

  const judge = async (move: LegalMove, label: string) => {
    const body = { ...asked(soFar), candidates: [move.move], curve: "people", with: ["facts"] };
    const { best, candidates } = await request<Grade>("grade", body);
    const [{ verdict, facts: does }] = candidates;
    const isBest = move.move === mistake.best;
    if (!isBest && verdict !== "best") {
      const judged = verdict ? ` is ${AS[verdict]}` : " could not be judged";
      const words = `${label}${judged}. ${verdict === "good" ? "There is a better move" : "Try again"}.`;
      setSaid({ state: "wrong", words: [words, ...told(does)].join(" ") });
      setTried(null);
      setTrouble("");
      return;
    }
    find();
    const moves = isBest ? mistake.pv : best.move === move.move ? best.pv : await reply(move.move);
    await play(moves, { state: "found", words: `Found: ${label} is ${isBest ? "the best move" : AS.best}.` });
  };

  /** A move that is as good as the best one, and how the game goes on after it. */
  const reply = async (move: string): Promise<string[]> => {
    const after = { ...soFar, moves: [...soFar.moves, move] };
    const body = { ...asked(after), ...(facts.review ? { nodes: facts.review.nodes } : {}) };
    return [move, ...((await request<SearchAnswer>("search", body)).lines[0]?.pv ?? [])];
  };

  const attempt = (move: LegalMove) => {
    const label = labelled(move, position, facts);
    setTrouble("");
    if (move.move === mistake.move)
      return setSaid({ state: "wrong", words: `${label} was played in the game. Try another move.` });
    setTried(move);
    setSaid({ state: "judging", words: `Judging ${label} …` });
    safely(judge(move, label));
  };
  const show = () => {
    const words = `The best move is ${mistake.best_label ?? mistake.best}.`;
    safely(play(mistake.pv, { state: "told", words }));
  };

  const { state } = said;
  const done = line.length > 0;
  const ply = line[step - 1];
  const shown: Position = ply
    ? ply.then
    : tried
      ? { ...position, board: foreseen(position, tried, facts) ?? position.board, legal_moves: [] }
      : position;
  const last = ply ? ply.cells : tried ? wayOf(tried, position, facts) : (came?.cells ?? NOWHERE);
  const [chosen, choose] = useState<Chosen | null>(null);
  const [late, setLate] = useState<typeof import("../hand") | null>(null);
  useEffect(() => {
    if (hasDrops(facts)) void import("../hand").then(setLate);
  }, []);
  const hasBoard = !!position.board?.length;
  const open = !done && state !== "judging";
  return (
    <>
      <p class={`learn-says ${state}`} role="status">
        {said.words}
      </p>
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble}
        </p>
      )}
      <div class="bench">
        {hasBoard && (
          <Board
            facts={facts}
            position={shown}
            flip={mistake.side !== facts.players[0] && hasEnds(facts)}
            wells={wells}
            open={open}
            last={last}
            label={ply?.label ?? (tried ? undefined : came?.label)}
            owners={NOBODY}
            best={NOWHERE}
            values={null}
            hand={{ chosen, choose }}
            play={attempt}
          />
        )}
        {shown.hands && late && (
          <late.Hand
            letters={shown.hands[facts.players.indexOf(mistake.side)]}
            facts={facts}
            moves={open ? shown.legal_moves : []}
            chosen={chosen}
            choose={choose}
            play={attempt}
          />
        )}
        {(!hasBoard || facts.layout === "heaps") && (
          <div class="listed" role="group" aria-label="Moves">
            {position.legal_moves.map((move) => (
              <button key={move.move} type="button" disabled={!open} onClick={() => attempt(move)}>
                {labelled(move, position, facts)}
              </button>
            ))}
          </div>
        )}
      </div>
      <div class="learn-line">
        {done && (
          <p class="pv-line" role="group" aria-label="The line">
            {line.map(({ label }, i) => (
              <button
                key={i}
                type="button"
                class="quiet"
                aria-current={i + 1 === step ? "step" : undefined}
                onClick={() => setStep(i + 1)}
              >
                {label}
              </button>
            ))}
          </p>
        )}
        {why.length > 0 && <p class="why">{why.join(" ")}</p>}
      </div>
      <div class="row end">
        {!done && (
          <button type="button" disabled={!open} onClick={show}>
            Show it
          </button>
        )}
        <button type="button" class={done ? "primary" : ""} disabled={state === "judging"} onClick={next}>
          {done ? "Next" : "Skip"}
        </button>
      </div>
    </>
  );
}

/** What is asked for: a better move than the one that was played. */
function asks({ label, move, mark, verdict, side }: Fault, { facts }: View): string {
  return `${label ?? move}${mark} was ${AS[verdict]}. Find a better move for ${name(side, facts!)}.`;
}
