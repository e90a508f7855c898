import type { CharacterId } from '../../domain/message.ts';
import { directorName } from '../../domain/world/names.ts';
import type { KeptWriting } from '../../store/terminals/drafts.ts';
import type { OpenChat } from '../open/open-chat.ts';

const writtenAfterMs = 400;

/** A text that was not sent, with what was pasted into it. */
export type KeptDraft = KeptWriting['drafts'][number];

/** What is written on a screen and not said yet, kept beside the chat for whoever writes as that character again. */
export interface DraftsPlay {
  /** What was left unsent as the played character, the newest last, and what was sent as it, oldest first. */
  kept(): KeptWriting;
  /** Keeps what is unsent as this character now, and adds what was sent; it is in the store within half a second. */
  keep(character: CharacterId, drafts: readonly KeptDraft[], sent: readonly string[]): void;
  /** Writes what is to be kept at once, and what has arrived of a line, for the process may end; false when the store cannot be written. */
  keepNow(): boolean;
}

/** Keeps drafts of a chat: never at a key, always soon after it. */
export function draftsOf(chat: OpenChat): DraftsPlay {
  const { store, after } = chat.parts;
  const pending = new Map<CharacterId, { drafts: readonly KeptDraft[]; sent: readonly string[] }>();
  let isDue = false;
  const later = (): void => {
    if (isDue) return;
    isDue = true;
    after(writtenAfterMs, () => {
      isDue = false;
      if (!write()) later();
    });
  };
  const write = (): boolean => {
    if (pending.size === 0) return true;
    const isKept = store.ifWritable(() => {
      if (!store.chats.has(chat.id)) return;
      for (const [character, { drafts, sent }] of pending)
        store.drafts.save({ chat: chat.id, character }, drafts, sent);
    });
    if (isKept) pending.clear();
    return isKept;
  };
  return {
    kept() {
      write();
      const character = chat.viewer === 'everyone' ? directorName : chat.viewer;
      return store.drafts.of({ chat: chat.id, character });
    },
    keep(character, drafts, sent) {
      pending.set(character, { drafts, sent: [...(pending.get(character)?.sent ?? []), ...sent] });
      later();
    },
    keepNow() {
      chat.session.saveLine?.();
      return write();
    },
  };
}
