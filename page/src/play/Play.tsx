// The first tab: a board to play on, and beside it what plyd thinks and what was asked.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import { game } from "../ask";
import { Board } from "../board/Board";
import type { Chosen } from "../board/Hand";
import { wayOf } from "../board/naming";
import { hasDrops } from "../board/picking";
import { keep, kept } from "../kept";
import { PANELLED, useMatch } from "../media";
import { TreePicture, treeOf } from "../pruning/TreePicture";
import { blank, type Blank } from "../games/shapes";
import * as link from "../link";
import { useStore } from "../store";
import type { LegalMove } from "../wire";
import { ended, name } from "../words";
import { Controls, Stepper } from "./Controls";
import { Exchanged, type Asked } from "./Exchanged";
import { Record } from "./Record";
import { result } from "./records";
import { EvalBar } from "./EvalBar";
import { mainLine } from "./gameTree";
import { Listed } from "./Listed";
import { conclusion, Result } from "./Result";
import { fault, judgement } from "./reviewing";
import { ReviewCard } from "./ReviewCard";
import { Seat } from "./Seat";
import { Setup } from "./Setup";
import { Strip } from "./Strip";
import { counted, owners } from "./tally";
import type { GameStore } from "./gameStore";
import { Thinking } from "./Thinking";
import { finished, flipped, isOver, person, shown, told, type View } from "./view";

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
  const [leaving, setLeaving] = useState(false);
  const [thoughts, setThoughts] = useState(() => kept("thoughts"));
  const panelled = useMatch(PANELLED);
  const words = position && facts ? turnWords(view) : "";
  const empty = useMemo(() => view.opening && blank(view.opening), [view.opening]);
  const end = conclusion(view);
  // What plyd thinks of its moves tells a person who plays it what to answer.
  const fold =
    person(view) && !end && !view.review
      ? {
          folded: thoughts !== "shown",
          set: (folded: boolean) => {
            setThoughts(folded ? "" : "shown");
            keep("thoughts", folded ? "" : "shown");
          },
        }
      : null;
  useEffect(() => {
    document.title = facts ? `${words} ${facts.title} – plyd` : "plyd: the game AI of your game server";
  }, [words, facts]);
  useEffect(() => setLeaving(false), [position, view.ending]);
  // Where panels are chosen, the result and what can follow are under the board when the game ends.
  const over = end !== null;
  useEffect(() => setPanel((was) => (over ? "review" : was === "review" ? "game" : was)), [over]);
  const record = <Record key="record" store={store} view={view} />;
  const thinking = <Thinking key="thinking" store={store} view={view} fold={fold} />;
  const review = <ReviewCard key="review" store={store} view={view} over={over} />;
  return (
    <main class={`play${(facts && position) || view.trouble ? " ready" : ""}`} data-panel={panel} data-game={facts?.id}>
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
          if (file) void import("../study").then(({ reading }) => store.read(reading, file));
        }}
      >
        <div class="stage">
          {empty ? (
            <EmptyBoard {...empty} />
          ) : (
            facts && position && <BoardPanel store={store} view={view} tell={setPrompt} />
          )}
        </div>
        <Strip
          store={store}
          view={view}
          words={words}
          prompt={prompt}
          leaving={leaving}
          stay={() => setLeaving(false)}
          folded={fold?.folded ?? false}
        />
        <div class="keys">
          <Controls store={store} view={view} leave={() => setLeaving(true)} />
          <Stepper store={store} view={view} />
        </div>
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
        {end
          ? [<Result key="result" store={store} view={view} words={end} />, review, record, thinking]
          : [record, thinking, review]}
        <Exchanged
          exchange={view.exchange ?? upcoming(store, view)}
          operation="search"
          awaited={isOver(view) ? "The game is over: there is no next move." : "Comes with plyd’s next move."}
          folded={view.review !== null && !panelled}
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
  if (position!.over) return ended(position!, facts, counted(view));
  if (thought?.running && thought.why === "move") return `${name(side, facts)} – plyd is thinking …`;
  if (settings.plays.includes(side))
    return `${name(side, facts)} to move. ${paused ? "plyd waits." : "plyd plays it."}`;
  // People resign, and their boards do not show it.
  const said = at === plies.length && mainLine(tree).at(-1) === line.at(-1) ? result(view.tags, facts) : null;
  if (said && at > 0) return said;
  return settings.plays.length === 0 ? `${name(side, facts)} to move.` : `Your turn: you play ${name(side, facts)}.`;
}

/** The board of a game that the server is being asked for, with room for both seats. */
function EmptyBoard({ facts, position, wells, hands }: Blank): JSX.Element {
  return (
    <>
      <div class="seat">{hands && <span class="hand" />}</div>
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
      <div class="seat">{hands && <span class="hand" />}</div>
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
  const before = at > 0 ? plies[at - 1] : undefined;
  const best = legal.find(({ move }) => move === better(view));
  const [chosen, choose] = useState<Chosen | null>(null);
  const [late, setLate] = useState<typeof import("../hand") | null>(null);
  const dropsPieces = hasDrops(facts);
  useEffect(() => {
    if (dropsPieces) void import("../hand").then(setLate);
  }, [dropsPieces]);
  const play = (move: LegalMove) => void store.play(move);
  const dropping = { Hand: late?.Hand, chosen, choose, best, play, moves: open ? legal : NONE };
  const tree = useMemo(() => (hasBoard ? null : treeOf(position.state)), [hasBoard, position.state]);
  return (
    <>
      {hasBoard && <Seat view={view} player={flip ? 0 : 1} owners={closed} dropping={dropping} />}
      {(showBar || showBest) && <EvalBar view={view} flip={flip} />}
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
          drawings={pending ? undefined : (before?.drawings ?? plies[at]?.before?.drawings)}
          hand={dropping}
          play={play}
          tell={tell}
        />
      )}
      {hasBoard && <Seat view={view} player={flip ? 1 : 0} owners={closed} dropping={dropping} />}
      {tree && (
        <TreePicture tree={tree} play={(name) => open && void store.play(legal.find(({ move }) => move === name)!)} />
      )}
      {!hasBoard && <Listed store={store} view={view} />}
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
