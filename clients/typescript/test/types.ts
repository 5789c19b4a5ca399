// Compiled but never run: what the types allow, and what they reject.

import { type BatchItem, Client, type Position, type Search } from "plyd";

const plyd = new Client("http://plyd.test");

export async function types(): Promise<void> {
  const { move, next, score }: Search = await plyd.search("chess", { moves: ["e4"], level: 5, seed: 1 });
  const name: string | null = move;
  await plyd.search("chess", { ...next, depth: 3, multi_pv: "all" });
  await plyd.search("tree", { state: { side: "max", children: { left: 3, right: [1, 2] } } });
  await plyd.search("a-game-of-ones-own", { algorithm: null });
  // @ts-expect-error: a field that there is not
  await plyd.search("chess", { dept: 3 });
  // @ts-expect-error: an algorithm that there is not
  await plyd.search("chess", { algorithm: "alphabeta" });
  // @ts-expect-error: a field of searches
  await plyd.position("chess", { depth: 3 });
  // @ts-expect-error: a move may be none
  const certain: string = move;
  // @ts-expect-error: an outcome that there is not
  const won = score.outcome === "won";

  const [found, described, reviewed] = await plyd.batch([
    { op: "search", game: "chess", moves: ["e2e4"], depth: 2 },
    { op: "position", game: "bones", state: "21" },
    { op: "review", game: "chess", moves: "e4 e5" },
  ]);
  void reviewed.answer?.plies;
  if (found.error === null) {
    const search: Search = found.answer;
    // @ts-expect-error: a search is no position
    const position: Position = found.answer;
    void [search, position];
  }
  const position: Position | null = described.answer;
  // @ts-expect-error: an operation that there is not
  await plyd.batch([{ op: "solve", game: "chess" }]);

  const items: BatchItem[] = [];
  for (const { answer, error } of await plyd.batch(items)) void [answer, error?.code];
  for await (const { index, answer } of plyd.batchStream([{ op: "position", game: "chess" }])) {
    const board: Position | null = answer;
    void [index, board];
  }
  for await (const told of plyd.searchStream("chess")) {
    if (told.event === "result") void told.data.next;
    // @ts-expect-error: progress has no next
    else void told.data.next;
  }
  const { plies } = await plyd.review("chess", { moves: "e4" }, { onPly: ({ loss }) => void loss });
  const verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | null = plies[0]!.verdict;
  const hint = await plyd.hint("chess", { moves: "e4", stage: 2, wait_ms: 1000 });
  const [code, best]: [string | undefined, string | null] = [hint.facts[0]?.code, hint.move];
  void [code, best];
  // @ts-expect-error: a field that there is not
  await plyd.review("chess", { moves: "e4", multi_pv: 2 });
  for await (const told of plyd.reviewStream("chess", { record: "1. e4" })) {
    if (told.event === "summary") void told.data.sides;
    // @ts-expect-error: a ply has no sides
    else void told.data.sides;
  }
  void [name, certain, won, position, verdict];
}
