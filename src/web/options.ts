import type { LookupAddress } from 'node:dns';

/** What the web is reached with. */
export interface WebOptions {
  /** Where a SearXNG answers, which may be on this machine; empty = there is no search. */
  readonly searchUrl: string;
  /** Addresses and ports beside the public ones, for tests alone: no setting leads here. */
  readonly allow?: (address: string) => boolean;
  /** The addresses of a name; absent = as the system resolves it. */
  readonly lookup?: (name: string) => Promise<readonly LookupAddress[]>;
  /** Milliseconds that one page or search may take; absent = 10 seconds. */
  readonly limitMs?: number;
}

/** Bytes of a page, unpacked. */
export const mostBytes = 2 * 1024 * 1024;
/** Milliseconds that one page or search may take. */
export const usualLimitMs = 10_000;
