import type { LoreMessage } from '../../lore/activation/timeline.ts';

/** A message that macros can read. */
export interface MacroMessage extends LoreMessage {
  /** ISO 8601. */
  readonly at?: string;
}

/** Values of variables by name. */
export type Variables = Readonly<Record<string, string | number>>;

/** A variable that a text set. */
export interface VariableChange {
  readonly scope: 'chat' | 'global';
  readonly name: string;
  readonly value: string;
}

/** Everything that macros can stand for. */
export interface MacroContext {
  readonly char: string;
  readonly user: string;
  /** What other names stand for (`description`, `persona`, `model`, `original` …), macros in them filled in already. */
  readonly values?: Readonly<Record<string, string>>;
  /** Texts for `{{outlet::name}}`. */
  readonly outlets?: Readonly<Record<string, string>>;
  /** The speaker's own view, oldest first. */
  readonly messages?: readonly MacroMessage[];
  readonly variables?: Variables;
  readonly globals?: Variables;
  /** ISO 8601, with the offset of where the human is. */
  readonly now?: string;
  /** Tells this use of the text from all others: `{{random}}` and `{{roll}}` fall anew. */
  readonly use: string;
  /** Tells the message or text from all others: `{{pick}}` stays. */
  readonly place: string;
  /** A number from 0 up to 1 for a text; the same for the same text. */
  readonly chance: (about: string) => number;
  /** True for what a person typed: variables and `<user>` and its like stay as they stand. */
  readonly isTyped?: boolean;
  /** Most characters that macros may add to the text and to variables; absent = 200,000. */
  readonly room?: number;
}

/** A text whose macros are filled in. */
export interface Expanded {
  readonly text: string;
  /** In the order in which they were set; each variable once. */
  readonly changes: readonly VariableChange[];
}
