// Under the board: whose turn it is, or what else there is to say and to answer. The strip is as high with any of it, so
// that the board stays where it is.

import type { JSX } from "preact";
import { waits } from "../ask";
import { Bar } from "../Bar";
import { judged } from "../words";
import type { GameStore } from "./gameStore";
import { Legend } from "./Legend";
import { Listed } from "./Listed";
import { LAST_STAGE } from "./searching";
import { Progress } from "./Thinking";
import { finished, isOver, told, type View } from "./view";

interface Notice {
  kind: string;
  text: string;
  look?: "bad" | "told";
  /** What can be done about it. */
  acts?: [title: string, act: () => void][];
}

interface Props {
  store: GameStore;
  view: View;
  /** Whose turn it is, in a sentence. */
  words: string;
  /** What a begun move waits for. */
  prompt: string | null;
  /** Whether a person is asked if they want to leave the game, and what ends the question. */
  leaving: boolean;
  stay: () => void;
  /** Whether what plyd thinks is hidden. */
  folded: boolean;
}

/** As many characters fit; what is longer is scrolled. */
const LONG = 80;

export function Strip({ store, view, words, prompt, leaving, stay, folded }: Props): JSX.Element {
  const { position, facts } = view;
  const notice = leaving ? question(store, view, stay) : noticeOf(store, view);
  // A begun move is named in place of the turn: over the board it would hide a part of it.
  const says =
    prompt ??
    (position && facts && !view.opening ? words : view.trouble || view.waiting ? "" : "Setting up the board …");
  const over = isOver(view);
  const valued = view.showValues && position !== null && !over && !prompt && !notice;
  return (
    <div class={`strip ${notice ? (notice.look ?? "warn") : ""}`}>
      <p
        class={["turn", over && "over", prompt && "prompt", (notice || valued) && !over && !prompt && "unseen"]
          .filter(Boolean)
          .join(" ")}
        role={prompt ? "status" : undefined}
      >
        {says}
      </p>
      {notice && (
        <div class={`notice ${notice.look ?? ""}`} data-notice={notice.kind}>
          <span tabindex={notice.text.length > LONG ? 0 : undefined}>{notice.text}</span>
          {notice.acts?.map(([title, act]) => (
            <button key={title} type="button" onClick={act}>
              {title}
            </button>
          ))}
        </div>
      )}
      {valued && <Legend view={view} />}
      {!!position?.board?.length && <Listed store={store} view={view} />}
      <Going store={store} view={view} folded={folded} silent={notice !== null || valued} />
    </div>
  );
}

/** Resigning ends a game for good, so it is asked for twice. */
function question(store: GameStore, { settings, offer }: View, stay: () => void): Notice {
  const then = (act: () => void) => () => {
    stay();
    act();
  };
  return {
    kind: "leaving",
    text: "Give up?",
    acts: [
      ["Resign", then(() => store.resign())],
      ...(settings.draws && offer === null
        ? [["Offer draw", then(() => store.offerDraw())] as [string, () => void]]
        : []),
      ["Cancel", stay],
    ],
  };
}

/** What went wrong, what is waited for, or what was told. */
function noticeOf(store: GameStore, view: View): Notice | null {
  const hint = told(view);
  if (view.waiting) return { kind: "waiting", text: waits(view.waiting), acts: [["Stop", () => void store.stop()]] };
  if (view.trouble) {
    const first = view.games.find(({ id }) => id === store.first());
    const acts: Notice["acts"] = view.position
      ? [["Go on", () => void store.resume()]]
      : first && [[`Play ${first.title}`, () => void store.open(first.id)]];
    return { kind: "trouble", text: view.trouble, look: "bad", acts };
  }
  if (finished(view))
    return {
      kind: "ending",
      text: view.remark ?? "This ended the game.",
      acts: [["Play on", () => void store.disregard()]],
    };
  if (view.offer === "plyd")
    return {
      kind: "offer",
      text: "plyd offers a draw.",
      acts: [
        ["Accept", () => store.acceptDraw()],
        ["Decline", () => store.declineDraw()],
      ],
    };
  if (view.remark) return { kind: "remark", text: view.remark };
  if (hint)
    return {
      kind: "hint",
      text: hint.text,
      look: "told",
      acts: hint.stage < LAST_STAGE ? [["Tell more", () => void store.hint()]] : [],
    };
  if (view.position?.over && view.position.claimable)
    return {
      kind: "claim",
      text: "Either side may claim this draw, or play on.",
      acts: [["Play on", () => void store.playOn()]],
    };
  return null;
}

/** What goes on and how to stop it, on screens where the panels that show it are apart. */
function Going({
  store,
  view,
  folded,
  silent,
}: {
  store: GameStore;
  view: View;
  folded: boolean;
  /** Whether something else is said. */
  silent: boolean;
}): JSX.Element | null {
  const { thought, facts, review } = view;
  const running = thought?.running ?? false;
  const best = folded ? undefined : thought?.progress?.lines[0];
  if (!review?.running && !running && !best) return null;
  return (
    <div class="going-on">
      {review?.running ? (
        <>
          <span>
            Review: {review.plies.size} of {review.line.length} plies
          </span>
          <Bar
            role="progressbar"
            label="Progress of the review, under the board"
            share={review.plies.size / review.line.length}
          />
        </>
      ) : (
        <>
          {best && facts && !silent && <span>{judged(best.score, thought!.mover, facts)}</span>}
          <Progress view={view} />
        </>
      )}
      {(review?.running || running) && (
        <button type="button" class="stop" onClick={() => (review?.running ? store.stopReview() : void store.stop())}>
          Stop
        </button>
      )}
    </div>
  );
}
