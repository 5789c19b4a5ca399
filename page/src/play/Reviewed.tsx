// What a review found: how both sides played, where the game turned, what was better, and why.

import type { JSX } from "preact";
import type { GameFacts, ReviewedPly, SoFar } from "../wire";
import { expectedScore, inHundredths, name, shortly } from "../words";
import { useDialog } from "./dialog";
import type { GameStore } from "./gameStore";
import { nodeAt, path } from "./gameTree";
import { Learn } from "./Learn";
import { moveNumber } from "./opening";
import { told, useReasons } from "./reasons";
import { AS, type Fault, fault, judgement, MARKED, mistakes } from "./reviewing";
import { person, type Review, type View } from "./view";

interface Props {
  store: GameStore;
  view: View;
  review: Review;
}

export function Reviewed(props: Props): JSX.Element {
  const { store, view, review } = props;
  const { summary } = review;
  const facts = view.facts!;
  return (
    <>
      {summary && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">Side</span>
              </th>
              <th scope="col">Accuracy</th>
              {MARKED.map(([verdict, title, mark]) => (
                <th scope="col" key={verdict} title={title}>
                  <span class={verdict}>{mark}</span>
                  <span class="unseen"> {title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.players.map((side) => {
              const { accuracy, verdicts } = summary.sides[side];
              return (
                <tr key={side}>
                  <th scope="row">{name(side, facts)}</th>
                  <td>{accuracy === null ? "–" : `${accuracy.toFixed(0)} %`}</td>
                  {MARKED.map(([verdict]) => (
                    <td key={verdict}>{verdicts[verdict]}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {summary && <ToLearn {...props} />}
      {summary && summary.turning_points.length > 0 && (
        <div class="row wrap turning" role="group" aria-label="Turning points">
          {[...summary.turning_points]
            .sort((a, b) => a.ply - b.ply)
            .map(({ ply }) => (
              <button
                key={ply}
                type="button"
                aria-current={isBefore(view, review.line[ply]) ? "step" : undefined}
                onClick={() => void turnTo(store, review.line[ply])}
              >
                {numbered(review.line[ply], view)} <small>{fallen(review.plies.get(review.line[ply])!, facts)}</small>
              </button>
            ))}
        </div>
      )}
      {summary && <Walk {...props} />}
      <Said {...props} />
    </>
  );
}

/** The way to the mistakes; they are one's own if one played against plyd. */
function ToLearn({ store, view, review }: Props): JSX.Element {
  const dialog = useDialog();
  const own = person(view);
  const nodes = (own ? [own] : view.facts!.players).flatMap((side) => mistakes(review, side));
  if (nodes.length === 0) return <p class="said">{own ? "You made no mistakes." : "There were no mistakes."}</p>;
  const found = nodes.filter((node) => review.found.includes(node)).length;
  const words = found === nodes.length ? "all found" : found > 0 ? `${found} of ${nodes.length} found` : nodes.length;
  return (
    <>
      <button type="button" class={found < nodes.length ? "primary" : ""} onClick={dialog.show}>
        Learn from {own ? "your" : "the"} mistakes <small>({words})</small>
      </button>
      <Learn dialog={dialog} store={store} view={view} />
    </>
  );
}

/** How many nodes of the reviewed line lead to the shown position, before a variation leaves it. */
function place({ tree, line, at }: View, review: Review): number {
  const shown = path(tree, nodeAt(line, at));
  const apart = shown.findIndex((node, i) => node !== review.line[i]);
  return apart < 0 ? shown.length : apart;
}

/** Goes from fault to fault. */
function Walk({ store, view, review }: Props): JSX.Element | null {
  const faults = review.line.flatMap((id, ply) => (fault(review.plies.get(id)) ? [ply] : []));
  if (faults.length === 0) return null;
  const here = place(view, review);
  const current = faults.indexOf(here);
  const [before, after] = [faults.filter((ply) => ply < here).at(-1), faults.find((ply) => ply > here)];
  const go = (ply: number | undefined) => ply !== undefined && void turnTo(store, review.line[ply]);
  return (
    <div class="row walk" role="group" aria-label="Faults">
      <button type="button" disabled={before === undefined} onClick={() => go(before)}>
        ‹ <span class="unseen">Fault before</span>
      </button>
      {current < 0 ? (
        <button type="button" onClick={() => go(faults[0])}>
          Start review
        </button>
      ) : (
        <span>
          Fault {current + 1} of {faults.length}
        </span>
      )}
      <button type="button" disabled={after === undefined} onClick={() => go(after)}>
        › <span class="unseen">Next fault</span>
      </button>
    </div>
  );
}

/** Whether the position before a node's move is shown. */
const isBefore = ({ tree, line, at }: View, id: number): boolean => nodeAt(line, at) === tree[id].parent;

/** Shows the position before a node's move, on the line that has the move. */
async function turnTo(store: GameStore, id: number): Promise<void> {
  await store.goToNode(id);
  await store.goTo(store.view.at - 1);
}

/** A move with the number that the list gives it. */
function numbered(id: number, { tree, facts }: View): string {
  const plies = path(tree, id).map((node) => tree[node].ply!);
  const { label, side } = plies.at(-1)!;
  return `${moveNumber(plies, facts!)}${side === facts!.players[0] ? "." : "…"} ${label}`;
}

/** What there is to say about the shown move, and about the one that follows. */
function Said({ store, view, review }: Props): JSX.Element | null {
  const { at, tree, line } = view;
  const facts = view.facts!;
  const ply = place(view, review);
  const next = fault(review.plies.get(review.line[ply]));
  // The better line may have been played here, as far as somebody wanted to see it.
  const tried = path(tree, nodeAt(line, at)).slice(ply);
  if (next && tried.every((node, i) => tree[node].ply!.move === next.pv[i]))
    return <Better key={ply} store={store} view={view} node={review.line[ply]} next={next} seen={tried.length} />;
  const last = judgement(view, at - 1);
  const before = fault(last);
  if (before)
    return (
      <div class="said">
        <p>
          {before.label ?? before.move} was <span class={before.verdict}>{AS[before.verdict]}</span>:{" "}
          {lost(before, facts)}.{" "}
          <button type="button" class="quiet" onClick={() => void store.goTo(at - 1)}>
            What was better?
          </button>
        </p>
        <Why of={before.label ?? before.move} reasons={told(before.facts)} />
      </div>
    );
  if (last?.verdict)
    return (
      <div class="said">
        <p>
          {last.label ?? last.move} was {AS[last.verdict]}.
        </p>
        <Why of={last.label ?? last.move} reasons={told(last.facts)} />
      </div>
    );
  return null;
}

interface BetterProps {
  store: GameStore;
  view: View;
  /** The node of the fault. */
  node: number;
  next: Fault;
  /** How many moves of the better line are played on the board. */
  seen: number;
}

/** What was better than the move that follows: the line can be played on the board. */
function Better({ store, view, node, next, seen }: BetterProps): JSX.Element {
  const { tree } = view;
  const facts = view.facts!;
  const { parent } = tree[node];
  // The game went on, so a draw that could be claimed here was not.
  const soFar: SoFar = { ...(tree[parent].ply?.after ?? view.start), draws: "automatic" };
  const why = useReasons(facts, soFar, next.best);
  const [best, played] = [next.best_label ?? next.best, next.label ?? next.move];
  const explore = async (moves: string[]) => {
    await store.goToNode(parent);
    await store.explore(moves);
  };
  return (
    <div class="said">
      <p>
        Here <b>{best}</b> was better than {played}, <span class={next.verdict}>{AS[next.verdict]}</span>:{" "}
        {lost(next, facts)}.
      </p>
      <p class="better" role="group" aria-label="The better line">
        {next.pv.slice(0, SHOWN).map((move, i) => (
          <button
            key={i}
            type="button"
            class="quiet"
            aria-current={i + 1 === seen ? "step" : undefined}
            onClick={() => void explore(next.pv.slice(0, i + 1))}
          >
            {next.pv_labels?.[i] ?? move}
          </button>
        ))}
      </p>
      <Why of={best} reasons={why} />
      <Why of={played} reasons={told(next.facts)} />
    </div>
  );
}

/** The moves that are shown of the better line. */
const SHOWN = 10;

/** The server's sentences about a move, which call it "it". */
function Why({ of, reasons }: { of: string; reasons: string[] }): JSX.Element | null {
  if (reasons.length === 0) return null;
  return (
    <p class="why">
      <b>{of}:</b> {reasons.join(" ")}
    </p>
  );
}

/** "White’s evaluation fell from +0.4 to −2.3", or its expected score where that is not counted in men. */
function lost(ply: ReviewedPly, facts: GameFacts): string {
  const [what, from, to] = fall(ply, facts);
  return `${name(ply.side, facts)}’s ${what} fell from ${from} to ${to}`;
}

/** What fell with a move, from where, and to where. */
function fall({ score, best_score, expected, best_expected }: ReviewedPly, facts: GameFacts) {
  // A proven win or loss is no number of men.
  if (inHundredths(facts) && score && best_score && !score.outcome && !best_score.outcome)
    return [EVALUATION, shortly(best_score, facts), shortly(score, facts)];
  return ["expected score", expectedScore(best_expected ?? 0), expectedScore(expected ?? 0)];
}

const EVALUATION = "evaluation";

/** "+0.4 → −2.3": numbers with a sign are evaluations, and an expected score is named. */
function fallen(ply: ReviewedPly, facts: GameFacts): string {
  const [what, from, to] = fall(ply, facts);
  return `${what === EVALUATION ? "" : `${what} `}${from} → ${to}`;
}
