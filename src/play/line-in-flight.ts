import type { NewEvent } from '../domain/events.ts';
import type { Position } from '../domain/lineage.ts';
import type { CharacterId, Message } from '../domain/message.ts';
import type { Member, World } from '../domain/world.ts';
import type { OpenChat } from './open-chat.ts';
import type { PendingReply } from './recover.ts';
import { type ReadReply, type ReplyContext, readReply, visibleSoFar } from './streamed.ts';

const scratchEveryMs = 50;

/** Whose line it is, where it will stand, what it answers and where it comes from. */
export interface LineAbout {
  readonly world: World;
  readonly place: Position;
  readonly speaker: Member;
  /** The message that this line goes on with. */
  readonly continues: Message | null;
  readonly answered: Message | null;
  readonly origin: Omit<PendingReply, 'speaker' | 'place'>;
}

/** The audience of a whole whose two parts have these: nobody reads a part that was not meant for them. */
const narrowed = (before: readonly CharacterId[], after: readonly CharacterId[]): CharacterId[] => {
  if (before.length === 0 || after.length === 0) return [...before, ...after];
  return before.filter((id) => after.includes(id));
};

/** A line while it streams: shown as far as the played character may, kept in the scratch row, then written. */
export class LineInFlight {
  readonly about: LineAbout;
  readonly #chat: OpenChat;
  readonly #context: ReplyContext;
  #raw = '';
  #shown = '';
  #isShowing = false;
  #savedAt = Number.NEGATIVE_INFINITY;

  constructor(chat: OpenChat, about: LineAbout) {
    const { tag, untaggedReply } = chat.parts.settings;
    const { world, answered, continues } = about;
    const speaker = about.speaker.id;
    const inherits = continues ?? answered;
    this.about = about;
    this.#chat = chat;
    this.#context = {
      world,
      speaker,
      answered: inherits,
      style: tag,
      untagged: continues ? 'inherit' : untaggedReply,
    };
    this.#show('');
  }

  /** Takes in streamed text. */
  add(text: string): void {
    this.#raw += text;
    this.#show(this.#raw);
    this.#saveScratch();
  }

  #show(raw: string): void {
    const { speaker } = this.about;
    const visible = visibleSoFar(raw, this.#context, this.#chat.played.id);
    const { generating } = this.#chat;
    const isHidden = visible === null;
    if (generating && generating.isHidden !== isHidden) {
      generating.isHidden = isHidden;
      this.#chat.emit({ type: 'state' });
    }
    if (isHidden) this.#endShow();
    if (visible === null || !visible.startsWith(this.#shown) || visible === this.#shown) return;
    this.#isShowing = true;
    this.#chat.emit({ type: 'delta', speaker, text: visible.slice(this.#shown.length) });
    this.#shown = visible;
  }

  #endShow(): void {
    if (!this.#isShowing) return;
    this.#isShowing = false;
    this.#shown = '';
    this.#chat.emit({ type: 'stream_end', speaker: this.about.speaker });
  }

  /** At most 20 writes a second, so that a crash keeps the text. */
  #saveScratch(): void {
    if (this.about.continues) return;
    const { parts, id } = this.#chat;
    const now = parts.clock();
    if (now - this.#savedAt < scratchEveryMs) return;
    this.#savedAt = now;
    const { origin, place, speaker } = this.about;
    const reply: PendingReply = { ...origin, speaker: speaker.id, place };
    parts.store.scratch.save({ chat: id, pid: parts.pid, reply, text: this.#raw });
  }

  /** Writes the line, as cut short when there is a reason; null when it holds no text. */
  commit(raw: string, cutReason: string | null): Message | null {
    const { parts, id: chatId } = this.#chat;
    const read = readReply(raw, this.#context, cutReason !== null);
    try {
      if (read.text === '') return null;
      const event = this.#event(raw, read, cutReason);
      const { continues, place, speaker } = this.about;
      const written = parts.store.atomically(() => {
        parts.store.scratch.clear(chatId);
        return this.#chat.write('model', () => [event], place);
      });
      const id = continues?.id ?? written.events[0]?.id ?? '';
      this.#chat.publish(written, { revised: continues?.id });
      return this.#chat.view(speaker.id).find(id) ?? null;
    } finally {
      this.#endShow();
      parts.store.scratch.clear(chatId);
    }
  }

  #event(raw: string, { text, knownTo }: ReadReply, cutReason: string | null): NewEvent {
    const { origin, speaker, continues } = this.about;
    if (continues) {
      const joined = `${continues.text}${/^\s/.test(raw) ? ' ' : ''}${text}`;
      const truncated = cutReason !== null;
      const payload = {
        ...origin,
        message: continues.id,
        raw,
        text: joined,
        knownTo: narrowed(continues.knownTo, knownTo),
        truncated,
      };
      return { kind: 'reply_continued', payload };
    }
    const utterance = { speaker: speaker.id, raw, text, knownTo, ...origin };
    return cutReason === null
      ? { kind: 'reply_received', payload: utterance }
      : { kind: 'reply_cut_short', payload: { ...utterance, reason: cutReason } };
  }
}
