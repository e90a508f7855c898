import { SottoError } from '../../domain/errors.ts';
import type { EventKind, NewEvent } from '../../domain/events/events.ts';
import { type Member, presentIn, stageOf } from '../../domain/world/world.ts';
import type { AppendResult, ChatState } from '../../store/chats/state.ts';
import type { LineCalls } from '../calling/line-calls.ts';
import { whenWritable } from '../lease/when-writable.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { Replaced } from '../planning/wanted-line.ts';
import {
  contextOf,
  type GeneratedText,
  type LineOrigin,
  lineEvent,
  type PendingLine,
} from '../reading/line-event.ts';
import { type AudienceOf, resolveAudience } from '../reading/resolve-audience.ts';
import type { BeganAt } from '../reading/resolve-place.ts';
import { type ReplyContext, type ReplyStart, readReply } from '../reading/streamed.ts';
import { VisibleLine } from '../reading/visible-line.ts';
import { type KeptLine, resolvePlaceAsTold } from './detached-reply.ts';
import { ScratchCopy } from './scratch-copy.ts';

/** Whose line it is, where it will stand, what it answers and where it comes from. */
export interface LineAbout extends ReplyStart, AudienceOf, BeganAt {
  readonly speaker: Member;
  readonly origin: LineOrigin;
  /** What macros of its prompt have set; written with the line. */
  readonly variables: Readonly<Record<string, string>>;
  /** The message in whose place it is written; absent for a line of its own. */
  readonly replaces?: Replaced | undefined;
}

/** The kinds that a line has in the log. */
const lines: ReadonlySet<EventKind> = new Set([
  ...(['reply_received', 'reply_cut_short', 'reply_continued', 'message_edited'] as const),
]);

interface Commit {
  readonly said: GeneratedText;
  readonly cutReason: string | null;
  readonly calls: LineCalls | undefined;
}

/** A line while it streams: shown as far as the played character may, kept in the scratch row, then written. */
export class LineInFlight {
  readonly about: LineAbout;
  readonly #chat: OpenChat;
  readonly #context: ReplyContext;
  readonly #visible: VisibleLine;
  readonly #scratch: ScratchCopy;
  #raw = '';
  #reasoning = '';

  constructor(chat: OpenChat, about: LineAbout) {
    this.about = about;
    this.#chat = chat;
    this.#context = contextOf({ ...about, speaker: about.speaker.id }, chat.parts);
    this.#visible = new VisibleLine(chat, { ...about, speaker: about.speaker.id });
    chat.session.shows(this.#visible);
    this.#scratch = new ScratchCopy(chat, () => ({ reply: { ...this.#pending }, text: this.#raw }));
    chat.session.savesLineBy(() => this.#scratch.saveNow());
    this.add('');
  }

  /** How much of the prompt the server has read. */
  reading({ processed, total }: { processed: number; total: number }): void {
    this.#chat.session.progress({ reading: total > 0 ? Math.min(1, processed / total) : null });
  }

  /** Takes in what the model thinks before it answers. */
  think(text: string): void {
    this.#chat.session.progress({ reading: null });
    this.#reasoning += text;
    this.#scratch.saveSoon();
  }

  /** Whether the model has thought before it wrote. */
  get hasThought(): boolean {
    return this.#reasoning !== '' || readReply(this.#raw, this.#context, true).thought !== '';
  }

  /** Takes in streamed text. */
  add(text: string): void {
    this.#chat.session.progress({ reading: null });
    this.#raw += text;
    this.#visible.add(text);
    this.#chat.session.progress({ isHidden: this.#visible.isHidden });
    this.#scratch.saveSoon();
  }

  #endShow(): void {
    this.#scratch.stop();
    this.#chat.session.savesLineBy(null);
    this.#chat.session.shows(null);
    this.#visible.end();
  }

  /** The line as its scratch row keeps it. */
  get #pending(): PendingLine {
    const { speaker, continues, answered, place, isAlternative, newest, replaces } = this.about;
    // Of one that replaces another what is left by a process that dies is a version beside it, and the head stays.
    const head = replaces ? place : this.about.head;
    const { origin, lineHead, isThoughtOpen } = this.about;
    return {
      speaker: speaker.id,
      continues: continues?.id ?? null,
      keepsTo: answered?.id ?? null,
      ...{ place, isAlternative, head, newest, origin, lineHead },
      ...(isThoughtOpen && { isThoughtOpen }),
      ...(replaces && { replaces: replaces.message.id }),
      reasoning: this.#reasoning,
    };
  }

