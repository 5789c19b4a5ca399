// Games are opened: from links, at their start, or from texts; and the link to what is open.

import { ask, position as describe, positions } from "../ask";
import { falls } from "../board/picking";
import * as link from "../link";
import type { GameFacts, GameSummary, Index, Position, SoFar } from "../wire";
import { ended, name } from "../words";
import { contents, understood } from "./records";
import { replay } from "./replay";
import { Reviewing } from "./reviewing";
import { asked, newSeed, type Settings } from "./settings";

/** The first game: easy to understand, and solved. */
const FIRST = "connect-four";

export abstract class Opening extends Reviewing {
  private known = new Map<string, GameFacts>();

  /** Continues without a person: plyd's moves, and help where it is asked for. */
  protected abstract goOn(task: AbortSignal): Promise<void>;

  /** Opens a link. After an error nothing changes. */
  async follow({ game, options }: link.Link): Promise<void> {
    const task = this.begin();
    await this.guarded(task, async () => {
      await this.lists(task);
      const id = game ?? this.first();
      const settings = this.anew(id);
      if (options.has("level"))
        [settings.by, settings.level] = ["level", Math.min(10, Math.max(1, Number(options.get("level")) || 4))];
      for (const limit of ["depth", "nodes", "time", "algorithm"] as const) {
        if (options.has(limit)) [settings.by, settings[limit]] = ["limits", options.get(limit)!];
      }
      await this.sit(
        task,
        id,
        link.position(options),
        settings,
        options.get("plyd")?.split(",") ?? null,
        options.has("ply") ? Number(options.get("ply")) : Infinity,
      );
    });
  }

  /** Begins a game at its start or at a pasted state. */
  async open(game: string, state?: unknown): Promise<void> {
    const task = this.begin();
    await this.guarded(task, () => this.sit(task, game, { state, moves: [] }, this.anew(game), null));
  }

  /** The settings for a new game. An algorithm is kept for its own game, since another may not have it. */
  private anew(game: string): Settings {
    const { settings, facts } = this.view;
    return { ...settings, seed: newSeed(), algorithm: facts?.id === game ? settings.algorithm : "" };
  }

  /**
   * Opens a pasted position or game of the present kind, or one in a file. A whole game is looked at: plyd plays no side
   * of it.
   */
  async read(source: string | File): Promise<void> {
    const { facts, index } = this.view;
    if (!facts) return;
    const task = this.begin();
    await this.guarded(task, async () => {
      const text = typeof source === "string" ? source : await contents(source, index!);
      const { soFar, tags } = await this.patient(task, () => understood(facts, text, task));
      const plays = soFar.moves.length > 0 ? [] : null;
      await this.sit(task, facts.id, soFar, this.anew(facts.id), plays);
      this.set({ tags });
    });
  }

  /** The first game: Connect Four if the server has it. */
  first(): string {
    const { games } = this.view;
    return (games.find(({ id }) => id === FIRST) ?? games[0]).id;
  }

  private async lists(task: AbortSignal): Promise<void> {
    if (this.view.games.length > 0 && this.view.index) return;
    const [{ games }, index] = await this.patient(task, () =>
      Promise.all([ask<{ games: GameSummary[] }>("/v1/games", undefined, task), ask<Index>("/v1", undefined, task)]),
    );
    this.set({ games, index });
  }

  private async sit(
    task: AbortSignal,
    id: string,
    start: SoFar,
    settings: Settings,
    plays: string[] | null,
    ply = Infinity,
  ): Promise<void> {
    const facts = await this.patient(task, () => this.factsOf(id, task));
    const end = await this.patient(task, () => describe(facts.id, asked(start), task));
    const same = this.view.facts?.id === facts.id;
    const chosen = plays ?? (same ? settings.plays : [facts.players[1]]);
    settings = { ...settings, plays: chosen.filter((side) => facts.players.includes(side)) };
    const { plies, origin } = await replay(facts, start, end, (attempt) => this.patient(task, attempt), task);
    const at = Math.max(0, Math.min(plies.length, Number.isNaN(ply) ? Infinity : Math.floor(ply)));
    const position = at < plies.length ? (plies[at - 1]?.then ?? origin) : end;
    const wells = same ? this.view.wells : await this.fall(task, facts, position);
    this.dropReview();
    this.set({
      facts,
      position,
      settings,
      start: { ...start, moves: plies.length > 0 ? [] : start.moves },
      plies,
      origin,
      at,
      values: null,
      best: null,
      turned: same ? this.view.turned : null,
      wells,
      paused: at < plies.length && settings.plays.includes(position.to_move),
      thought: null,
      exchange: null,
      tags: {},
      trouble: null,
      said: `${facts.title}. ${position.over ? ended(position.outcome) : `${name(position.to_move)} to move.`}`,
    });
    this.remember();
    await this.goOn(task);
  }

  private async factsOf(id: string, task?: AbortSignal): Promise<GameFacts> {
    const facts = this.known.get(id) ?? (await ask<GameFacts>(`/v1/games/${encodeURIComponent(id)}`, undefined, task));
    this.known.set(id, facts);
    return facts;
  }

  /** Fetches what the pictures of all games are drawn from. Without an answer there are no pictures. */
  async fillGallery(): Promise<void> {
    const { games, gallery } = this.view;
    if (gallery.size > 0) return;
    try {
      const starts = await positions(games.map(({ id }) => ({ game: id })));
      const facts = await Promise.all(games.map(({ id }) => this.factsOf(id)));
      const pictures = games.flatMap(({ id }, i) => {
        const position = starts[i];
        return position ? [[id, { facts: facts[i], position }] as const] : [];
      });
      this.set({ gallery: new Map(pictures) });
    } catch {
      // A busy server: the titles are there, and the next look asks again.
    }
  }

  /** Whether pieces fall, seen by the legal moves: those of the start, if this game is over. */
  private async fall(task: AbortSignal, { id, layout }: GameFacts, position: Position): Promise<boolean> {
    if (layout !== "cells") return false;
    const { legal_moves, files } = position.over ? await this.patient(task, () => describe(id, {}, task)) : position;
    return falls(legal_moves, files);
  }

  /** The link to the current position. */
  link(): string {
    const { facts, settings, start, plies, at } = this.view;
    if (!facts) return "#play";
    const { state, moves, draws } = plies.at(-1)?.after ?? start;
    const limits =
      settings.by === "level"
        ? { level: String(settings.level) }
        : { depth: settings.depth, nodes: settings.nodes, time: settings.time, algorithm: settings.algorithm };
    const text = link.text(state ?? start.state);
    return link.write("play", facts.id, {
      state: text,
      moves: moves.join(","),
      ply: at < plies.length && moves.length === plies.length ? String(at) : undefined,
      draws,
      plyd: settings.plays.join(",") || "none",
      ...limits,
    });
  }

  protected remember(): void {
    if (link.read(location.hash).tab === "play") history.replaceState(null, "", this.link());
  }
}
