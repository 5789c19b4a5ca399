// Which game, who plays, how strong.

import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Segments } from "../Segments";
import { compact, name } from "../words";
import type { GameFacts } from "../wire";
import { Options } from "./Options";
import { Picker } from "./Picker";
import type { Settings } from "./settings";
import type { GameStore } from "./gameStore";
import { SideMark } from "./Seat";
import { setSounds, sounds } from "./sound";
import { Switch } from "../Switch";
import type { View } from "./view";

export function Setup({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, settings } = view;
  return (
    <section class="setup card" data-part="game" aria-label="Setup">
      <Picker store={store} view={view} />
      {facts && <p class="summary">{facts.summary}</p>}
      {facts && (
        <fieldset>
          <legend>Players</legend>
          {facts.players.map((side) => (
            <Player key={side} side={side} store={store} settings={settings} facts={facts} />
          ))}
          {facts.players.every((side) => settings.plays.includes(side)) && (
            <label class="field slider">
              <span>
                Pause between moves <output>{(settings.pace / 1000).toFixed(1)} s</output>
              </span>
              <input
                type="range"
                min="0"
                max="3000"
                step="250"
                value={settings.pace}
                aria-label="Pause between moves"
                onInput={(event) => void store.change({ pace: Number(event.currentTarget.value) })}
              />
            </label>
          )}
        </fieldset>
      )}
      {facts && <Strength store={store} view={view} />}
      {facts && <Options store={store} game={facts.id} />}
      {facts && (
        <details class="rules">
          <summary>Rules and notation</summary>
          <p>{facts.rules}</p>
          <p>
            <b>A move:</b> {facts.move.notation}
          </p>
          <p>
            <b>A state:</b> {facts.state.notation}
          </p>
        </details>
      )}
      {facts && <Sounds />}
    </section>
  );
}

function Sounds(): JSX.Element {
  const [on, setOn] = useState(sounds);
  return (
    <Switch
      title="Sounds"
      on={on}
      set={(on) => {
        setSounds(on);
        setOn(on);
      }}
    />
  );
}

const WHO = [
  [false, "You"],
  [true, "plyd"],
] as const;

function Player({
  side,
  store,
  settings,
  facts,
}: {
  side: string;
  store: GameStore;
  settings: Settings;
  facts: GameFacts;
}): JSX.Element {
  const byPlyd = settings.plays.includes(side);
  const give = (plyd: boolean) =>
    void store.change({
      plays: plyd
        ? [...settings.plays.filter((other) => other !== side), side]
        : settings.plays.filter((other) => other !== side),
    });
  return (
    <div class="player">
      <span>
        <SideMark side={side} facts={facts} /> {name(side, facts)}
      </span>
      <Segments
        label={`Who plays ${name(side, facts)}`}
        name={`player-${side}`}
        options={WHO}
        value={byPlyd}
        set={give}
      />
    </div>
  );
}

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
        <label class="field slider">
          <span>
            Level <output>{settings.level}</output>
          </span>
          <input
            type="range"
            min="1"
            max="10"
            step="1"
            value={settings.level}
            aria-label="Level"
            onInput={(event) => void store.change({ level: Number(event.currentTarget.value) })}
          />
          <small>
            {level?.who ?? DEGREES[settings.level - 1]}
            {level && (
              <span class="budget">
                depth {level.depth}, {compact(level.nodes)} nodes
              </span>
            )}
          </small>
        </label>
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
