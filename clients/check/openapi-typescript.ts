// plyd plays itself through openapi-fetch, with the types that openapi-typescript makes.
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi-typescript-client.js";

const client = createClient<paths>({ baseUrl: process.env.PLYD_URL });
let request: components["schemas"]["SearchRequest"] = { depth: 9 };
for (let moves = 1; moves <= 9; moves++) {
  const { data, error } = await client.POST("/v1/games/{game}/search", {
    params: { path: { game: "tic-tac-toe" } },
    body: request,
  });
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
