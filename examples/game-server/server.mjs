// A game server to copy from: rooms, clocks, draw offers and takebacks for any game that plyd knows.
//
// The server keeps the games; plyd keeps the rules. A move is legal, and a game is over, if plyd's `position` says so.
//
// usage: node server.mjs     (PORT, 8090 if not set; PLYD_URL, http://127.0.0.1:8080 if not set)

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { Client } from "plyd";
import { WebSocketServer } from "ws";

const PAGE = new URL("page.html", import.meta.url);

/** The largest message of a player, the most rooms, and the time after which an empty one is forgotten. */
const [MAX_MESSAGE, MAX_ROOMS, FORGOTTEN_MS] = [4096, 1000, 60_000];

/** The clock of a room whose first player asks for none. */
const CLOCK = { base_ms: 300_000, increment_ms: 3_000 };

/** A game between two players, who sit down in the order in which they come. */
class Room {
  players = [];
  moves = [];
  /** The moves as people write them. */
  labels = [];
  /** Times at which moves began, and what was left then: a takeback gives the time back. */
  past = [];
  offer = null;
  takeback = null;
  result = null;
  timer = null;
  /** Messages are handled one after the other, since plyd is asked in between. */
  queue = Promise.resolve();

  constructor(plyd, name, game, clock) {
    Object.assign(this, { plyd, name, game, clock, left: [clock.base_ms, clock.base_ms] });
  }

  async begin() {
    this.about = await this.plyd.game(this.game);
    this.position = await this.plyd.position(this.about.id);
    return this;
  }

  get turn() {
    return this.about.players.indexOf(this.position.to_move);
  }

  get isOn() {
    return this.result === null && this.players.length === 2;
  }

  /** Seats a player; whoever comes third watches. A seat whose player has left is taken again. */
  join(socket) {
    const free = [0, 1].find((seat) => !this.players[seat] || this.players[seat].readyState > 1);
    if (free !== undefined) this.players[free] = socket;
    socket.seat = free ?? null;
    if (this.isOn && this.since === undefined) this.start();
  }

  /** Starts the clock of the side to move. */
  start() {
    this.since = Date.now();
    clearTimeout(this.timer);
    if (this.isOn) this.timer = setTimeout(() => this.act(() => this.flag()), this.left[this.turn] + 5);
  }

  flag() {
    if (!this.isOn || this.now()[this.turn] > 0) return;
    this.left[this.turn] = 0;
    this.end(1 - this.turn, "time");
  }

  /** What both have left now. */
  now() {
    const left = [...this.left];
    if (this.isOn && this.since !== undefined) left[this.turn] -= Date.now() - this.since;
    return left;
  }

  end(winner, reason) {
    clearTimeout(this.timer);
    this.left = this.now();
    this.result = { winner: winner === null ? null : this.about.players[winner], reason };
  }

  async move(seat, name) {
    if (!this.isOn || seat !== this.turn) throw new Error("it is not your turn");
    // The time of a player ends when the move arrives, however long plyd takes to check it.
    const left = this.now();
    if (left[seat] <= 0) return this.flag();
    const position = await this.plyd.position(this.about.id, { moves: [...this.moves, name] });
    this.past.push([...this.left]);
    left[seat] += this.clock.increment_ms;
    this.left = left;
    const played = this.position.legal_moves.find(({ move, label }) => name === move || name === label);
    this.moves.push(name);
    this.labels.push(played?.label ?? name);
    this.last = played?.cells;
    this.position = position;
    // An offer stands until the other side has moved.
    if (this.offer !== seat) this.offer = null;
    this.takeback = null;
    if (position.over) {
      const { winner, reason } = position.outcome;
      this.since = undefined;
      this.end(winner === null ? null : this.about.players.indexOf(winner), reason);
    } else this.start();
  }

  draw(seat) {
    if (!this.isOn) return;
    if (this.offer === 1 - seat) this.end(null, "agreement");
    else this.offer = seat;
  }

  resign(seat) {
    if (this.isOn) this.end(1 - seat, "resignation");
  }

  decline(seat) {
    if (this.offer === 1 - seat) this.offer = null;
    if (this.takeback === 1 - seat) this.takeback = null;
  }

