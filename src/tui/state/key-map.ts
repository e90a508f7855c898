import { commandKeys } from '../../commands/keys.ts';
import type { KeyActionName, KeyBindings } from '../../config/screen-keys.ts';
import type { Edit } from '../composer/edits.ts';
import { chord } from '../composer/keys.ts';
import type { Key } from '../terminal/key-names.ts';
import type { Effect } from './effect.ts';

const command = (line: string): Effect => ({ type: 'command', line });

const effects: Partial<Record<KeyActionName, Effect>> = {
  ...Object.fromEntries(Object.entries(commandKeys).map(([key, name]) => [key, command(`/${name}`)])),
  drawer: { type: 'pane' },
  select: { type: 'select', to: 'begin' },
  again: { type: 'again' },
  previous_version: command('/swipe prev'),
  next_version: { type: 'next_version' },
  page_up: { type: 'scroll', by: -1, unit: 'page' },
  page_down: { type: 'scroll', by: 1, unit: 'page' },
  row_up: { type: 'scroll', by: -1, unit: 'row' },
  row_down: { type: 'scroll', by: 1, unit: 'row' },
  newest: { type: 'scroll', by: 0, unit: 'end' },
  editor: { type: 'editor' },
  suspend: { type: 'suspend' },
  mouse: { type: 'mouse' },
};

/** The command that an action does; undefined where it does none. */
export const commandOf = (action: KeyActionName): string | undefined =>
  (commandKeys as Partial<Record<KeyActionName, string>>)[action];

/** What an action does beside the line that is written; undefined where the reducer does it. */
export const effectOf = (action: KeyActionName): Effect | undefined => effects[action];

const ofLine = 'line_';
/** What even a key that types does in a line that is not empty, where there is a menu. */
const doneWhileWriting: ReadonlySet<string> = new Set(['complete', 'send', 'stop']);

const editNamed = (action: string): Edit => action.slice(ofLine.length).replaceAll('_', '-') as Edit;

/** Which key does what, as the config says. */
export class KeyMap {
  readonly bindings: KeyBindings;
  readonly #actions = new Map<string, KeyActionName>();
  readonly #edits = new Map<string, Edit>();
  readonly #characters = new Set<string>();

  constructor(bindings: KeyBindings) {
    this.bindings = bindings;
    for (const [name, keys] of Object.entries(bindings)) {
      for (const key of keys) {
        if (name.startsWith(ofLine)) this.#edits.set(key, editNamed(name));
        else this.#actions.set(key, name as KeyActionName);
        if (name.startsWith(ofLine) || doneWhileWriting.has(name)) this.#characters.add(key);
      }
    }
  }

  /** What a key does beside the line that is written; what types or moves there does so only while it is empty. */
  actionOf(key: Key, isEmpty: boolean): KeyActionName | undefined {
    const word = chord(key);
    const isOfLine = key.text !== '' || this.#edits.has(word);
    return isOfLine && !isEmpty ? undefined : this.#actions.get(word);
  }

  /** Where in a text the first character stands that does something, instead of being typed, in a line that is not empty; -1 for nowhere. */
  boundIn(text: string): number {
    let at = 0;
    for (const character of text) {
      if (this.#characters.has(character === ' ' ? 'space' : character)) return at;
      at += character.length;
    }
    return -1;
  }

  /** What a key does to the line that is written. */
  editOf(key: Key): Edit | undefined {
    return this.#edits.get(chord(key));
  }
}
