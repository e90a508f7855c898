import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { MessageId } from '../../domain/message.ts';
import { transcriptRow } from '../../domain/rows/projection.ts';
import { memberOf } from '../../domain/world/world.ts';
import type { ChatMark, ChatState } from '../../store/chats/state.ts';
import type { ScratchReply } from '../../store/terminals/scratch.ts';
import type { StoredTerminal } from '../../store/terminals/terminals.ts';
import type { Attendance } from '../chat/attendance.ts';
import type { CastMember, VisibleWriting } from '../chat/play-state.ts';
import { isGone, isTakenBy, otherTerminals } from '../lease/liveness.ts';
import { recoverCutReply } from '../lease/recover.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { pendingAbout, pendingOf } from '../reading/pending-line.ts';
import { VisibleLine } from '../reading/visible-line.ts';
import { isShownTyping, Typing } from './typing.ts';

const checkEveryMs = 1000;
const beatMs = 10_000;
const deletedElsewhere = (id: string): string =>
  `this chat was deleted elsewhere; \`sotto chat restore ${id}\` restores it`;
const gone = 'this chat is gone from the store; see `sotto chats` and the backups directory';

/** Takes in what other processes have written to the chat since it was last read. */
export function catchUp(chat: OpenChat): void {
  if (chat.session.mirror) chat.session.mirror.look();
  else if (!isDeepStrictEqual(chat.mark, chat.parts.store.chats.mark(chat.id)) && !chat.takeOutcomes())
    chat.moved();
}

