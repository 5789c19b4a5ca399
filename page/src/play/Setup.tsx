// Which game, who plays, how strong.

import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { hasCharacters } from "../board/pieces";
import { Segments } from "../Segments";
import { Slider } from "../Slider";
import { compact, name, named } from "../words";
import type { GameFacts } from "../wire";
import { CONTROLS, worded } from "./clock";
import { Options } from "./Options";
import { Picker } from "./Picker";
import type { GameStore } from "./gameStore";
import { choose, chosen, type Look } from "../looks";
import { Player } from "./Player";
import { setSounds, sounds } from "./sound";
import { Switch } from "../Switch";
import { person, type View } from "./view";

export function Setup({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, settings } = view;
  return (
    <section class="setup card" data-part="game" aria-label="Setup">
      <Picker store={store} view={view} />
      {facts && <p class="summary">{named(facts.summary, facts)}</p>}
      {facts && (
        <fieldset>
          <legend>Players</legend>
          {facts.players.map((side) => (
            <Player
              key={side}
              side={side}
              plays={settings.plays}
              facts={facts}
              set={(plays) => void store.change({ plays })}
            />
          ))}
          {facts.players.every((side) => settings.plays.includes(side)) && (
            <Slider
              title="Pause between moves"
              least={0}
              most={3000}
              step={250}
              value={settings.pace}
              shown={`${(settings.pace / 1000).toFixed(1)} s`}
              set={(pace) => void store.change({ pace })}
            />
          )}
          <Manners store={store} view={view} />
        </fieldset>
      )}
      {facts && <Strength store={store} view={view} />}
      {facts && <Options store={store} game={facts.id} />}
      {facts && (
        <details class="rules">
          <summary>Rules and notation</summary>
          {legend(facts) && <p>{legend(facts)}</p>}
          <p>{facts.rules}</p>
          <p>
            <b>A move:</b> {facts.move.notation}
          </p>
          <p>
            <b>A state:</b> {facts.state.notation}
          </p>
        </details>
      )}
      {facts && <Looks facts={facts} />}
    </section>
  );
}

/** "X is Black, O is White.": for rules and states, which have letters; null where the letters are the names. */
function legend(facts: GameFacts): string | null {
  if (!facts.players.some((side) => side.length === 1 && name(side, facts) !== name(side, { ...facts, sides: [] })))
    return null;
  return `${facts.players.map((side) => `${side} is ${name(side, facts)}`).join(", ")}.`;
}

function Looks({ facts }: { facts: GameFacts }): JSX.Element {
  const [on, setOn] = useState(sounds);
  const [looks, setLooks] = useState({ scheme: chosen("scheme"), board: chosen("board"), pieces: chosen("pieces") });
  const set = (look: Look) => (value: string) => {
    choose(look, value);
    setLooks({ ...looks, [look]: value });
  };
  return (
    <details class="options">
      <summary>Looks and sounds</summary>
      <div class="looks">
        <Segments small label="Scheme" name="scheme" options={SCHEMES} value={looks.scheme} set={set("scheme")} />
        <Segments small label="Board" name="board" options={BOARDS} value={looks.board} set={set("board")} />
        {hasCharacters(facts) && (
          <Segments small label="Pieces" name="pieces" options={PIECES} value={looks.pieces} set={set("pieces")} />
        )}
        <Switch
          title="Sounds"
          on={on}
          set={(on) => {
            setSounds(on);
            setOn(on);
          }}
        />
      </div>
    </details>
  );
}

const SCHEMES = [
  ["", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
const BOARDS = [
  ["", "Green"],
  ["wood", "Wood"],
  ["blue", "Blue"],
] as const;
const PIECES = [
  ["", "Characters"],
  ["letters", "Letters"],
] as const;

/** The clock, and what plyd does besides moving. */
function Manners({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { settings } = view;
  // In a tree of numbers nobody resigns, or has a clock.
  if (view.facts!.score.kind === "given") return <></>;
  const known = Object.values(CONTROLS).flat();
  const others = settings.clock && !known.includes(settings.clock) ? [settings.clock] : [];
  return (
    <>
      <label class="field clock-choice">
        <span>
          Clock <small>minutes and seconds</small>
        </span>
        <select value={settings.clock} onChange={(event) => void store.change({ clock: event.currentTarget.value })}>
          <option value="">none</option>
          {others.map((each) => (
            <option key={each} value={each}>
              {worded(each)}
            </option>
          ))}
          {Object.entries(CONTROLS).map(([title, controls]) => (
            <optgroup key={title} label={title}>
              {controls.map((each) => (
                <option key={each} value={each}>
                  {worded(each)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {person(view) && (
        <details class="options manners">
          <summary>Manners</summary>
          {MANNERS.map(([key, title]) => (
            <Switch key={key} title={title} on={settings[key]} set={(on) => void store.change({ [key]: on })} />
          ))}
        </details>
      )}
    </>
  );
}

const MANNERS = [
  ["resigns", "plyd resigns lost games"],
  ["draws", "Draw offers"],
  ["thinks", "Takes its time"],
] as const;

const BY = [
  ["level", "Level"],
  ["limits", "Limits"],
] as const;

function Strength({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, settings, index } = view;
  const levelled = facts!.levels.length > 0;
  const by = levelled ? settings.by : "limits";
  const level = facts!.levels.find(({ level }) => level === settings.level);
  return (
    <fieldset class="strength">
      <legend>plyd's strength</legend>
      {levelled && (
        <Segments label="Strength by" name="by" options={BY} value={by} set={(by) => void store.change({ by })} />
      )}
      {by === "level" ? (
        <Slider
          title="Level"
          least={1}
          most={10}
          step={1}
          value={settings.level}
          shown={String(settings.level)}
          set={(level) => void store.change({ level })}
        >
          <small>
            {level?.who ?? DEGREES[settings.level - 1]}
            {level && (
              <span class="budget">
                depth {level.depth}, {compact(level.nodes)} nodes
              </span>
            )}
          </small>
        </Slider>
      ) : (
        <div class="limits">
          <Limit
            label="Depth"
            unit="plies"
            value={settings.depth}
            most={facts!.max_depth}
            set={(depth) => void store.change({ depth })}
          />
          <Limit
            label="Nodes"
            value={settings.nodes}
            most={Number(index?.caps.max_nodes)}
            set={(nodes) => void store.change({ nodes })}
          />
          <Limit
            label="Time"
            unit="ms"
            value={settings.time}
            most={Number(index?.caps.max_time_ms)}
            set={(time) => void store.change({ time })}
          />
          <label class="field">
            <span>Algorithm</span>
            <select
              value={settings.algorithm}
              onChange={(event) => void store.change({ algorithm: event.currentTarget.value })}
            >
              <option value="">as fits the limits</option>
              {facts!.algorithms.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        </div>
      )}
    </fieldset>
  );
}

const DEGREES = [
  "A beginner",
  "A beginner",
  "Easy",
  "Casual",
  "Careful",
  "Solid",
  "Hard",
  "Very hard",
  "Expert",
  "Full strength",
];

function Limit({
  label,
  unit,
  value,
  most,
  set,
}: {
  label: string;
  unit?: string;
  value: string;
  most: number;
  set: (text: string) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>
        {label}
        {unit && <small> {unit}</small>}
      </span>
      <input
        type="number"
        inputMode="numeric"
        min="0"
        max={most || undefined}
        value={value}
        placeholder="no limit"
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}
