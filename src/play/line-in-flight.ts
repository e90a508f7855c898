import type { NewEvent } from '../domain/events.ts';
import type { Position } from '../domain/lineage.ts';
import type { Message } from '../domain/message.ts';
import { splitReasoning } from '../domain/reasoning.ts';
import type { Member, World } from '../domain/world.ts';
import { contextOf, type LineOrigin, lineEvent, type PendingLine, whereOf } from './line-event.ts';
import type { OpenChat } from './open-chat.ts';
import { type ReplyContext, visibleSoFar } from './streamed.ts';

const scratchEveryMs = 50;
const percent = (share: number | null): number | null => share && Math.floor(share * 100);

/** Whose line it is, where it will stand, what it answers and where it comes from. */
export interface LineAbout {
  readonly world: World;
  readonly place: Position;
  readonly isAlternative: boolean;
  readonly speaker: Member;
  /** The message that this line goes on with. */
  readonly continues: Message | null;
  readonly answered: Message | null;
  readonly origin: LineOrigin;
  /** What macros of its prompt have set; written with the line. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A line while it streams: shown as far as the played character may, kept in the scratch row, then written. */
export class LineInFlight {
  readonly about: LineAbout;
  readonly #chat: OpenChat;
  readonly #context: ReplyContext;
  #raw = '';
  #reasoning = '';
  #shown = '';
  #isShowing = false;
  #savedAt = Number.NEGATIVE_INFINITY;

  constructor(chat: OpenChat, about: LineAbout) {
    this.about = about;
    this.#chat = chat;
    this.#context = contextOf({ ...about, speaker: about.speaker.id }, chat.parts.settings);
    this.#show('');
  }

  /** How much of the prompt the server has read. */
  reading({ processed, total }: { processed: number; total: number }): void {
    this.#setReading(total > 0 ? Math.min(1, processed / total) : null);
  }

  #setReading(share: number | null): void {
    const { generating } = this.#chat;
    if (!generating || percent(generating.reading) === percent(share)) return;
    generating.reading = share;
    this.#chat.emit({ type: 'state' });
  }

  /** Takes in what the model thinks before it answers. */
  think(text: string): void {
    this.#setReading(null);
    this.#reasoning += text;
    this.#saveScratch();
  }

  /** Whether the model has thought before it wrote. */
  get hasThought(): boolean {
    return this.#reasoning !== '' || splitReasoning(this.#raw).reasoning !== '';
  }

  /** Takes in streamed text. */
  add(text: string): void {
    this.#setReading(null);
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
    const { parts, id } = this.#chat;
    const now = parts.clock();
    if (now - this.#savedAt < scratchEveryMs) return;
    this.#savedAt = now;
    const { speaker, continues, place, isAlternative, origin } = this.about;
    const line: PendingLine = {
      speaker: speaker.id,
      continues: continues?.id ?? null,
      place,
      isAlternative,
      origin,
      reasoning: this.#reasoning,
    };
    parts.store.scratch.save({ chat: id, pid: parts.pid, reply: { ...line }, text: this.#raw });
  }

  #variables(): NewEvent[] {
    const { variables: values, speaker } = this.about;
    if (Object.keys(values).length === 0) return [];
    return [{ kind: 'variables_set', payload: { owner: speaker.id, values: { ...values } } }];
  }

  /** Gives the line up before anything of it came. */
  drop(): void {
    this.#endShow();
  }

  /** Writes the line, as cut short when there is a reason; null when it holds no text. */
  commit(raw: string, cutReason: string | null): Message | null {
    const { parts, id: chatId } = this.#chat;
    const { continues, speaker } = this.about;
    const said = { raw, reasoning: this.#reasoning };
    const event = lineEvent(said, this.#context, { ...this.about, cutReason });
    try {
      if (!event) return null;
      const written = parts.store.atomically(() => {
        parts.store.scratch.clear(chatId);
        return this.#chat.write('model', () => [event, ...this.#variables()], whereOf(this.about));
      });
      const id = continues?.id ?? written.events[0]?.id ?? '';
      this.#chat.publish(written, { revised: continues?.id });
      return this.#chat.view(speaker.id).find(id) ?? null;
    } finally {
      this.#endShow();
      parts.store.scratch.clear(chatId);
    }
  }
}