/** Looks on: what other terminals do to the chat reaches the listeners, and the other terminals see this one. */
export class Mirror implements Attendance {
  readonly #chat: OpenChat;
  readonly #unwatch: () => void;
  readonly #typing: Typing;
  #isTyping = false;
  #others: readonly StoredTerminal[] = [];
  #elsewhere: {
    readonly key: string;
    readonly speaker: CastMember;
    readonly line: VisibleLine;
    readonly replaces?: MessageId | undefined;
  } | null = null;
  #cancelCheck: (() => void) | null = null;
  #cancelTelling: (() => void) | null = null;

  constructor(chat: OpenChat) {
    this.#chat = chat;
    const { store, after } = chat.parts;
    this.#typing = new Typing(after, (isTyping) => {
      this.#isTyping = isTyping;
      this.tellPlayed();
    });
    this.tellPlayed();
    this.#unwatch = store.watch(() => this.look());
    this.look();
  }

  /** Says whom this terminal plays, after that has changed, and from time to time that it is still there. */
  tellPlayed(): void {
    const { viewer, id: chat, lease, parts } = this.#chat;
    const character = viewer === 'everyone' ? null : viewer;
    const { pid } = parts;
    const row = { id: lease.terminal, chat, pid, character, isTyping: this.#isTyping, beat: Date.now() };
    this.#cancelTelling?.();
    const isSaved = parts.store.ifWritable(() => {
      if (parts.store.chats.has(chat)) parts.store.terminals.save(row);
    });
    this.#cancelTelling = parts.after(isSaved ? beatMs : checkEveryMs, () => this.tellPlayed());
  }

  /** What stands in the composer, at every key; what is no public message in the making tells nobody anything. */
  drafting(draft: string): void {
    this.#typing.set(isShownTyping(draft, this.#chat.parts.settings.tag));
  }

  close(): void {
    this.#unwatch();
    this.#cancelCheck?.();
    this.#cancelTelling?.();
    this.#typing.close();
    const { store } = this.#chat.parts;
    store.ifWritable(() => store.terminals.remove(this.#chat.lease.terminal));
  }

  get writing(): VisibleWriting {
    if (!this.#elsewhere) return null;
    const { speaker, line, replaces } = this.#elsewhere;
    const where = replaces !== undefined && { replaces };
    return this.#chat.perspective.generating({ speaker, reading: null, isHidden: line.isHidden, ...where });
  }

  /** Those who are typing in other terminals, there with the viewer, whom the viewer knows of. */
  get typing(): CastMember[] {
    const { known, present, viewer } = this.#chat.perspective;
    const typing = new Set(this.#others.flatMap(({ character, isTyping }) => (isTyping && character) || []));
    return known.cast.filter(({ id }) => id !== viewer && typing.has(id) && present.includes(id));
  }

  look(): void {
    const { store } = this.#chat.parts;
    const why = store.whyGone() ?? (store.chats.has(this.#chat.id) ? null : gone);
    if (why !== null) {
      this.#chat.tellOnce(why);
      return;
    }
    const lease = this.#othersLease();
    if (lease && isGone(this.#chat.parts, lease))
      store.ifWritable(() => void recoverCutReply(this.#chat.parts, this.#chat.id));
    const before = [this.writing, this.typing];
    this.#readLog(store.chats.mark(this.#chat.id));
    this.#readLine();
    this.#readTerminals();
    if (!isDeepStrictEqual(before, [this.writing, this.typing])) this.#chat.emit({ type: 'state' });
    this.#cancelCheck?.();
    const mayDie = this.#othersLease() !== undefined || this.#others.some(({ isTyping }) => isTyping);
    this.#chat.session.bookkeeping?.look();
    this.#cancelCheck = mayDie ? this.#chat.parts.after(checkEveryMs, () => this.look()) : null;
  }

  #othersLease() {
    const { parts, id, lease } = this.#chat;
    const holder = parts.store.leases.of(id);
    return holder && isTakenBy(lease.terminal, holder) ? undefined : holder;
  }

  #readLog(now: ChatMark): void {
    const chat = this.#chat;
    const { head, facts } = chat.mark;
    if (isDeepStrictEqual(now, chat.mark) || chat.takeOutcomes()) return;
    const events = now.facts === facts ? appended(chat, head, now.head) : null;
    if (events) chat.publish({ events, head: now.head });
    else {
      const wasDeleted = chat.state.facts.deleted;
      chat.moved();
      chat.emit({ type: 'state' });
      if (chat.state.facts.deleted && !wasDeleted)
        chat.emit({ type: 'notice', message: deletedElsewhere(chat.id) });
    }
  }

  #readLine(): void {
    const { parts, id } = this.#chat;
    const row = this.#othersLease() && parts.store.scratch.of(id);
    const key = row ? JSON.stringify({ ...pendingOf(row), reasoning: null }) : null;
    if (key !== this.#elsewhere?.key) {
      this.#elsewhere?.line.end();
      parts.store.tree.forget(id);
      this.#elsewhere = row && key ? this.#opened(row, key) : null;
      this.#chat.session.shows(this.#elsewhere?.line ?? null);
    }
    if (row) this.#elsewhere?.line.show(row.text);
  }

  #opened(row: ScratchReply, key: string) {
    const about = pendingAbout(this.#chat.parts, row);
    const speaker = memberOf(about.stage, about.speaker);
    const { replaces } = about;
    return speaker ? { key, speaker, replaces, line: new VisibleLine(this.#chat, about) } : null;
  }

  #readTerminals(): void {
    const { parts, id, lease } = this.#chat;
    this.#others = otherTerminals(parts, id, lease.terminal);
    const living = new Set([lease.terminal, ...this.#others.map((other) => other.id)]);
    const { store } = parts;
    for (const row of store.terminals.of(id))
      if (!living.has(row.id)) store.ifWritable(() => store.terminals.remove(row.id));
  }
}

/** The events between two heads of which the second only goes on from the first, none of which changes what was there; else null. */
function appended(chat: OpenChat, was: ChatState['head'], now: ChatState['head']): DomainEvent[] | null {
  const { tree, log } = chat.parts.store;
  tree.forget(chat.id);
  const lineage = tree.lineage(chat.id, now);
  if (!lineage.contains(tree.canonical(chat.id, was))) return null;
  const fresh = lineage.segments.filter(({ upTo }) => upTo > was.seq).reverse();
  const events = fresh.flatMap(({ branch, after, upTo }) => [
    ...log.read({ branch, after: Math.max(after, was.seq), upTo }),
  ]);
  const isNew = (event: DomainEvent) =>
    ['message', undefined].includes(transcriptRow(chat.stage, event)?.table);
  return events.length > 0 && events.every(isNew) ? events : null;
}

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
  attend() {
    chat.session.attends(chat.session.mirror ?? new Mirror(chat));
    chat.session.bookkeeping?.look();
  },
  typing: (draft) => chat.session.mirror?.drafting(draft),
});
