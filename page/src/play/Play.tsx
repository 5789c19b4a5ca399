// The first tab: a board to play on, and beside it what plyd thinks and what was asked.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import { game, waits } from "../ask";
import { Bar } from "../Bar";
import { Board } from "../board/Board";
import { labelled, wayOf } from "../board/naming";
import { TOKENS } from "../board/pieces";
import { unplaced } from "../board/picking";
import { TreePicture, treeOf } from "../pruning/TreePicture";
import { blank, type Blank } from "../games/shapes";
import * as link from "../link";
import { useStore } from "../store";
import { ended, judged, name, shortly } from "../words";
import { Controls, Stepper } from "./Controls";
import { Exchanged, type Asked } from "./Exchanged";
import { Record } from "./Record";
import { result } from "./records";
import { EvalBar } from "./EvalBar";
import { mainLine } from "./gameTree";
import { judgement } from "./reviewing";
import { fault, ReviewCard } from "./ReviewCard";
import { Seat, SideMark } from "./Seat";
import { Setup } from "./Setup";
import { counted, owners } from "./tally";
import type { GameStore } from "./gameStore";
import { LAST_STAGE } from "./searching";
import { finished, flipped, isOver, shown, told, type View } from "./view";
import { Progress, Thinking } from "./Thinking";

/** What a narrow screen shows one of under the board. */
const PANELS = [
  ["game", "Game"],
  ["moves", "Moves"],
  ["review", "Review"],
  ["analysis", "Analysis"],
  ["request", "Request"],
] as const;

export function Play({ store }: { store: GameStore }): JSX.Element {
  const view = useStore(store);
  const { facts, position } = view;
  const [panel, setPanel] = useState<string>("game");
  const [prompt, setPrompt] = useState<string | null>(null);
  const words = position && facts ? turnWords(view) : "";
  const empty = useMemo(() => view.opening && blank(view.opening), [view.opening]);
  useEffect(() => {
    document.title = facts ? `${words} ${facts.title} – plyd` : "plyd: the game AI of your game server";
  }, [words, facts]);
  return (
    <main class="play" data-panel={panel} data-game={facts?.id}>
      <h1 class="unseen">Play against plyd</h1>
      <p class="unseen" role="status" aria-live="polite">
        {view.said}
      </p>
      <section
        class="table"
        aria-label="The game"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const file = event.dataTransfer?.files[0];
          if (file) void store.read(file);
        }}
      >
        <Turn view={view} words={words} prompt={prompt} />
        <Notice store={store} view={view} />
        <div class="stage">
          {empty ? (
            <EmptyBoard {...empty} />
          ) : (
            facts && position && <BoardPanel store={store} view={view} tell={setPrompt} />
          )}
        </div>
        <Strip store={store} view={view} />
        <Stepper store={store} view={view} />
        <Controls store={store} view={view} />
      </section>
      <div class="panels" role="group" aria-label="Under the board">
        {PANELS.map(([id, title]) => (
          <button key={id} type="button" aria-pressed={panel === id} onClick={() => setPanel(id)}>
            {title}
          </button>
        ))}
      </div>
      <Setup store={store} view={view} />
      <div class="insight">
        <Record store={store} view={view} />
        <Thinking store={store} view={view} />
        <ReviewCard store={store} view={view} />
        <Exchanged
          exchange={view.exchange ?? upcoming(store, view)}
          operation="search"
          awaited={isOver(view) ? "The game is over: there is no next move." : "Comes with plyd’s next move."}
        />
      </div>
    </main>
  );
}

/** What plyd would be asked now, shown before it ever was. */
function upcoming(store: GameStore, { facts, position }: View): Asked | null {
  return facts && position && { path: game(facts.id, "search"), body: store.question(), answer: null };
}

