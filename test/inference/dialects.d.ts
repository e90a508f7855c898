import type { Backend } from '../../src/inference/backend.ts';
import type { Dialect } from '../../src/inference/sampling/sampler-rules.ts';
import { type OpenAiOptions } from '../../src/inference/servers/openai.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
/** A server to be spoken with, and over which of its endpoints. */
export interface Endpoint {
    readonly dialect: Dialect;
    readonly chat?: boolean;
}
export declare const completions: readonly Dialect[];
/** Every server besides llama.cpp's, as a row of a table: title, endpoint. */
export declare const endpoints: readonly [string, Endpoint][];
/** The client of this endpoint; servers of OpenAI's API are told apart by `dialect`, not by a probe. */
export declare const clientOf: ({ dialect, chat }: Endpoint, url: string, client?: Partial<OpenAiOptions>) => Backend;
/** Runs `work` with a client of a fake server with this endpoint, and closes it. */
export declare const withEndpoint: <T>(endpoint: Endpoint, serve: FakeServerOptions, work: (backend: Backend, url: string) => Promise<T>, client?: Partial<OpenAiOptions>) => Promise<T>;
/** What the understudy says to `ask()` over this endpoint. */
export declare const spokenOver: ({ dialect }: Endpoint) => Promise<string>;
