import { sanitize } from '../../domain/sanitize.ts';
import { searched } from '../composer/history.ts';
import { chord } from '../composer/keys.ts';
import { type Draft, leftOf, rightOf, wordLeftOf } from '../composer/text.ts';
import { chosenRow, type Panel } from '../panels/state.ts';
import { type Input, isPlain, type Key, key } from '../terminal/key-names.ts';
import type { ScreenState } from './state.ts';

/** The text in the line that is edited now: a list's filter, a field, or what is searched for; null when there is no such line. */
export const fieldText = ({ panel, composer }: ScreenState): string | null => {
  if (panel === null) return composer.search;
  if (panel.type === 'field') return panel.value;
  return panel.type === 'list' ? panel.filter : null;
};

/** The screen after the text in that line was changed. */
export function fieldChanged(state: ScreenState, text: string): ScreenState {
  const { panel, composer } = state;
  if (panel === null) return { ...state, composer: searched(composer, text) };
  if (panel.type === 'field') return { ...state, notice: null, panel: { ...panel, value: text } };
  return panel.type === 'list' ? { ...state, panel: { ...panel, filter: text, chosen: 0 } } : state;
}

/** Whether a key edits a line of text, where there is one. */
export const editsText = (key: Key): boolean =>
  isPlain(key) && (key.text !== '' || ['backspace', 'left', 'right'].includes(key.name));

/** The line that is edited, and its cursor in it. */
export type Field = Draft;

type Place = (field: Field) => number;

const toStart: Place = () => 0;
const moves: Readonly<Record<string, Place>> = {
  ...{ left: leftOf, right: rightOf },
  ...{ 'ctrl+a': toStart, 'ctrl+e': ({ text }) => text.length },
};
const cuts: Readonly<Record<string, Place>> = {
  ...{ backspace: leftOf, 'ctrl+w': wordLeftOf, 'ctrl+u': toStart },
};

/** What an input does to the line that is edited: the key that the field is given for it or its text afterwards, and where its cursor is then. */
export interface FieldStep {
  readonly key?: Key;
  readonly text?: string;
  readonly cursor: number;
}

const pressed = (field: Field, input: Key): FieldStep | null => {
  const { text, cursor } = field;
  const word = chord(input);
  const cut = cuts[word]?.(field);
  // The field takes away one code unit.
  if (cut === cursor - 1) return { key: key('backspace'), cursor: cut };
  if (cut !== undefined) return { text: text.slice(0, cut) + text.slice(cursor), cursor: cut };
  const to = moves[word]?.(field);
  if (to !== undefined) return { cursor: to };
  return editsText(input) ? { key: input, cursor: cursor + input.text.length } : null;
};

/** Whether a key that would edit the filter of a list does something to its chosen row instead. */
export const isOfRow = (panel: Panel | null, { name, text }: Key): boolean => {
  const row = chosenRow(panel);
  return (
    (/^(?:left|right)$/.test(name) && row?.turned !== undefined) ||
    (text === ' ' && row?.marked !== undefined)
  );
};

/** What an input does to the line that is edited, `field` as it is now; null where it is for something else. */
export function fieldStep(state: ScreenState, field: Field, input: Input): FieldStep | null {
  const { panel } = state;
  if (panel?.type === 'list' && panel.verbs && !panel.isFiltering) return null;
  if (input.type === 'paste') {
    const text = sanitize(input.text);
    return { key: key('', { text }), cursor: field.cursor + text.length };
  }
  if (input.type !== 'key') return null;
  const isChoice = panel?.type === 'list' && field.text === '' && /^[1-9]$/.test(input.text);
  const isTurned = isOfRow(panel, input);
  const isHere = panel !== null || input.text !== '' || input.name === 'backspace';
  return isChoice || isTurned || !isHere ? null : pressed(field, input);
}

/** The line that is edited now, where the cursor was last in `before`; at its end where it reads otherwise. Null for none. */
export function fieldOf(state: ScreenState, before: Field | null): Field | null {
  const text = fieldText(state);
  if (text === null) return null;
  return { text, cursor: before?.text === text ? before.cursor : text.length };
}
