import type { CompletionEvent } from '../../src/inference/backend.ts';
import type { Dialect } from '../../src/inference/sampling/sampler-rules.ts';
import type { Framing, StreamReader } from '../../src/inference/transport/request.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
/** The bytes of one reply, and how they are read. */
export interface Recording {
    readonly bytes: Uint8Array;
    readonly framing: () => Framing;
    readonly reader: () => StreamReader;
}
/** Records the few tokens that a served understudy of this dialect sends, and what it thinks before. */
export declare const record: (dialect: Dialect, chat: boolean, serve: FakeServerOptions) => Promise<Recording>;
/** What a reply says of these bytes; a fault or an end that did not come is `failed`. */
export declare const replay: (recording: Recording, chunks: Iterable<Uint8Array>) => CompletionEvent[];
