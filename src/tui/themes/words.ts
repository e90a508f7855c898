/** What each style of the screen is for, and how it looks in words, such as `bold #e69f00`; '' is plain. */
export interface StyleWords {
  /** What matters less: hints, marks, the rule. */
  readonly dim: string;
  readonly strong: string;
  /** What is done, between asterisks. */
  readonly action: string;
  readonly ooc: string;
  /** What is said, between quotes. */
  readonly speech: string;
  readonly code: string;
  /** Whom a message is for. */
  readonly badge: string;
  readonly error: string;
  /** The name of who writes, and keys. */
  readonly accent: string;
  /** The chosen row. */
  readonly selected: string;
  /** What opens over the page stands on, such as `on #1c2229`; '' = as the terminal is, as the page always does. */
  readonly overlay: string;
  /** What a whisper stands on. */
  readonly whisper: string;
  /** Where what was looked for stands. */
  readonly found: string;
  /** What a link can be followed by. */
  readonly link: string;
  /** Names of the cast, by their place in it. */
  readonly cast: readonly string[];
  /** The same where the terminal has 16 colours; absent = the nearest. */
  readonly cast16?: readonly string[];
}

/** A theme in words, and what reads otherwise where the terminal has said that its background is dark or light. */
export interface ThemeWords extends StyleWords {
  readonly onDark?: Partial<StyleWords>;
  readonly onLight?: Partial<StyleWords>;
}

/** A style of the screen by what it is for. */
export type Role = Exclude<keyof StyleWords, 'cast' | 'cast16'>;
