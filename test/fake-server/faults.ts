import type { Api, HttpResponse } from './apis/api.ts';

/**
 * Ways in which a model server goes wrong. `limited` is 429 with Retry-After; `exceed` and `overflow` find the
 * prompt too large, before the stream and in it; `reset` breaks the connection before anything came. `blank`, `thoughtless`,
 * `calls` and `progress` stream for ever and say nothing; `linger` says that the reply is over and never ends it; `mute`
 * answers nothing but what generates.
 */
export const faultModes = [
  'loading',
  'busy',
  'limited',
  'hang',
  'stall',
  'die',
  'error',
  'overflow',
  'exceed',
  'reset',
  'html',
  'eof',
  '500',
  '401',
  'blank',
  'thoughtless',
  'calls',
  'progress',
  'linger',
  'mute',
] as const;

/** One of them. */
export type FaultMode = (typeof faultModes)[number];

/** What goes wrong, when, and how often. */
export interface FaultOptions {
  readonly mode: FaultMode;
  /** What strikes in the stream does so after this many tokens. Default 3. */
  readonly afterTokens?: number;
  /** Only the first so many requests are struck. Default: all. */
  readonly requests?: number;
}

const html: HttpResponse = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Router</title><h1>Welcome</h1>',
};

const refusals: Partial<Record<FaultMode, readonly [status: number, type: string, message: string]>> = {
  loading: [503, 'unavailable_error', 'Loading model'],
  busy: [503, 'service_unavailable', 'Server is busy; please try again later.'],
  limited: [429, 'rate_limit_error', 'Too many requests'],
  '500': [500, 'server_error', 'Out of memory'],
  '401': [401, 'authentication_error', 'Invalid API Key'],
};

const onEveryPath: ReadonlySet<FaultMode> = new Set<FaultMode>(['loading', 'html', '401', 'mute']);

/** Decides, request by request, what goes wrong. `loading`, `html` and `401` strike every path, `mute` all others than those that generate. */
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

  /** What strikes the next request, counting it. */
  next(isGeneration: boolean): FaultMode | null {
    const mode = this.#options?.mode;
    if (mode === undefined || this.#left <= 0) return null;
    if (isGeneration ? mode === 'mute' : !onEveryPath.has(mode)) return null;
    this.#left -= 1;
    return mode;
  }
}

/** The whole response of a fault that has one, in the words of this API. */
export const faultResponse = (
  mode: FaultMode | null,
  { refuse, promptTooLarge }: Api,
): HttpResponse | undefined => {
  if (mode === 'html') return html;
  if (mode === 'exceed') return promptTooLarge(9000, 8192) ?? undefined;
  const refusal = mode === null ? undefined : refusals[mode];
  return refusal && { ...refuse(...refusal), ...(mode === 'limited' ? { retryAfter: 7 } : {}) };
};
