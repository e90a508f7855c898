import type { Dialect } from '../../../src/inference/sampling/sampler-rules.ts';
import type { Api } from './api.ts';
/** What a server of OpenAI's API answers besides completions. */
export declare const openAiRoutes: (dialect: Dialect) => Api['routes'];
