// plyd plays itself through the client that @hey-api/openapi-ts makes.
import { client } from "./hey-api-client/client.gen.js";
import { searchPosition, type SearchRequest } from "./hey-api-client/index.js";

client.setConfig({ baseUrl: process.env.PLYD_URL });
let request: SearchRequest = { depth: 9 };
for (let moves = 1; moves <= 9; moves++) {
  const { data, error } = await searchPosition({ path: { game: "tic-tac-toe" }, body: request });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  if (!data?.after || !data.next) throw new Error("an answer without a move");
  if (data.after.over) {
    if (!data.after.outcome) throw new Error("a finished game without an outcome");
    console.log(`${moves} moves, ${data.after.outcome.winner ?? "draw"}`);
    break;
  }
  // One side at full depth, the other at the highest level.
  request = { ...data.next, ...(moves % 2 ? { level: 10, seed: 1 } : { depth: 9 }) };
}
