// One row under or beside the board: what is done with the game as a whole, and going through it.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { PANELLED, useMatch } from "../media";
import { name } from "../words";
import type { GameStore } from "./gameStore";
import { LAST_STAGE } from "./searching";
import { isProven } from "./settings";
import { rounds } from "./tally";
import { isOver, person, told, type View } from "./view";

interface Props {
  store: GameStore;
  view: View;
}

export function Controls({ store, view, leave }: Props & { leave: () => void }): JSX.Element {
  const { position, facts, settings, paused, at, plies } = view;
  const thinking = view.thought?.running && view.thought.why === "move";
  const over = !position || isOver(view);
  const turn = !!position && settings.plays.includes(position.to_move) && !over;
  const alone = !!facts && facts.players.every((side) => settings.plays.includes(side));
  return (
    <div class="controls" role="group" aria-label="Game controls">
      <Key title="New game" off={!facts} act={() => void store.open(facts!.id)}>
        <path d="M8 3v10M3 8h10" />
      </Key>
      <Key title="Undo" off={at === 0} act={() => void store.undo()}>
        <path d="M6 3 2.500 6.500 6 10M3 6.500h6.500a3.500 3.500 0 0 1 0 7H6" />
      </Key>
      {alone && !over && !paused ? (
        <Key title="Pause" primary act={() => store.pause()}>
          <path d="M5.500 3.500v9M10.500 3.500v9" />
        </Key>
      ) : paused && turn ? (
        <Key title={alone ? "Go on" : "Let plyd move"} primary act={() => void store.resume()}>
          <path d="m5 3 7 5-7 5z" />
        </Key>
      ) : (
        <Key title="Move for me" off={over || thinking || !facts} act={() => void store.advise()}>
          <path d="m2.500 13.500 7-7M11 1.500v4M9 3.500h4M13.500 8v3M12 9.500h3" />
        </Key>
      )}
      <Key title="Hint" off={!store.isOpen() || (told(view)?.stage ?? 0) >= LAST_STAGE} act={() => void store.hint()}>
        <path d="M5.500 11v-.5a4.500 4.500 0 1 1 5 0v.5zM6.500 14h3" />
      </Key>
      <Key title="Flip" off={!position?.board} act={() => store.flip()}>
        <path d="M5 13V3.500M2.500 6 5 3.500 7.500 6M11 3v9.500M8.500 10l2.500 2.500 2.500-2.500" />
      </Key>
      {facts && isProven(facts) && (
        <Key title="Show values" on={view.showValues} off={over} act={() => void store.showValues(!view.showValues)}>
          <path d="M3 14V9M8 14V2.500M13 14V6" />
        </Key>
      )}
      {person(view) && (
        <Key
          title={settings.draws ? "Resign or offer a draw" : "Resign"}
          off={over || at === 0 || at < plies.length}
          act={leave}
        >
          <path d="M4 14V2.500h8.500L10.500 5.500l2 3H4" />
        </Key>
      )}
    </div>
  );
}

/** Back and forth through the shown line, with its moves between the two on narrow screens. */
export function Stepper({ store, view }: Props): JSX.Element {
  const { plies, at } = view;
  const narrow = useMatch(PANELLED);
  const go = (to: number) => () => void store.goTo(to);
  return (
    <div class="through" role="group" aria-label="Go through the game">
      <Key title="To the start" off={at === 0} act={go(0)}>
        <path d="M4 3.500v9M12.500 3.500 7 8l5.500 4.500z" />
      </Key>
      <Key title="One move back" off={at === 0} act={go(at - 1)}>
        <path d="m10.500 3-6 5 6 5z" />
      </Key>
      {narrow && <Ribbon store={store} view={view} />}
      <Key title="One move on" off={at === plies.length} act={go(at + 1)}>
        <path d="m5.500 3 6 5-6 5z" />
      </Key>
      <Key title="To the last move" off={at === plies.length} act={go(plies.length)}>
        <path d="M12 3.500v9M3.500 3.500 9 8l-5.500 4.500z" />
      </Key>
    </div>
  );
}

/** The shown line in one row, which keeps its current move in sight. */
function Ribbon({ store, view }: Props): JSX.Element {
  const { plies, at, facts } = view;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [{ clientWidth }, current] = [frame.current!, frame.current!.querySelector<HTMLElement>("[aria-current]")];
    frame.current!.scrollLeft = current ? current.offsetLeft - (clientWidth - current.offsetWidth) / 2 : 0;
  }, [plies, at]);
  return (
    <div class="ribbon" ref={frame} role="group" aria-label="Moves of the line">
      {(facts ? rounds(plies, facts) : []).flatMap(({ number, first, second }) =>
        [...first, ...second].map(([{ label, side }, i], j) => (
          <button
            key={i}
            type="button"
            aria-current={i + 1 === at ? "step" : undefined}
            onClick={() => void store.goTo(i + 1)}
          >
            {j === 0 && <small>{number}.</small>}
            <span class="unseen">{name(side, facts!)}: </span>
            {label}
          </button>
        )),
      )}
    </div>
  );
}

interface KeyProps {
  title: string;
  off?: boolean;
  /** Whether what it switches is on. */
  on?: boolean;
  primary?: boolean;
  act: () => void;
  /** The paths of its icon. */
  children: ComponentChildren;
}

function Key({ title, off, on, primary, act, children }: KeyProps): JSX.Element {
  return (
    <button
      type="button"
      class={primary ? "key primary" : "key"}
      aria-label={title}
      aria-pressed={on}
      title={title}
      disabled={off}
      onClick={act}
    >
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
