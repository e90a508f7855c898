import { searchedFor } from '../composer/history.ts';
import { chord } from '../composer/keys.ts';
import { type Input, isPlain, type Key, key } from '../terminal/key-names.ts';
import type { ScreenState } from './state.ts';

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

/** The filter of a list without all of it (Ctrl+U) or its last word (Ctrl+W); null for another key, or where there is no list. */
export function fieldCut(state: ScreenState, pressed: Key): ScreenState | null {
  if (state.panel?.type !== 'list') return null;
  const word = chord(pressed);
  if (word === 'ctrl+u') return fieldChanged(state, '');
  return word === 'ctrl+w' ? fieldChanged(state, state.panel.filter.replace(/\S*\s*$/, '')) : null;
}

const toEdge: Readonly<Record<string, string>> = { 'ctrl+a': 'left', 'ctrl+e': 'right' };

/** The keys that an input is for the line that is edited; null for one that does something else. */
export function fieldKeys(state: ScreenState, input: Input): readonly Key[] | null {
  const text = fieldText(state);
  if (text === null || input.type !== 'key') return null;
  const edge = state.panel?.type === 'list' ? toEdge[chord(input)] : undefined;
  if (edge !== undefined) return Array<Key>(text.length).fill(key(edge));
  const isChoice = state.panel !== null && text === '' && /^[1-9]$/.test(input.text);
  const isHere = state.panel !== null || input.text !== '' || input.name === 'backspace';
  return editsText(input) && !isChoice && isHere ? [input] : null;
}
