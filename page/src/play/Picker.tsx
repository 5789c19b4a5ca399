// The games to choose from, each with a picture of its start: those that were played last come first.

import { useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Thumb } from "../board/Thumb";
import { found, shelved } from "../games/groups";
import { Sign } from "../Sign";
import type { GameStore } from "./gameStore";
import { named } from "../words";
import { recent } from "./last";
import type { View } from "./view";

/** What a visitor who has played nothing else finds at hand. */
const AT_HAND = ["connect-four", "tic-tac-toe"];

export function Picker({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, games, gallery, origin, position } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const [sought, setSought] = useState("");
  const show = () => {
    setSought("");
    dialog.current!.showModal();
    // A finger would get its keyboard over the games.
    const first = matchMedia("(pointer: fine)").matches ? "input" : "[aria-current]";
    dialog.current!.querySelector<HTMLElement>(first)?.focus();
    void store.fillGallery();
  };
  const choose = (id: string) => {
    dialog.current!.close();
    void store.open(id);
  };
  const here = origin ?? position;
  const left = found(games, sought);
  const others = [...recent(), ...AT_HAND].filter((id) => id !== facts?.id);
  const atHand = [...new Set(others)].flatMap((id) => games.filter((game) => game.id === id)).slice(0, AT_HAND.length);
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
      {facts && (
        <div class="at-hand" role="group" aria-label="Other games">
          {atHand.map(({ id, title }) => (
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
          {left.length === 0 && <p class="empty">No game has this in its name or description.</p>}
          {shelved(left, sought ? [] : recent()).map(([shelf, some]) => (
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
