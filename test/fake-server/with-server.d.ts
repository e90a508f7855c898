import type { FakeServerOptions } from './server-state.ts';
/** Any JSON object. */
export type Fields = Record<string, unknown>;
/** Runs `work` with the address of a fake server, and closes it. */
export declare const withServer: <T>(options: FakeServerOptions, work: (url: string) => Promise<T>) => Promise<T>;
/** POSTs JSON, or a string as it is. */
export declare const post: (url: string, body: unknown, init?: RequestInit) => Promise<Response>;
/** The answer of /completion without streaming. */
export declare const complete: (url: string, fields?: Fields) => Promise<Fields>;
/** The events of a stream. */
export declare const events: (text: string) => Fields[];
