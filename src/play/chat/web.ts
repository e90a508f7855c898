/** The world outside, as tools reach it. */
export interface Web {
  /** The text of a public page. Rejects with SottoError. */
  read(url: string, signal: AbortSignal): Promise<{ readonly title: string; readonly text: string }>;
  /** What the configured search finds. Rejects with SottoError. */
  search(
    query: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly title: string; readonly url: string; readonly snippet: string }[]>;
}
