// The games to choose from, each with a picture of its start: those that were played last come first.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Thumb } from "../board/Thumb";
import { found, shelved } from "../games/groups";
import { Sign } from "../Sign";
import type { GameStore } from "./gameStore";
import { named } from "../words";
import { recent, type Titled } from "./last";
import type { View } from "./view";

/** What a visitor who has played nothing else finds at hand. */
const AT_HAND: Titled[] = [
  ["connect-four", "Connect Four"],
  ["tic-tac-toe", "Tic-tac-toe"],
];

export function Picker({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, games, index, gallery, origin, position } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const [sought, setSought] = useState("");
  const show = () => {
    setSought("");
    dialog.current!.showModal();
    focus();
    void store.fillGallery();
  };
  const focus = () => {
    // A finger would get its keyboard over the games.
    const first = matchMedia("(pointer: fine)").matches ? "input" : games.length > 0 ? "[aria-current]" : "button";
    dialog.current!.querySelector<HTMLElement>(first)?.focus();
  };
  useEffect(() => {
    if (dialog.current!.open) focus();
  }, [games]);
  const choose = (id: string) => {
    dialog.current!.close();
    void store.open(id);
  };
  const here = origin ?? position;
  const left = found(games, sought);
  const others = new Map([...recent(), ...AT_HAND]);
  others.delete(facts?.id ?? "");
  const atHand = [...others].filter(([id]) => index && id in index.caps.max_depth).slice(0, AT_HAND.length);
  return (
    <>
      <button type="button" class="chosen-game" aria-haspopup="dialog" onClick={show}>
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
      {facts && (
        <div class="at-hand" role="group" aria-label="Other games">
          {atHand.map(([id, title]) => (
            <button key={id} type="button" class="quiet" onClick={() => void store.open(id)}>
              {title}
            </button>
          ))}
        </div>
      )}
      <dialog ref={dialog} class="picker" aria-labelledby="picker-title">
        <div class="row wrap">
          <h2 id="picker-title">Choose a game</h2>
          <input
            type="search"
            aria-label="Search the games"
            placeholder="Search"
            value={sought}
            onInput={(event) => setSought(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || left.length === 0) return;
              // Else the key would press the button that gets the focus back.
              event.preventDefault();
              choose(left[0].id);
            }}
          />
          <button type="button" onClick={() => dialog.current!.close()}>
            Close
          </button>
        </div>
        <div class="shelves">
          {left.length === 0 && (
            <p class="empty">
              {games.length > 0 ? "No game has this in its name or description." : "Asking the server …"}
            </p>
          )}
          {shelved(left, sought ? [] : recent().map(([id]) => id)).map(([shelf, some]) => (
            <section key={shelf} aria-label={shelf} style={{ "--games": some.length }}>
              <h3>{shelf}</h3>
              <ul>
                {some.map((game) => {
                  const { id, title, summary } = game;
                  const known = gallery.get(id);
                  return (
                    <li key={id}>
                      <button
                        type="button"
                        aria-current={id === facts?.id ? "true" : undefined}
                        onClick={() => choose(id)}
                      >
                        <span class="picture">
                          {known?.position.board ? (
                            <Thumb facts={known.facts} position={known.position} />
                          ) : (
                            <NoBoard />
                          )}
                        </span>
                        <b>{title}</b>
                        <small>{named(summary, game)}</small>
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