  #variables(): NewEvent[] {
    const { variables: values, speaker } = this.about;
    if (Object.keys(values).length === 0) return [];
    return [{ kind: 'variables_set', payload: { owner: speaker.id, values: { ...values } } }];
  }

  /** Whether a text of this line names those who are to hear it. */
  isExplicit({ raw, ranOut = false }: Omit<GeneratedText, 'reasoning'>): boolean {
    return readReply(raw, this.#context, ranOut).isExplicit;
  }

  /** Gives the line up before anything of it came. */
  drop(): void {
    this.#endShow();
  }

  #replacing(replaced: Replaced, at: ChatState, { said, cutReason }: Commit): readonly NewEvent[] {
    const { parts, id } = this.#chat;
    const { message } = replaced;
    if (!parts.store.view(id, 'everyone', at.head).find(message.id)) throw takenOut();
    const event = lineEvent(said, this.#context, { ...this.about, cutReason });
    if (event?.kind !== 'reply_received' && event?.kind !== 'reply_cut_short') return [];
    const { speaker, raw, text, knownTo, confided } = event.payload;
    const heard = confided ? presentIn(this.#context.stage) : knownTo;
    const words = { message: message.id, speaker, raw, text, knownTo: heard };
    const payload = {
      ...words,
      anew: true as const,
      ...(cutReason !== null && { truncated: true as const }),
    };
    return replaced.revise(at, [{ kind: 'message_edited', payload }]);
  }

  #eventsAt(at: ChatState, commit: Commit): readonly NewEvent[] {
    const { parts, id: chat } = this.#chat;
    const { said, cutReason, calls } = commit;
    if (this.about.replaces) return this.#replacing(this.about.replaces, at, commit);
    const speaker = this.about.speaker.id;
    const about = resolveAudience(parts.store, this.about, {
      chat,
      speaker,
      at: { head: at.head, stage: stageOf(at.world) },
    });
    if (!about) throw takenOut();
    const context = contextOf({ ...about, speaker }, parts);
    const event = lineEvent(said, context, { ...about, cutReason });
    const heard =
      event && 'knownTo' in event.payload ? (event.payload.knownTo ?? []) : (about.answered?.knownTo ?? []);
    const called = calls?.events(at.world, heard) ?? [];
    return event ? [event, ...called, ...this.#variables()] : called;
  }

  /**
   * Writes the line, as cut short when there is a reason; null when it holds no text. Its words are only in memory, so it
   * is tried for as long as another program holds the store. What it called is written with it.
   */
  async commit(
    text: Omit<GeneratedText, 'reasoning'>,
    cutReason: string | null,
    calls?: LineCalls,
  ): Promise<KeptLine | null> {
    const said = { ...text, reasoning: this.#reasoning };
    const write = () => this.#write({ said, cutReason, calls });
    try {
      const written = (await whenWritable(this.#chat, write)) ?? write();
      return this.#published(written);
    } finally {
      this.#endShow();
    }
  }

  /** Where it is to stand: what replaces a message is said where the head was. */
  get #began(): BeganAt {
    const { replaces, head, newest } = this.about;
    return replaces && head ? { place: head, isAlternative: false, newest } : this.about;
  }

  #write(commit: Commit): AppendResult & Pick<KeptLine, 'isDetached'> {
    const { parts, id: chat } = this.#chat;
    return parts.store.atomically(() => {
      if (!this.#chat.lease.isHeld) throw replaced();
      parts.store.scratch.clear(chat);
      const where = resolvePlaceAsTold(this.#chat, this.#began);
      const turn = this.#chat.write('model', (at) => this.#eventsAt(at, commit), where);
      return { ...turn, isDetached: where.headStays };
    });
  }

  #published(written: AppendResult & Pick<KeptLine, 'isDetached'>): KeptLine | null {
    const event = written.events.find(({ kind }) => lines.has(kind)) ?? written.events[0];
    if (!event) return null;
    const { head: place, isDetached } = written;
    const isLine = event.kind !== 'tool_called';
    const isRevision = event.kind === 'reply_continued' || event.kind === 'message_edited';
    const revised = isRevision ? event.payload.message : undefined;
    this.#chat.session.shows(null);
    this.#chat.publish(written, { revised: isDetached ? undefined : revised });
    const message = this.#chat.view('everyone', place).find(revised ?? event.id);
    return message && isLine ? { message, place, isDetached } : null;
  }
}

const takenOut = (): SottoError =>
  new SottoError('failed', 'taken_out', 'the message being continued was removed in the meantime');

const replaced = (): SottoError => {
  const message =
    'this terminal was unresponsive for so long that it was taken for dead; the reply so far is kept as cut short, `continue` goes on with it';
  return new SottoError('failed', 'replaced', message);
};
