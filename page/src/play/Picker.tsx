// The game that is open, others at hand, and the way to all of them.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { useDialog } from "./dialog";
import type { GameStore } from "./gameStore";
import { recent, type Titled } from "./last";
import { GamePicture } from "./GamePicture";
import type { View } from "./view";

/** What a visitor who has played nothing else finds at hand. */
const AT_HAND: Titled[] = [
  ["connect-four", "Connect Four"],
  ["tic-tac-toe", "Tic-tac-toe"],
];

export function Picker({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, index, gallery, origin, position } = view;
  const dialog = useDialog();
  // The dialog is loaded when it is asked for.
  const [study, setStudy] = useState<typeof import("../study") | null>(null);
  useEffect(() => {
    if (study) dialog.show();
  }, [study]);
  const here = origin ?? position;
  const others = new Map([...recent(), ...AT_HAND]);
  others.delete(facts?.id ?? "");
  const atHand = [...others].filter(([id]) => index && id in index.caps.max_depth).slice(0, AT_HAND.length);
  return (
    <>
      <button
        type="button"
        class="chosen-game"
        aria-haspopup="dialog"
        onClick={() => (study ? dialog.show() : void import("../study").then(setStudy))}
      >
        <GamePicture facts={facts} position={(facts && gallery.get(facts.id)?.position) ?? here} />
        <span>
          <small>Game</small>
          <b>{facts?.title ?? "…"}</b>
        </span>
        <span class="change" aria-hidden="true">
          ▾
        </span>
      </button>
      {facts && (
        <div class="at-hand" role="group" aria-label="Other games">
          {atHand.map(([id, title]) => (
            <button key={id} type="button" class="quiet" onClick={() => void store.open(id)}>
              {title}
            </button>
          ))}
        </div>
      )}
      {study && <study.Games dialog={dialog} store={store} view={view} />}
    </>
  );
}
