import type { WebOptions } from './options.ts';
import type { Page } from './page.ts';
import { readPage } from './read.ts';
import { type Hit, searchWeb } from './search.ts';

/** Reaches the public web. Nothing of it is loaded or connected before it is asked. */
export const createWeb = (options: WebOptions) => ({
  /** The text of a public page. Rejects with SottoError. */
  read: (url: string, signal: AbortSignal): Promise<Page> => readPage(url, options, signal),
  /** What the configured search finds. Rejects with SottoError. */
  search: (query: string, signal: AbortSignal): Promise<readonly Hit[]> => searchWeb(query, options, signal),
});