/** Whose turn it is, in a sentence. */
function turnWords(view: View): string {
  const { position, settings, thought, paused, pending, tree, line, plies, at } = view;
  const facts = view.facts!;
  const side = position!.to_move;
  if (pending) return `${name(pending.side, facts)} played ${pending.label}.`;
  const end = finished(view);
  if (end) return end;
  if (position!.over) return ended(position!.outcome, facts, counted(view));
  if (thought?.running && thought.why === "move") return `${name(side, facts)} – plyd is thinking …`;
  if (settings.plays.includes(side))
    return `${name(side, facts)} to move. ${paused ? "plyd waits." : "plyd plays it."}`;
  // People resign, and their boards do not show it.
  const said = at === plies.length && mainLine(tree).at(-1) === line.at(-1) ? result(view.tags, facts) : null;
  if (said && at > 0) return said;
  return settings.plays.length === 0 ? `${name(side, facts)} to move.` : `Your turn: you play ${name(side, facts)}.`;
}

function Turn({ view, words, prompt }: { view: View; words: string; prompt: string | null }): JSX.Element {
  const { position, facts, pending } = view;
  if (!position || !facts || view.opening)
    return <p class="turn">{view.trouble || view.waiting ? "" : "Setting up the board …"}</p>;
  if (isOver(view)) return <p class="turn over">{words}</p>;
  // A begun move is named in place of the turn: over the board it would hide a part of it.
  if (prompt)
    return (
      <p class="turn prompt" role="status">
        {prompt}
      </p>
    );
  return (
    <p class="turn">
      {position.board && <SideMark side={pending?.side ?? position.to_move} facts={facts} />}
      {words}
    </p>
  );
}

