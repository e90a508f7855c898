import { searchedFor } from './composer/history.ts';
import type { ScreenState } from './state.ts';
import { type Input, isPlain, type Key } from './terminal/key-names.ts';

/** The text in the line that is edited now: a list's filter, or what is searched for; null when there is no such line. */
export const fieldText = ({ panel, composer }: ScreenState): string | null =>
  panel === null ? composer.search : panel.type === 'list' ? panel.filter : null;

/** The screen after the text in that line was changed. */
export function fieldChanged(state: ScreenState, text: string): ScreenState {
  const { panel, composer } = state;
  if (panel === null) return { ...state, composer: searchedFor(composer, text) };
  return panel.type === 'list' ? { ...state, panel: { ...panel, filter: text, chosen: 0 } } : state;
}

/** Whether a key edits a line of text, where there is one. */
export const editsText = (key: Key): boolean =>
  isPlain(key) && (key.text !== '' || ['backspace', 'left', 'right'].includes(key.name));

/** Whether an input edits that line, as the state stands. */
export function isFieldKey(state: ScreenState, input: Input): input is Key {
  const text = fieldText(state);
  if (text === null || input.type !== 'key' || !editsText(input)) return false;
  const isChoice = state.panel !== null && text === '' && /^[1-9]$/.test(input.text);
  return !isChoice && (state.panel !== null || input.text !== '' || input.name === 'backspace');
}