  /** Asks to take back the own last move, or allows the other side's wish. */
  async undo(seat) {
    if (!this.isOn || this.moves.length === 0) return;
    if (this.takeback !== 1 - seat) return void (this.takeback = seat);
    const asking = 1 - seat;
    const count = this.turn === asking ? 2 : 1;
    if (count > this.moves.length) throw new Error("there is no move to take back");
    const position = await this.plyd.position(this.about.id, { moves: this.moves.slice(0, -count) });
    this.moves.splice(-count);
    this.labels.splice(-count);
    this.last = null;
    this.left = this.past.splice(-count)[0];
    this.position = position;
    [this.offer, this.takeback] = [null, null];
    this.start();
  }

  /** Does something when all that came before is done, and then tells everybody how things are. */
  act(what, socket) {
    this.queue = this.queue.then(what).then(
      () => this.tell(),
      (error) => socket?.send(JSON.stringify({ type: "error", detail: error.message })),
    );
  }

  tell() {
    const { moves, labels, last, offer, takeback, result, position, clock } = this;
    const { pieces, sides, layout } = this.about;
    const state = { type: "state", room: this.name, moves, labels, last, offer, takeback, result, position, clock };
    Object.assign(state, { on: this.isOn, pieces, sides, layout });
    Object.assign(state, { game: this.about.id, players: this.about.players, turn: this.turn, left: this.now() });
    for (const socket of this.sockets) socket.send(JSON.stringify({ ...state, seat: socket.seat }));
  }

  sockets = new Set();
}

/** Starts the server. Resolves to it when it listens. */
export async function serve({ port = 8090, plyd: url } = {}) {
  const rooms = new Map();
  // While plyd is busy or being restarted, moves wait for up to 30 s until they can be checked.
  const plyd = new Client(url, { timeoutMs: 5_000, retry: { attempts: 10, withinMs: 30_000 } });

  async function room({ room: name, game = "chess", clock = CLOCK }) {
    const known = rooms.get(name);
    if (known) return known;
    const times = [clock.base_ms, clock.increment_ms];
    if (
      typeof name !== "string" ||
      name.length > 40 ||
      !times.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= 1e8)
    )
      throw new Error("expected a room of up to 40 letters, and a clock in milliseconds");
    if (rooms.size >= MAX_ROOMS) throw new Error("there are too many rooms");
    const made = new Room(plyd, name, String(game), clock).begin();
    rooms.set(name, made);
    made.catch(() => rooms.delete(name));
    return made;
  }

  function forget(room) {
    setTimeout(() => {
      if (room.sockets.size > 0) return;
      clearTimeout(room.timer);
      rooms.delete(room.name);
    }, FORGOTTEN_MS).unref();
  }

  const http = createServer(async (request, response) => {
    const path = request.url.split("?")[0];
    if (path === "/games") {
      const games = await plyd.games({ retry: { attempts: 1 } }).catch(() => [{ id: "chess", title: "Chess" }]);
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ games }));
    }
    if (path !== "/") return response.writeHead(404).end("not found\n");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(await readFile(PAGE));
  });
  const sockets = new WebSocketServer({ server: http, maxPayload: MAX_MESSAGE });
  sockets.on("connection", (socket) => {
    let at = null;
    socket.on("error", () => socket.terminate());
    socket.on("message", async (data) => {
      try {
        const message = JSON.parse(data);
        if (message.type === "join") {
          if (at) throw new Error("you are in a room");
          at = await room(message);
          at.sockets.add(socket);
          return at.act(() => at.join(socket));
        }
        const { seat } = socket;
        if (!at || seat === null) throw new Error("only players may do that");
        const acts = {
          move: () => at.move(seat, String(message.move)),
          draw: () => at.draw(seat),
          resign: () => at.resign(seat),
          takeback: () => at.undo(seat),
          decline: () => at.decline(seat),
        };
        if (!Object.hasOwn(acts, message.type)) throw new Error(`expected join, ${Object.keys(acts).join(", ")}`);
        at.act(acts[message.type], socket);
      } catch (error) {
        socket.send(JSON.stringify({ type: "error", detail: error.message }));
      }
    });
    socket.on("close", () => {
      at?.sockets.delete(socket);
      if (at?.sockets.size === 0) forget(at);
    });
  });
  await new Promise((resolve, reject) => http.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `ws://127.0.0.1:${http.address().port}`,
    close: () => (sockets.clients.forEach((socket) => socket.terminate()), http.close()),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { url } = await serve({ port: Number(process.env.PORT ?? 8090), plyd: process.env.PLYD_URL });
  console.log(`Play at ${url.replace("ws", "http")}/`);
}
