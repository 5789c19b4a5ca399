import type { JSX } from "preact";
import { Bar } from "./Bar";
import { engine, HAS_NO_SERVER } from "./engine";
import { useStore } from "./store";

/** What is loaded, and that the page plays on without its server. */
export function EngineNotice(): JSX.Element | null {
  const { answers, file, share } = useStore(engine);
  if (file !== null) {
    return (
      <div class="engine-notice" role="status">
        <span>{file === "plyd.wasm" ? "Loading the engine." : `Loading what the engine knows of ${game(file)}.`}</span>
        <Bar role="progressbar" label="Progress of loading" share={share} />
      </div>
    );
  }
  if (!answers || HAS_NO_SERVER) return null;
  return (
    <div class="engine-notice" role="status">
      The server has gone away. The engine in this page plays on; reload the page to ask the server again.
    </div>
  );
}

const game = (file: string): string => file.replace(/\.bin$/, "");
