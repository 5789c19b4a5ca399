// Who plays a side.

import type { JSX } from "preact";
import { Segments } from "../Segments";
import type { GameFacts } from "../wire";
import { name } from "../words";
import { SideMark } from "./Seat";

const WHO = [
  [false, "You"],
  [true, "plyd"],
] as const;

export function Player({
  side,
  plays,
  facts,
  set,
  of = "player",
}: {
  side: string;
  /** The sides that plyd plays. */
  plays: string[];
  facts: GameFacts;
  set: (plays: string[]) => void;
  /** The name of the group of radio buttons. */
  of?: string;
}): JSX.Element {
  const others = plays.filter((other) => other !== side);
  return (
    <div class="player">
      <span>
        <SideMark side={side} facts={facts} /> {name(side, facts)}
      </span>
      <Segments
        label={`Who plays ${name(side, facts)}`}
        name={`${of}-${side}`}
        options={WHO}
        value={plays.includes(side)}
        set={(plyd) => set(plyd ? [...others, side] : others)}
      />
    </div>
  );
}
