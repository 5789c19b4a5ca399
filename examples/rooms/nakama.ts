// A match handler of Nakama for any game of plyd: a person against plyd, which also knows the rules.
//
// Nakama's runtime has no promises: a request to plyd blocks its own match, and no other. plyd's address is `PLYD_URL` in Nakama's
// `runtime.env`. This file is checked by the compiler, and has not been run by a Nakama server.

const TICKS_PER_SECOND = 2;
/** Moves and answers to them. `data` is JSON. */
const MOVE = 1;
const REFUSED = 2;
const END = 3;

interface Match {
  game: string;
  level: number;
  seed: number;
  moves: string[];
  /** The person, who has the first move, and the person's side. */
  person: nkruntime.Presence | null;
  side: string;
  toMove: string;
  /** plyd's move, which is made when a person would have made it. Without a move, plyd is asked again then. */
  planned: { move: string | null; tick: number } | null;
  end: string | null;
  emptySince: number | null;
}

/** What the handler reads of plyd's answers. */
interface Answer {
  to_move: string;
  move: string | null;
  outcome: { winner: string | null; reason: string } | null;
  advice?: { resign: boolean; claim_draw: { reason: string } | null; think_ms: number };
}

/** plyd's answer, or why there is none. */
type Told = { answer: Answer; refused?: undefined } | { answer?: undefined; refused: string };

/** The time until plyd is asked again, if it is busy or being restarted. Waiting for it would block the match. */
const AGAIN = 5 * TICKS_PER_SECOND;

/** Asks plyd, and waits for its answer: at most three seconds, of which the search takes one. */
function ask(
  ctx: nkruntime.Context,
  nk: nkruntime.Nakama,
  { game, moves, level, seed }: Pick<Match, "game" | "moves" | "level" | "seed">,
  operation: "position" | "search",
  more: string[] = [],
): Told {
  const url = `${ctx.env["PLYD_URL"] ?? "http://127.0.0.1:8080"}/v1/games/${game}/${operation}`;
  const position = { moves: moves.concat(more), draws: "automatic" };
  const search = { level, seed, time_ms: 1000, wait_ms: 1500, with: ["advice"] };
  const body = JSON.stringify(operation === "search" ? { ...position, ...search } : position);
  try {
    const { code, body: text } = nk.httpRequest(url, "post", { "content-type": "application/json" }, body, 3000);
    const told = JSON.parse(text);
    return code === 200 ? { answer: told } : { refused: told.detail };
  } catch (error) {
    // There is no connection, or a proxy answers with HTML.
    return { refused: `plyd does not answer: ${error}` };
  }
}

function ended({ winner, reason }: { winner: string | null; reason: string }): string {
  return winner === null ? `draw: ${reason}` : `${winner} wins: ${reason}`;
}

function finish(dispatcher: nkruntime.MatchDispatcher, match: Match, end: string): void {
  match.end = end;
  match.planned = null;
  dispatcher.broadcastMessage(END, JSON.stringify({ end }));
}

/** Makes a move, if plyd says that it is legal. Otherwise returns the reason. */
function play(
  ctx: nkruntime.Context,
  nk: nkruntime.Nakama,
  dispatcher: nkruntime.MatchDispatcher,
  match: Match,
  move: string,
): string | null {
  const { answer, refused } = ask(ctx, nk, match, "position", [move]);
  if (!answer) return refused;
  match.moves.push(move);
  match.toMove = answer.to_move;
  dispatcher.broadcastMessage(MOVE, JSON.stringify({ move, moves: match.moves }));
  if (answer.outcome) finish(dispatcher, match, ended(answer.outcome));
  return null;
}

/** Lets plyd choose its move. */
function think(
  ctx: nkruntime.Context,
  nk: nkruntime.Nakama,
  dispatcher: nkruntime.MatchDispatcher,
  match: Match,
  tick: number,
): void {
  const { answer } = ask(ctx, nk, match, "search");
  if (!answer?.advice) {
    match.planned = { move: null, tick: tick + AGAIN };
    return;
  }
  const { move, advice } = answer;
  if (advice.claim_draw) finish(dispatcher, match, `draw: ${advice.claim_draw.reason}`);
  else if (advice.resign) finish(dispatcher, match, "plyd resigned");
  else match.planned = { move, tick: tick + Math.ceil((advice.think_ms / 1000) * TICKS_PER_SECOND) };
}

const handler: nkruntime.MatchHandler<Match> = {
  matchInit(ctx, _logger, nk, params) {
    const game = String(params["game"] ?? "connect-four");
    const level = Number(params["level"] ?? 4);
    const begun = { game, level, seed: Math.floor(Math.random() * 2 ** 32), moves: [] };
    const { answer, refused } = ask(ctx, nk, begun, "position");
    if (!answer) throw new Error(refused);
    const side = answer.to_move;
    const state: Match = {
      ...begun,
      side,
      toMove: side,
      person: null,
      planned: null,
      end: null,
      emptySince: 0,
    };
    return { state, tickRate: TICKS_PER_SECOND, label: game };
  },

  // The same person may come back; nobody else may join.
  matchJoinAttempt(_ctx, _logger, _nk, _dispatcher, _tick, state, presence) {
    const accept = state.person === null || state.person.userId === presence.userId;
    return { state, accept, ...(!accept && { rejectMessage: "somebody plays here" }) };
  },

  matchJoin(_ctx, _logger, _nk, dispatcher, _tick, state, presences) {
    state.person = presences[0]!;
    state.emptySince = null;
    dispatcher.broadcastMessage(MOVE, JSON.stringify({ move: null, moves: state.moves }), presences);
    return { state };
  },

  matchLeave(_ctx, _logger, _nk, _dispatcher, tick, state) {
    state.emptySince = tick;
    return { state };
  },

  matchLoop(ctx, logger, nk, dispatcher, tick, state, messages) {
    // Nobody has been here for a minute.
    if (state.emptySince !== null && tick - state.emptySince > 60 * TICKS_PER_SECOND) return null;
    if (state.end !== null) return { state };
    try {
      const { planned } = state;
      if (planned && tick >= planned.tick) {
        state.planned = null;
        const refused = planned.move !== null && play(ctx, nk, dispatcher, state, planned.move);
        if (refused) state.planned = { ...planned, tick: tick + AGAIN };
      }
      for (const { opCode, data, sender } of messages) {
        if (opCode !== MOVE || state.toMove !== state.side || sender.userId !== state.person?.userId) continue;
        const { move } = JSON.parse(nk.binaryToString(data)) as { move: unknown };
        const detail = state.end === null && play(ctx, nk, dispatcher, state, String(move));
        if (detail) dispatcher.broadcastMessage(REFUSED, JSON.stringify({ move, detail }));
      }
      if (state.end === null && state.toMove !== state.side && !state.planned) think(ctx, nk, dispatcher, state, tick);
    } catch (error) {
      logger.error("plyd: %s", String(error));
    }
    return { state };
  },

  matchTerminate: (_ctx, _logger, _nk, _dispatcher, _tick, state) => ({ state }),
  matchSignal: (_ctx, _logger, _nk, _dispatcher, _tick, state, data) => ({ state, data }),
};

/** Nakama calls it by its name when it loads the module. */
function InitModule(
  _ctx: nkruntime.Context,
  _logger: nkruntime.Logger,
  _nk: nkruntime.Nakama,
  initializer: nkruntime.Initializer,
): void {
  initializer.registerMatch("plyd", handler);
  initializer.registerRpc("new_match", (_context, _log, nakama, payload) =>
    JSON.stringify({ match: nakama.matchCreate("plyd", JSON.parse(payload || "{}")) }),
  );
}
