import { type FakeServerOptions } from './server-state.ts';
/** A running server. `close` drops every connection and resolves when nothing is left. */
export interface FakeServer {
    readonly url: string;
    close(): Promise<void>;
}
/** Speaks a model server's HTTP API on 127.0.0.1, and nowhere else. Rejects with SottoError `port_unusable`. */
export declare const startFakeServer: (options?: FakeServerOptions) => Promise<FakeServer>;
