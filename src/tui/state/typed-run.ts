import { type Input, key } from '../terminal/key-names.ts';
import { fieldText } from './field.ts';
import type { KeyMap } from './key-map.ts';
import type { ScreenState } from './state.ts';

/** How much of what is typed the composer takes at once: up to a character that is a key of its own there. */
const takenByComposer = ({ composer, vim }: ScreenState, text: string, keys: KeyMap): number => {
  if (composer.text === '' || vim?.mode === 'normal') return 0;
  const bound = keys.boundIn(text);
  return bound < 0 ? text.length : bound;
};

/** The same for a panel or a search: the line that is edited there takes all of it, unless it may be a command. */
const takenByField = (state: ScreenState, text: string): number => {
  const { panel, vim } = state;
  const isCommand = panel?.type === 'list' && (panel.filter === '' || (vim !== null && !panel.isFiltering));
  return fieldText(state) === null || isCommand ? 0 : text.length;
};

/** What the meaning of a character depends on. */
interface Typing {
  readonly state: ScreenState;
  readonly keys: KeyMap;
  readonly isSelecting: boolean;
}

const takenAtOnce = ({ state, keys, isSelecting }: Typing, text: string): number => {
  if (state.handover !== null) return text.length;
  if (state.panel !== null || state.composer.search !== null) return takenByField(state, text);
  return isSelecting ? 0 : takenByComposer(state, text, keys);
};

/**
 * An input in the pieces that the screen takes one after the other, `now` asked before each. Characters that came together are
 * typed together where they are nothing but typed; elsewhere they come one by one, for what one of them does may change what
 * the next one means.
 */
export function* inPieces(input: Input, now: () => Typing): Generator<Input> {
  if (input.type !== 'key' || input.name !== '') return yield input;
  for (let { text } = input; text !== ''; ) {
    const one = String.fromCodePoint(text.codePointAt(0) ?? 0).length;
    const length = Math.max(one, takenAtOnce(now(), text));
    yield key(length === one ? text.slice(0, one) : '', { text: text.slice(0, length) });
    text = text.slice(length);
  }
}
