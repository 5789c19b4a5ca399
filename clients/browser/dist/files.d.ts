/** How much of a file is loaded, in bytes. */
export interface Progress {
    file: string;
    loaded: number;
    total: number;
}
/** Where the files are. */
export interface Files {
    wasm: URL;
    worker: URL;
    data: Record<string, URL>;
}
/** The files in a folder, or as they are in the package. */
export declare const FILES: (folder?: string | URL) => Files;
/** Reads a file, over HTTP or from a disk. */
export declare function read(url: URL, name: string, onProgress?: (progress: Progress) => void): Promise<ArrayBuffer>;
