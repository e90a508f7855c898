import type { Backend, CompletionRequest, Usage } from '../../src/inference/backend.ts';
/** One finished reply: what was asked, and what it cost. */
export interface Reading {
    readonly request: CompletionRequest;
    readonly usage: Usage;
}
/** The backend, adding what each finished reply cost to the readings. */
export declare const recorded: (backend: Backend, readings: Reading[]) => Backend;
