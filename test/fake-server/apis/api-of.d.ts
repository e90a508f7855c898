import type { Dialect } from '../../../src/inference/sampling/sampler-rules.ts';
import type { Api } from './api.ts';
/** The API of a server of this dialect. */
export declare const apiOf: (dialect: Dialect) => Api;
