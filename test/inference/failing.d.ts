import { type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import type { CompletionRequest } from '../../src/inference/backend.ts';
import { type LlamaCppOptions } from '../../src/inference/servers/llamacpp.ts';
import type { FaultOptions } from '../fake-server/faults.ts';
import { type Heard } from './replies.ts';
/** A reply from a served understudy that goes wrong. */
export declare const failing: (fail: FaultOptions, client?: Partial<LlamaCppOptions>) => Promise<Heard>;
/** The code of the failure, else the type of the end. */
export declare const codeOf: ({ end }: Heard) => string;
/** The message of the failure, else nothing. */
export declare const messageOf: ({ end }: Heard) => string;
/** Runs `work` with the address of a server of any kind, and closes it. */
export declare const withListener: <T>(server: Server, work: (url: string) => Promise<T>) => Promise<T>;
/** A reply asked of an HTTP server that answers as `listener` does. */
export declare const answered: (listener: RequestListener, client?: Partial<LlamaCppOptions>, request?: CompletionRequest) => Promise<Heard>;
