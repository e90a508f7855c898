import type { Api } from './api.ts';
/** llama.cpp's own /completion. */
export declare const llamaCppApi: Api;
