import type { Backend, CompletionRequest, Usage } from '../../src/inference/backend.ts';
import type { Heard } from '../inference/replies.ts';
/** So many lines about something, each a little different. */
export declare const story: (lines: number, about?: string) => string;
/** Someone who has not asked before. */
export declare const stranger: () => string;
/** A request, by default of a stranger. */
export declare const ask: (prompt: string, over?: Partial<CompletionRequest> & {
    owner?: string;
}) => CompletionRequest;
/** What a finished reply cost. */
export declare const usageOf: ({ end }: Heard) => Usage;
/** Tokens of one text. */
export declare const countBy: (backend: Backend, text: string) => Promise<number>;
