import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type BeganAt, resolvePlace } from '../reading/resolve-place.ts';

/**
 * Where a line is written that somebody waits for. A move of the head that the viewer is not told of counts for nothing:
 * otherwise a detached line would tell that somebody has whispered.
 */
export function resolvePlaceAsTold(chat: OpenChat, line: BeganAt): ReturnType<typeof resolvePlace> {
  const { store } = chat.parts;
  const where = resolvePlace(store, chat.id, line);
  const now = store.chats.mark(chat.id).head;
  const isTold = chat.perspective.isToldApart(line.head ?? line.place, now);
  return { ...where, headStays: where.headStays && isTold };
}

/** A line as it was written. */
export interface KeptLine {
  readonly message: Message;
  readonly place: Position;
  /** Whether the head has stayed elsewhere, where a person put it meanwhile. */
  readonly isDetached: boolean;
}

/** Tells whoever asked for a line that was kept beside the head where it is, if the viewer perceives it. */
export function tellDetached(chat: OpenChat, who: string, { message: { id }, place }: KeptLine): void {
  if (!chat.perspective.view(place).find(id)) return;
  const name = chat.perspective.tree.with(place)?.name;
  const where = name === undefined ? 'beside it' : `on the branch "${name}", \`switch ${name}\` goes there`;
  const message = `the chat has moved on and stays where it is; the reply of ${who} is kept ${where}`;
  chat.emit({ type: 'notice', message });
}
