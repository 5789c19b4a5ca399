// The picture of a game.

import type { JSX } from "preact";
import { Thumb } from "../board/Thumb";
import { Sign } from "../Sign";
import type { GameFacts, Position } from "../wire";

interface Props {
  facts?: GameFacts | null;
  position?: Position | null;
}

/** Its board; the page's sign where there is none. */
export function GamePicture({ facts, position }: Props): JSX.Element {
  return (
    <span class="picture">
      {facts && position?.board ? (
        <Thumb facts={facts} position={position} />
      ) : (
        <svg class="thumb" viewBox="0 0 32 32" aria-hidden="true">
          <Sign />
        </svg>
      )}
    </span>
  );
}
