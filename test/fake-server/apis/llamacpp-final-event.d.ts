import type { GenerationRequest } from '../generation-request.ts';
import type { FinishedGeneration } from './api.ts';
/** llama.cpp's last event, or its whole answer without streaming, cut down to the fields asked for. */
export declare const finalEvent: (request: GenerationRequest, finished: FinishedGeneration) => Record<string, unknown>;
