/** Ways in which a model server goes wrong. */
export type FaultMode = 'loading' | 'hang' | 'stall' | 'die' | 'error' | 'html' | 'eof' | '500' | '401';

/** What goes wrong, when, and how often. */
export interface FaultOptions {
  readonly mode: FaultMode;
  /** `stall`, `die`, `error` and `eof` strike after this many tokens. Default 3. */
  readonly afterTokens?: number;
  /** Only the first so many requests are struck. Default: all. */
  readonly requests?: number;
}

/** An answer that replaces the proper one. */
export interface CannedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A JSON answer with llama.cpp's error object; `more` are further fields of it. */
export const errorAnswer = (
  status: number,
  type: string,
  message: string,
  more: object = {},
): CannedAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ error: { code: status, message, type, ...more } }),
});

const canned: Partial<Record<FaultMode, CannedAnswer>> = {
  loading: errorAnswer(503, 'unavailable_error', 'Loading model'),
  html: {
    status: 200,
    contentType: 'text/html',
    body: '<!doctype html><title>Router</title><h1>Welcome</h1>',
  },
  '500': errorAnswer(500, 'server_error', 'Out of memory'),
  '401': errorAnswer(401, 'authentication_error', 'Invalid API Key'),
};

const onEveryPath: ReadonlySet<FaultMode> = new Set<FaultMode>(['loading', 'html', '401']);

/** Decides, request by request, what goes wrong. `loading`, `html` and `401` strike every path. */
export class Faults {
  readonly #options: FaultOptions | undefined;
  #left: number;

  constructor(options?: FaultOptions) {
    this.#options = options;
    this.#left = options?.requests ?? Number.POSITIVE_INFINITY;
  }

  get afterTokens(): number {
    return this.#options?.afterTokens ?? 3;
  }

  /** What strikes a request to this path, counting it. */
  strike(path: string): FaultMode | null {
    const mode = this.#options?.mode;
    if (mode === undefined || this.#left <= 0) return null;
    if (path !== '/completion' && !onEveryPath.has(mode)) return null;
    this.#left -= 1;
    return mode;
  }
}

/** The whole answer of a fault that has one. */
export const cannedAnswer = (mode: FaultMode | null): CannedAnswer | undefined =>
  mode === null ? undefined : canned[mode];
