import type { OpenChat } from '../chat/open-chat.ts';
import { Mirror } from './mirror.ts';

/** Looking on while other terminals play the same chat. */
export interface AttendingPlay {
  /**
   * From now on what other terminals do is told to the listeners like one's own doing, and the other terminals know
   * that this one looks on. Ends with `close`.
   */
  attend(): void;
  /** Tells what stands in the composer, after every key: whoever may know sees that somebody is typing. */
  typing(draft: string): void;
}

/** What a terminal does to be part of a chat that others have open as well. */
export const attendingOf = (chat: OpenChat): AttendingPlay => ({
  attend: () => chat.session.attends(chat.session.mirror ?? new Mirror(chat)),
  typing: (draft) => chat.session.mirror?.drafting(draft),
});
