// The engine in the page. It answers where there is no server, and when the server has gone away.

import { Store } from "./store";

interface Loaded {
  fetch: typeof fetch;
}

type Load = (options: { onProgress: (of: { file: string; loaded: number; total: number }) => void }) => Promise<Loaded>;

/** Says where the engine is: `page/build --static` and servers that contain the engine write it into the page. */
const META = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="plyd-engine"]');

/** Whether the page is on a site without a server. */
export const HAS_NO_SERVER = META?.dataset.only !== undefined;

/** Whether the server's page has an engine to fall back on. */
export const MAY_KEEP = !!META && !HAS_NO_SERVER;

/** What the page says about its engine. */
interface EngineView {
  /** Whether the engine answers instead of the server. */
  answers: boolean;
  /** The file that is being loaded, and how much of it is. */
  file: string | null;
  share: number;
  /** Whether everything is loaded that is needed without a server. */
  kept: boolean;
}

export class PageEngine extends Store<EngineView> {
  private loaded: Promise<Loaded> | null = null;

  constructor() {
    super({ answers: HAS_NO_SERVER, file: null, share: 0, kept: false });
  }

  /** Asks the server, or the engine if it answers. A server that cannot be reached is not asked again. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    if (!this.view.answers) {
      try {
        return await fetch(path, init);
      } catch (error) {
        if (!META || init.signal?.aborted) throw error;
        // If the engine cannot be loaded either, the error is the server's.
        await this.load().catch(() => {
          throw error;
        });
        this.set({ answers: true });
      }
    }
    return (await this.load()).fetch(path, init);
  }

  /** Loads the engine and what it knows of every game, so that the server may go away. */
  async keep(): Promise<void> {
    const { fetch } = await this.load();
    const items = ["checkers", "chess", "connect-four", "othello"].map((game) => ({ op: "position", game }));
    await fetch("/v1/batch", { method: "POST", body: JSON.stringify({ items }) });
    this.set({ kept: true });
  }

  /** Loads the engine, once. */
  load(): Promise<Loaded> {
    const begin = async () => {
      const { load } = (await import(META!.content)) as { load: Load };
      return load({
        onProgress: ({ file, loaded, total }) =>
          this.set(loaded < total ? { file, share: loaded / total } : { file: null }),
      });
    };
    this.loaded ??= begin().catch((error) => {
      this.loaded = null;
      this.set({ file: null });
      throw error;
    });
    return this.loaded;
  }
}

export const engine = new PageEngine();