/** Between the board and what is under it, on screens where the panels are apart: what goes on, and how to stop it. */
function Strip({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { thought, facts, review } = view;
  const best = thought?.progress?.lines[0];
  const running = thought?.running ?? false;
  const said = best && facts ? judged(best.score, thought!.mover, facts) : running ? "plyd is thinking …" : "";
  return (
    <div class="strip">
      {review?.running ? (
        <>
          <Bar
            role="progressbar"
            label="Progress of the review, under the board"
            share={review.plies.size / review.line.length}
          />
          <span>
            Review: {review.plies.size} of {review.line.length} plies
          </span>
          <button type="button" class="stop" onClick={() => store.stopReview()}>
            Stop
          </button>
        </>
      ) : (
        <>
          {thought && <Progress view={view} />}
          <span>{said}</span>
          {running && (
            <button type="button" class="stop" onClick={() => void store.stop()}>
              Stop
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** What went wrong, or what is waited for. */
function Notice({ store, view }: { store: GameStore; view: View }): JSX.Element | null {
  if (view.waiting) {
    return (
      <div class="notice" data-notice="waiting">
        <span>{waits(view.waiting)}</span>
        <button type="button" onClick={() => void store.stop()}>
          Stop
        </button>
      </div>
    );
  }
  if (view.trouble) {
    return (
      <div class="notice bad" data-notice="trouble">
        <span>{view.trouble}</span>
        {view.position && (
          <button type="button" onClick={() => void store.resume()}>
            Go on
          </button>
        )}
        {!view.position && view.games.length > 0 && (
          <button type="button" onClick={() => void store.open(store.first())}>
            Play {view.games.find(({ id }) => id === store.first())!.title}
          </button>
        )}
      </div>
    );
  }
  if (finished(view)) {
    return (
      <div class="notice" data-notice="ending">
        <span>{view.remark ?? "This ended the game."}</span>
        <button type="button" onClick={() => void store.disregard()}>
          Play on
        </button>
      </div>
    );
  }
  if (view.offer === "plyd") {
    return (
      <div class="notice" data-notice="offer">
        <span>plyd offers a draw.</span>
        <span class="row">
          <button type="button" onClick={() => store.acceptDraw()}>
            Accept
          </button>
          <button type="button" onClick={() => store.declineDraw()}>
            Decline
          </button>
        </span>
      </div>
    );
  }
  if (view.remark)
    return (
      <div class="notice" data-notice="remark">
        {view.remark}
      </div>
    );
  const hint = told(view);
  if (hint)
    return (
      <div class="notice told" data-notice="hint">
        <span>{hint.text}</span>
        {hint.stage < LAST_STAGE && (
          <button type="button" onClick={() => void store.hint()}>
            Tell more
          </button>
        )}
      </div>
    );
  if (view.position?.over && view.position.claimable) {
    return (
      <div class="notice" data-notice="claim">
        <span>Either side may claim this draw, or play on.</span>
        <button type="button" onClick={() => void store.playOn()}>
          Play on
        </button>
      </div>
    );
  }
  return null;
}

/** The board of a game that the server is being asked for, with room for both seats. */
function EmptyBoard({ facts, position, wells }: Blank): JSX.Element {
  return (
    <>
      <div class="seat" />
      <Board
        facts={facts}
        position={position}
        flip={false}
        wells={wells}
        open={false}
        last={NONE}
        owners={NOBODY}
        best={NONE}
        values={null}
        play={() => undefined}
      />
      <div class="seat" />
    </>
  );
}

/** The move that the board points at: the best one where that is asked for, or what a review finds better. */
function better(view: View): string | undefined {
  const { showBest, best, at } = view;
  const hinted = told(view)?.move;
  if (hinted) return hinted;
  if (showBest && best[0]) return best[0].move;
  return fault(judgement(view, at))?.best;
}

function BoardPanel({
  store,
  view,
  tell,
}: {
  store: GameStore;
  view: View;
  tell: (prompt: string | null) => void;
}): JSX.Element {
  const { values, origin, plies, at, pending, showBest, showBar } = view;
  const facts = view.facts!;
  const position = useMemo(() => shown(view)!, [view.position, pending]);
  const flip = flipped(view);
  // Goes through the whole game, for the board and for both seats.
  const closed = useMemo(() => owners(view), [facts, origin, plies, at]);
  const open = store.isOpen();
  const legal = position.legal_moves;
  const hasBoard = !!position.board?.length;
  // A heap's moves share its one cell. Where tokens are too many to be clicked, or have values, moves are buttons too.
  const shared =
    facts.layout === "heaps" &&
    legal.length <= 40 &&
    (view.showValues || position.board!.flat().some((amount) => Number(amount) > TOKENS));
  const listed = !hasBoard || shared ? legal : unplaced(legal);
  const before = at > 0 ? plies[at - 1] : undefined;
  const best = legal.find(({ move }) => move === better(view));
  const tree = useMemo(() => (hasBoard ? null : treeOf(position.state)), [hasBoard, position.state]);
  return (
    <>
      {hasBoard && <Seat store={store} view={view} player={flip ? 0 : 1} owners={closed} />}
      {(showBar || showBest) && <EvalBar view={view} />}
      {hasBoard && (
        <Board
          facts={facts}
          position={position}
          flip={flip}
          wells={view.wells}
          open={open}
          last={pending?.cells ?? before?.cells ?? NONE}
          label={pending?.label ?? before?.label}
          owners={closed}
          best={best ? wayOf(best, position, facts) : NONE}
          hinted={told(view)?.cells ?? NONE}
          values={view.showValues ? values : null}
          play={(move) => void store.play(move)}
          tell={tell}
        />
      )}
      {hasBoard && <Seat store={store} view={view} player={flip ? 1 : 0} owners={closed} />}
      {tree && (
        <TreePicture tree={tree} play={(name) => open && void store.play(legal.find(({ move }) => move === name)!)} />
      )}
      {listed.length > 0 && (
        <div class="listed" role="group" aria-label="Moves">
          {listed.map((move) => {
            const score = view.showValues ? values?.get(move.move) : undefined;
            return (
              <button key={move.move} type="button" disabled={!open} onClick={() => void store.play(move)}>
                {labelled(move, position, facts)}
                {score && <small class={score.outcome ?? ""}> {shortly(score, facts)}</small>}
              </button>
            );
          })}
        </div>
      )}
      {!hasBoard && !tree && (
        <pre class="state" tabindex={0} aria-label="The state">
          {link.text(position.state)}
        </pre>
      )}
    </>
  );
}

const NONE: [] = [];
const NOBODY = new Map<string, string>();
