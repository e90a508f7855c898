import type { Handler } from './api.ts';
/** llama.cpp's answers to everything but /completion. */
export declare const llamaCppRoutes: Readonly<Record<string, Handler>>;
