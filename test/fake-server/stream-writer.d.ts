import type { ServerResponse } from 'node:http';
import type { Api, Value } from './apis/api.ts';
/** Legal but unusual ways to cut and write a stream of events. */
export declare const chunkings: readonly ['plain', 'byte', 'crlf', 'comments', 'unterminated', 'merged'];
/** One of them. */
export type Chunking = (typeof chunkings)[number];
/** Writes a stream of values to an open response, framed as the API does and cut as `chunking` says. */
export declare class StreamWriter {
    #private;
    constructor(response: ServerResponse, chunking: Chunking, api: Api);
    write(value: Value): void;
    /** A sign of life that says nothing. */
    ping(): void;
    /** Resolves when all that was written is on its way. */
    flush(): Promise<void>;
    /** Writes the last values and ends the response. */
    end(values: readonly Value[]): void;
    /** Ends the response without a last event. */
    close(): void;
}
