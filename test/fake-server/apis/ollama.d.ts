import { type Api } from './api.ts';
/** Ollama's raw /api/generate, in lines of JSON. */
export declare const ollamaApi: Api;
