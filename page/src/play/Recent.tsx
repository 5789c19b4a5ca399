// The games that were played in this browser.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Thumb } from "../board/Thumb";
import type { DialogProps } from "./dialog";
import { type Kept, MOST } from "./history";

export function Recent({ dialog, store, view }: DialogProps): JSX.Element {
  const { open } = dialog;
  const [games, setGames] = useState<Kept[] | null>(null);
  useEffect(() => {
    if (!open) return;
    void store.history.list().then(setGames);
    void store.fillGallery();
  }, [open]);
  const remove = async (id: string) => {
    await store.history.remove(id);
    setGames(await store.history.list());
  };
  return (
    <dialog ref={dialog.ref} class="recent" aria-labelledby="recent-title" onClose={dialog.closed}>
      <div class="row">
        <h2 id="recent-title">Recent games</h2>
        <button type="button" onClick={dialog.close}>
          Close
        </button>
      </div>
      <p class="empty">The last {MOST} games are kept in this browser, and nowhere else.</p>
      {games?.length === 0 && <p class="empty">There are none yet.</p>}
      {open && (
        <ul>
          {games?.map(({ id, title, game, words, time, tags, last }) => {
            const facts = view.gallery.get(game)?.facts;
            const players = tags.White || tags.Black ? `${tags.White ?? "?"} – ${tags.Black ?? "?"}` : "";
            return (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === view.id ? "true" : undefined}
                  onClick={() => {
                    dialog.close();
                    if (id !== view.id) void store.reopen(id, null);
                  }}
                >
                  <span class="picture">{facts && last.board && <Thumb facts={facts} position={last} />}</span>
                  <span>
                    <b>{players ? `${title}: ${players}` : title}</b>
                    <small>{words}</small>
                    <small>{new Date(time).toLocaleString()}</small>
                  </span>
                </button>
                {id !== view.id && (
                  <button type="button" class="quiet" aria-label={`Delete ${title}`} onClick={() => void remove(id)}>
                    Delete
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </dialog>
  );
}
