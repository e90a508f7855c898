import { SottoError } from '../../domain/errors.ts';
import type { ChatState } from '../../store/state.ts';
import { requireIdle } from '../chat/idle.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { isPerceivedBetween } from './between.ts';

/**
 * Goes back to where the head was before it was last rewound to here. Where no hint tells of hidden turns, there is nothing
 * to go back to unless the viewer perceives some of it.
 */
export function redo(chat: OpenChat): void {
  requireIdle(chat);
  const { store, now, settings } = chat.parts;
  const target = store.tree.redoTarget(chat.id, chat.state.head);
  if (!target || (settings.hint === 'none' && !canRedo(chat)))
    throw new SottoError(
      'usage',
      'nothing_to_redo',
      'there is nothing to redo from here; see `sotto branches`',
    );
  store.chats.moveHead(chat.id, 'redo', now(), () => target);
  chat.moved();
}

const known = new WeakMap<ChatState, { viewer: string; canRedo: boolean }>();

/** Whether a redo would change something that the viewer perceives. Found once for each state of the chat. */
export function canRedo(chat: OpenChat): boolean {
  const { state, viewer } = chat;
  const target = chat.parts.store.tree.redoTarget(chat.id, state.head);
  if (!target) return false;
  const last = known.get(state);
  if (last?.viewer === viewer) return last.canRedo;
  const found = { viewer, canRedo: isPerceivedBetween(chat, state.head, target) };
  known.set(state, found);
  return found.canRedo;
}
