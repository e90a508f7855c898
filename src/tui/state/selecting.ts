import type { Message, MessageId } from '../../domain/message.ts';
import { chord } from '../composer/keys.ts';
import type { Key } from '../terminal/key-names.ts';
import type { Effect, OfMessage, Selection } from './effect.ts';
import type { ScreenState, Step } from './state.ts';

const moves: Readonly<Record<string, Selection>> = {
  up: 'previous',
  k: 'previous',
  down: 'next',
  j: 'next',
  K: 'previous_of_speaker',
  'shift+up': 'previous_of_speaker',
  J: 'next_of_speaker',
  'shift+down': 'next_of_speaker',
  g: 'first',
  home: 'first',
  G: 'last',
  end: 'last',
  escape: 'end',
  q: 'end',
  enter: 'end',
};

const deeds: Readonly<Record<string, OfMessage>> = {
  y: 'copy',
  e: 'edit',
  v: 'versions',
  p: 'pin',
  b: 'branch',
  r: 'rewind',
  delete: 'delete',
  a: 'inspect',
  i: 'inspect',
};

const effectOf = (word: string): Effect | undefined => {
  const to = moves[word];
  if (to !== undefined) return { type: 'select', to };
  const does = deeds[word];
  if (does !== undefined) return { type: 'of_message', does };
  if (word === 'n') return { type: 'command', line: '/find' };
  return word === 'N' ? { type: 'command', line: '/find --down' } : undefined;
};

/** What is done with a message, as what a person could ask for who knows its id. */
export const effectOn = (
  does: Exclude<OfMessage, 'edit'>,
  { id, text }: Message,
  pinned: ReadonlySet<MessageId>,
): Effect => {
  if (does === 'copy') return { type: 'copy', text };
  const lines = {
    versions: `/versions ${id}`,
    pin: pinned.has(id) ? `/unpin ${id}` : `/pin ${id}`,
    branch: `/branch --at ${id}`,
    rewind: `/rewind --to ${id}`,
    delete: `/delete ${id}`,
    inspect: `/inspect ${id}`,
  };
  return { type: 'command', line: lines[does] };
};

/** A key while a message is selected; undefined for one that does what it does elsewhere. What would be typed does nothing, but for a command that begins. */
export const selecting = (state: ScreenState, key: Key): Step | undefined => {
  const effect = effectOf(chord(key));
  if (effect !== undefined) return { state, effect };
  if (key.text === '/') return undefined;
  return key.text === '' ? undefined : { state };
};
