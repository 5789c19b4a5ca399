import { PlydError } from "plyd";
import { type Files, type Progress } from "./files.js";
/** The worker has failed or was ended. The next call starts another one. */
export declare class EngineError extends PlydError {
    name: string;
}
/** What the worker is told. */
export type ToWorker = {
    module: WebAssembly.Module;
} | {
    method: string;
    target: string;
    body: string;
} | {
    game: string;
    data: ArrayBuffer;
};
/** What the worker says: a part of a stream, an answer, the game whose data it needs, or why it has failed. */
export type FromWorker = {
    part: string;
} | {
    status: number;
    type: string;
    text: string;
} | {
    needs: string;
} | {
    failed: string;
};
/** Runs a worker, and answers requests like `fetch`. */
export declare class Host {
    private readonly files;
    private readonly onProgress?;
    private module;
    private readonly data;
    private worker;
    /** Which worker may speak: those that were ended may still have messages under way. */
    private speaker;
    private running;
    private readonly waiting;
    constructor(files: Files, onProgress?: ((progress: Progress) => void) | undefined);
    /** Loads the module and starts the worker. */
    start(): Promise<void>;
    close(): void;
    readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
    private begin;
    private next;
    private hear;
    /** Gives the worker the data of a game, for which its request waits. */
    private give;
    /** Adds text to an answer, and begins it if it has not begun. */
    private write;
    /** Ends a request. A worker cannot be interrupted, so it ends with its request. */
    private cancel;
    private fail;
    private done;
    private stop;
}
