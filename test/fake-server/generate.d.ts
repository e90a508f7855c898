import type { ServerResponse } from 'node:http';
import type { HttpResponse } from './apis/api.ts';
import type { FaultMode } from './faults.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { ServerState } from './server-state.ts';
/** Where a generation goes, when it is over, and what goes wrong with it. */
export interface Connection {
    readonly response: ServerResponse;
    /** Aborts when the client disconnects or the server closes. */
    readonly signal: AbortSignal;
    readonly fault: FaultMode | null;
    readonly afterTokens: number;
}
/** Answers a request for a generation, unless it returns a response that says why not. Rejects when it is aborted. */
export declare const generate: (state: ServerState, request: GenerationRequest, connection: Connection) => Promise<HttpResponse | null>;
