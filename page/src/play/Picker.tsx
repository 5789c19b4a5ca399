// The games to choose from, each with a picture of its start.

import { useRef } from "preact/hooks";
import type { JSX } from "preact";
import { Thumb } from "../board/Thumb";
import { shelved } from "../games/groups";
import { Sign } from "../Sign";
import type { GameStore } from "./gameStore";
import type { View } from "./view";

export function Picker({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, games, gallery, origin, position } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const show = () => {
    dialog.current!.showModal();
    dialog.current!.querySelector<HTMLElement>("[aria-current]")?.focus();
    void store.fillGallery();
  };
  const here = origin ?? position;
  return (
    <>
      <button type="button" class="chosen-game" aria-haspopup="dialog" disabled={games.length === 0} onClick={show}>
        <span class="picture">
          {facts && here?.board ? (
            <Thumb facts={facts} position={gallery.get(facts.id)?.position ?? here} />
          ) : (
            <NoBoard />
          )}
        </span>
        <span>
          <small>Game</small>
          <b>{facts?.title ?? "…"}</b>
        </span>
        <span class="change" aria-hidden="true">
          ▾
        </span>
      </button>
      <dialog ref={dialog} class="picker" aria-labelledby="picker-title">
        <div class="row">
          <h2 id="picker-title">Choose a game</h2>
          <button type="button" onClick={() => dialog.current!.close()}>
            Close
          </button>
        </div>
        <div class="shelves">
          {shelved(games).map(([shelf, some]) => (
            <section key={shelf} aria-label={shelf} style={{ "--games": some.length }}>
              <h3>{shelf}</h3>
              <ul>
                {some.map(({ id, title, summary }) => {
                  const known = gallery.get(id);
                  return (
                    <li key={id}>
                      <button
                        type="button"
                        aria-current={id === facts?.id ? "true" : undefined}
                        onClick={() => {
                          dialog.current!.close();
                          void store.open(id);
                        }}
                      >
                        <span class="picture">
                          {known?.position.board ? (
                            <Thumb facts={known.facts} position={known.position} />
                          ) : (
                            <NoBoard />
                          )}
                        </span>
                        <b>{title}</b>
                        <small>{summary}</small>
                      </button>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
        </div>
      </dialog>
    </>
  );
}

/** For games without a board. */
function NoBoard(): JSX.Element {
  return (
    <svg class="thumb" viewBox="0 0 32 32" aria-hidden="true">
      <Sign />
    </svg>
  );
}
