// The games to choose from, each with a picture of its start: those that were played last come first.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { found, shelved } from "../games/groups";
import { named } from "../words";
import type { DialogProps } from "./dialog";
import { recent } from "./last";
import { GamePicture } from "./GamePicture";

/** The most games in a row of a shelf. */
const IN_A_ROW = 5;

export function Games({ dialog, store, view }: DialogProps): JSX.Element {
  const { facts, games, gallery } = view;
  const [sought, setSought] = useState("");
  const left = found(games, sought);
  useEffect(() => {
    if (!dialog.open) return;
    // A finger would get its keyboard over the games.
    const first = matchMedia("(pointer: fine)").matches ? "input" : games.length > 0 ? "[aria-current]" : "button";
    dialog.ref.current!.querySelector<HTMLElement>(first)?.focus();
  }, [dialog.open, games]);
  useEffect(() => {
    if (!dialog.open) return;
    setSought("");
    void store.fillGallery();
  }, [dialog.open]);
  const choose = (id: string) => {
    dialog.close();
    void store.open(id);
  };
  return (
    <dialog ref={dialog.ref} class="picker" aria-labelledby="picker-title" onClose={dialog.closed}>
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
        <button type="button" onClick={dialog.close}>
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
          <section
            key={shelf}
            aria-label={shelf}
            style={{ "--games": some.length > IN_A_ROW ? Math.ceil(some.length / 2) : some.length }}
          >
            <h3>{shelf}</h3>
            <ul>
              {some.map((game) => {
                const { id, title, summary } = game;
                return (
                  <li key={id}>
                    <button
                      type="button"
                      aria-current={id === facts?.id ? "true" : undefined}
                      onClick={() => choose(id)}
                    >
                      <GamePicture {...gallery.get(id)} />
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
  );
}
