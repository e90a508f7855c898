import { sanitize } from '../domain/sanitize.ts';
import { searchedFor } from './composer/state.ts';
import type { ScreenState } from './state.ts';
import { type Input, isPlain } from './terminal/key-names.ts';

/** A text of one line that is edited on the screen, as ink-text-input draws it, and what stands around it. */
export interface Field {
  readonly before: string;
  readonly value: string;
  /** What stands there while it is empty. */
  readonly placeholder: string;
  readonly after: string;
}

/** The text in the line that is edited now: a list's filter, or what is searched for; null when there is no such line. */
export const fieldText = ({ panel, composer }: ScreenState): string | null =>
  panel === null ? composer.search : panel.type === 'list' ? panel.filter : null;

/** The screen after the text in that line was changed. */
export function fieldChanged(state: ScreenState, value: string): ScreenState {
  const { panel, composer } = state;
  const text = sanitize(value);
  if (panel === null) return { ...state, composer: searchedFor(composer, text) };
  return panel.type === 'list' ? { ...state, panel: { ...panel, filter: text, chosen: 0 } } : state;
}

const sequences: Readonly<Record<string, string>> = {
  backspace: '\x7f',
  left: '\x1b[D',
  right: '\x1b[C',
};

/** What a terminal would send for an input that edits that line; null for one that does something else. */
export function fieldKey(state: ScreenState, input: Input): string | null {
  const text = fieldText(state);
  if (text === null || input.type !== 'key' || !isPlain(input)) return null;
  const isChoice = state.panel !== null && text === '' && /^[1-9]$/.test(input.text);
  if (input.text !== '') return isChoice ? null : input.text;
  if (state.panel === null && input.name !== 'backspace') return null;
  return sequences[input.name] ?? null;
}
