// Bots for boardgame.io that ask plyd. They import types only: the caller passes both libraries in.

export { plydBot, type PlydBotOptions } from "./bot.js";
export {
  plydServerBot,
  type Boardgame,
  type End,
  type Place,
  type PlydServerBotOptions,
  type Seat,
  type ServerBot,
} from "./server.js";
