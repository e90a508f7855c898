import type { NewEvent } from '../../domain/events/events.ts';
import { stageOf } from '../../domain/world/world.ts';
import type { ChatState } from '../../store/chats/state.ts';
import type { ScratchReply } from '../../store/terminals/scratch.ts';
import type { PlayParts } from '../chat/parts.ts';
import { writeTurn } from '../chat/write-turn.ts';
import { contextOf, lineEvent } from '../reading/line-event.ts';
import { pendingAbout, pendingOf } from '../reading/pending-line.ts';
import { resolveAudience } from '../reading/resolve-audience.ts';
import { resolvePlace } from '../reading/resolve-place.ts';
import { isGone } from './liveness.ts';

function cutLine(parts: PlayParts, row: ScratchReply, state: ChatState): NewEvent | null {
  const began = pendingAbout(parts, row);
  const about = resolveAudience(parts.store, began, {
    chat: row.chat,
    speaker: began.speaker,
    at: { head: state.head, stage: stageOf(state.world) },
  });
  if (!about) return null;
  const said = { raw: row.text, reasoning: pendingOf(row).reasoning ?? '' };
  return lineEvent(said, contextOf(about, parts), { ...about, cutReason: 'crashed' });
}

/** Whether the line in flight in a chat has nobody left who writes it. */
const isLeft = (parts: PlayParts, chat: string): boolean => {
  const holder = parts.store.leases.of(chat);
  return !holder || isGone(parts, holder);
};

/** Keeps a chat's line as cut short and frees its lease when whoever wrote it is gone. True when that was done. */
export function recoverCutReply(parts: PlayParts, chat: string): boolean {
  const { store, now } = parts;
  return store.atomically(() => {
    const holder = store.leases.of(chat);
    const row = store.scratch.of(chat);
    if (!(holder || row) || !isLeft(parts, chat)) return false;
    if (holder) store.leases.release(holder);
    if (!row) return true;
    store.scratch.clear(chat);
    const where = resolvePlace(store, chat, pendingOf(row));
    writeTurn(parts, chat, { actor: 'model', at: now(), ...where }, (state) => {
      const event = cutLine(parts, row, state);
      return event ? [event] : [];
    });
    return true;
  });
}

/**
 * Keeps, as cut short, every line whose process died while it streamed (invariant 8); what cannot be written now is left
 * for the next who opens the store. Returns the chats concerned.
 */
export function recoverCutReplies(parts: PlayParts): string[] {
  const { store } = parts;
  const chats = store.scratch.all().map(({ chat }) => chat);
  const isKept = (chat: string) => store.attempt(() => recoverCutReply(parts, chat))?.done === true;
  return chats.filter((chat) => isLeft(parts, chat) && isKept(chat));
}
