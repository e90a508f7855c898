import type { KeyActionName } from '../../config/screen-keys.ts';
import type { Message } from '../../domain/message.ts';
import { edited, typed } from '../composer/edits.ts';
import { emptyComposer, expanded, rewritten } from '../composer/state.ts';
import type { Key } from '../terminal/key-names.ts';
import { effectOf } from './key-map.ts';
import { editDropped, type ReducerContext, type ScreenState, type Step } from './state.ts';

/** What keys do while a message is edited, beside its text. */
const allowed: ReadonlySet<KeyActionName> = new Set([
  ...(['page_up', 'page_down', 'row_up', 'row_down', 'newest', 'editor', 'suspend'] as const),
]);

/** The state in which a message is written otherwise, from its text as it is. */
export const editBegun = (state: ScreenState, message: Message): ScreenState => {
  const { composer: before } = editDropped(state);
  const text = rewritten(emptyComposer(), message.text);
  return { ...state, panel: null, editing: { message, before }, composer: { ...text, undo: [] } };
};

/** A key to the text of a message that is edited: Enter keeps it, Esc drops it. */
export function editing(state: ScreenState, message: Message, key: Key, context: ReducerContext): Step {
  const { composer } = state;
  const action = context.keys.actionOf(key, false);
  if (action === 'stop') return { state: editDropped(state) };
  if (action === 'send') {
    const text = expanded(composer).trim();
    if (text === message.text.trim()) return { state: editDropped(state) };
    return { state, effect: { type: 'keep_edit', message: message.id, text } };
  }
  if (action === 'new_line') return { state: { ...state, composer: typed(composer, '\n') } };
  const effect = action !== undefined && allowed.has(action) ? effectOf(action) : undefined;
  if (effect !== undefined) return { state, effect };
  const does = context.keys.editOf(key);
  if (does === 'search') return { state };
  if (does !== undefined) return { state: { ...state, composer: edited(composer, does) } };
  return key.text === '' ? { state } : { state: { ...state, composer: typed(composer, key.text) } };
}
