// The bindings that wasm-bindgen writes, for type checks on machines that have not built them.

export class Engine {
  answer(method: string, target: string, body: string, on_part: Function): Reply;
  give(game: string, data: Uint8Array): void;
}

export class Reply {
  private constructor();
  free(): void;
  readonly status: number;
  readonly media_type: string;
  readonly text: string;
}

export function initSync(options: { module: WebAssembly.Module }): unknown;
