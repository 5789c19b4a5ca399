// A worker without an engine, which does what the path of a request says.

import { parentPort } from "node:worker_threads";

let given = false;
const answer = (text) =>
  parentPort.postMessage({
    status: 200,
    type: "application/json",
    text: JSON.stringify(text),
  });

parentPort.on("message", (message) => {
  if ("module" in message) return;
  if ("game" in message) {
    given = true;
    return answer({ game: message.game, bytes: message.data.byteLength });
  }
  const { method, target, body } = message;
  if (target === "/fail") throw new Error("no memory is left");
  else if (target === "/panic") parentPort.postMessage({ failed: "unreachable" });
  else if (target === "/data" && !given) parentPort.postMessage({ needs: "chess" });
  else if (target === "/nothing") parentPort.postMessage({ needs: "othello" });
  else if (target === "/stream") for (const part of ["one\n", "two\n"]) parentPort.postMessage({ part });
  else if (target !== "/never") answer({ method, target, body });
});
