// The moves so far, and how the score went.

import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { count, isProven, name, signed } from "../words";
import type { Ply, View } from "./view";

export function Record({ view }: { view: View }): JSX.Element {
  const { plies, facts } = view;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [plies]);
  return (
    <section class="record card" aria-label="Game record">
      <div class="row">
        <h2>
          Game <small>{plies.length > 0 ? count(plies.length, "move") : ""}</small>
        </h2>
        {plies.length > 1 && facts && <small class="caption">score for {name(facts.players[0])}</small>}
      </div>
      {plies.length > 1 && facts && <Graph plies={plies} first={facts.players[0]} />}
      {plies.length === 0 ? (
        <p class="empty">No moves yet.</p>
      ) : (
        <ol class="moves" ref={list} tabindex={0} aria-label="Moves">
          {plies.map((ply, i) => (
            <li key={i} class={facts?.players.indexOf(ply.side) === 0 ? "first" : "second"}>
              <span class="unseen">{name(ply.side)}: </span>
              {ply.label}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const [WIDTH, HEIGHT] = [300, 64];

/** The score as the first player sees it: proven wins at the top and bottom, all else in proportion to the largest. */
function Graph({ plies, first }: { plies: Ply[]; first: string }): JSX.Element {
  const known = plies.map(({ value }) => value).filter((value): value is number => value !== null && !isProven(value));
  const largest = Math.max(1, ...known.map(Math.abs));
  const share = (value: number) => (isProven(value) ? Math.sign(value) : (0.8 * value) / largest);
  const points = plies.flatMap(({ value }, i) =>
    value === null
      ? []
      : [{ x: (WIDTH * (i + 0.5)) / plies.length, y: HEIGHT / 2 - share(value) * (HEIGHT / 2 - 4), value }],
  );
  if (points.length === 0) return <></>;
  const line = points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const last = points.at(-1)!;
  const now = isProven(last.value) ? (last.value > 0 ? "a proven win" : "a proven loss") : signed(last.value);
  const area = `${line}L${last.x.toFixed(1)} ${HEIGHT / 2}L${points[0].x.toFixed(1)} ${HEIGHT / 2}z`;
  return (
    <figure class="graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Score over the game for ${first}; now ${now}`}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <path class="area" d={area} />
        <path class="line" d={line} />
      </svg>
    </figure>
  );
}
