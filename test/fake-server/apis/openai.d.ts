import type { Dialect } from '../../../src/inference/sampling/sampler-rules.ts';
import { type Api } from './api.ts';
/** OpenAI's completions and chat completions as this server speaks them. */
export declare const openAiApi: (dialect: Dialect) => Api;
