// A bot in a process that the tests kill and start again. It prints its place, and then how its match ended.
//
// usage: node sitting.mjs BOARDGAME_URL PLYD_URL MATCH [PLACE]; with `STUCK` in the environment it never moves.

import { createRequire } from "node:module";
import { Client } from "plyd";
import { plydServerBot } from "plyd-boardgame.io";
import { TicTacToe, ticTacToe } from "./games.mjs";

const require = createRequire(import.meta.url);
const boardgame = { ...require("boardgame.io/client"), ...require("boardgame.io/multiplayer") };
const [server, plyd, matchID, place = "{}"] = process.argv.slice(2);

const bot = plydServerBot(boardgame, {
  ...ticTacToe,
  client: new Client(plyd),
  server,
  rules: TicTacToe,
  search: { depth: 9 },
  async onAdvice() {
    if (!process.env.STUCK) return;
    console.log("thinks");
    await new Promise(() => {});
  },
});
const seat = await bot.join(matchID, JSON.parse(place));
const { playerID, credentials } = seat;
console.log(JSON.stringify({ playerID, credentials }));
console.log(await seat.ended);
process.exit();
