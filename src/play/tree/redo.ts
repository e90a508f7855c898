import { SottoError } from '../../domain/errors.ts';
import { requireIdle } from '../chat/idle.ts';
import type { OpenChat } from '../chat/open-chat.ts';

/** Goes back to where the head was before it was last rewound to here, if the viewer is told of anything there. */
export function redo(chat: OpenChat): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const target = store.tree.redoTarget(chat.id, chat.state.head);
  if (!target || !chat.perspective.isToldBetween(chat.state.head, target))
    throw new SottoError(
      'usage',
      'nothing_to_redo',
      'there is nothing to redo from here; see `sotto branches`',
    );
  store.chats.moveHead(chat.id, 'redo', now(), () => target);
  chat.moved();
}
