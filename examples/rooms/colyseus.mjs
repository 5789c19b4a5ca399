// A room of Colyseus for any game of plyd. plyd knows the rules, and takes the seat that nobody has taken.
//
//     new Server(…).define("board", PlydRoom)
//     client.joinOrCreate("board", { game: "connect-four", level: 4 })
//
// The state has the moves so far. A player sends `move` with one of plyd's move names, `resign`, or `draw`.

import { ArraySchema, schema } from "@colyseus/schema";
import { CloseCode, Room } from "colyseus";
import { Client } from "plyd";

const Match = schema({
  game: "string",
  moves: ["string"],
  /** Who is to move: one of the game's players. */
  toMove: "string",
  /** The session of each player; `plyd` for plyd itself. */
  seats: { map: "string" },
  /** How the match ended, in a sentence; empty while it goes on. */
  end: "string",
});

export class PlydRoom extends Room {
  maxClients = 2;
  /** Asks again for up to 30 s while plyd is busy or being restarted. */
  plyd = new Client(process.env.PLYD_URL, { retry: { attempts: 10, withinMs: 30_000 } });
  /** Ends plyd's thinking when the room is disposed of, or the match is over. */
  over = new AbortController();

  async onCreate({ game = "connect-four", level = 4, waitMs = 5_000 }) {
    const { players } = await this.plyd.game(game);
    Object.assign(this, { players, level, waitMs, seed: Math.floor(Math.random() * 2 ** 32) });
    this.state = new Match().assign({ game, moves: new ArraySchema(), toMove: players[0], end: "" });
    this.onMessage("move", (client, move) => this.own(client) && this.play(String(move), client));
    this.onMessage("resign", (client) => this.finish(`${this.sideOf(client.sessionId)} resigned`));
    // plyd accepts a draw, or not, with its next advice.
    this.onMessage("draw", () => (this.drawOffered = true));
  }

  onJoin(client) {
    this.sit(client.sessionId);
    // Who waits for an opponent gets plyd.
    this.clock.setTimeout(() => this.state.seats.size < 2 && this.sit("plyd"), this.waitMs);
  }

  async onLeave(client, code) {
    // A closed laptop may come back within a minute. Until then plyd waits.
    if (code === CloseCode.CONSENTED || this.state.end) return this.finish(`${this.sideOf(client.sessionId)} left`);
    await this.allowReconnection(client, 60).catch(() => this.finish(`${this.sideOf(client.sessionId)} left`));
  }

  onDispose() {
    this.over.abort();
  }

  sit(session) {
    const side = this.players.find((player) => !this.state.seats.has(player));
    if (side === undefined) return;
    this.state.seats.set(side, session);
    // With plyd the room is full.
    if (session === "plyd") this.lock();
    void this.think();
  }

  sideOf(session) {
    return this.players.find((player) => this.state.seats.get(player) === session);
  }

  own(client) {
    return !this.state.end && this.sideOf(client.sessionId) === this.state.toMove;
  }

  finish(end) {
    if (this.state.end) return;
    this.state.end = end;
    this.over.abort();
  }

  /** Plays a person's move, if plyd says that it is legal. */
  async play(move, client) {
    const before = this.state.moves.length;
    try {
      const moves = [...this.state.moves, move];
      const { to_move, outcome } = await this.plyd.position(this.state.game, { moves, draws: "automatic" });
      // Of two moves that were sent at once, the first one counts.
      if (this.state.moves.length === before) this.show(move, to_move, outcome);
    } catch (error) {
      client.send("refused", error.message);
    }
  }

  show(move, toMove, outcome) {
    this.state.moves.push(move);
    this.state.toMove = toMove;
    if (outcome)
      this.finish(outcome.winner === null ? `draw: ${outcome.reason}` : `${outcome.winner} wins: ${outcome.reason}`);
    else void this.think();
  }

  /** Lets plyd move, if it is its turn. */
  async think() {
    const { game, seats, toMove } = this.state;
    const moves = [...this.state.moves];
    if (seats.get(toMove) !== "plyd" || this.state.end) return;
    const began = Date.now();
    const { level, seed, plyd } = this;
    const question = { moves, draws: "automatic", level, seed, with: ["advice"] };
    try {
      const { move, after, outcome, advice } = await plyd.search(game, question, { signal: this.over.signal });
      if (advice.claim_draw) return this.finish(`draw: ${advice.claim_draw.reason}`);
      if (this.drawOffered && advice.accept_draw) return this.finish("draw: agreed");
      if (advice.resign) return this.finish(`${toMove} resigned`);
      this.drawOffered = false;
      if (advice.offer_draw) this.broadcast("draw", toMove);
      const act = () => !this.state.end && this.show(move, after.to_move, after.outcome ?? outcome);
      this.clock.setTimeout(act, Math.max(0, advice.think_ms - (Date.now() - began)));
    } catch (error) {
      if (this.over.signal.aborted) return;
      console.error("plyd has no move:", error.message);
      this.clock.setTimeout(() => this.think(), 5_000);
    }
  }
}
