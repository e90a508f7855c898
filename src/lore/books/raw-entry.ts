/** An entry of whatever format, its own names gone. */
export interface RawEntry {
  /** Tells it from the other entries of its book. */
  readonly id: string;
  readonly name: string;
  readonly keys: readonly string[];
  readonly secondary: readonly string[];
  readonly content: string;
  readonly enabled: boolean;
  readonly constant: boolean;
  readonly selective: boolean;
  readonly useRegex: boolean;
  readonly order: number;
  readonly priority: number | null;
  /** A number of world info, or `before_char` / `after_char`. */
  readonly position: unknown;
  /** The field of world info with this name. */
  readonly field: (name: string) => unknown;
}
