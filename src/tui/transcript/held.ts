import type { Message, MessageId } from '../../domain/message.ts';
import type { AnyView, Between } from '../../domain/view.ts';

const page = 40;
const mostHeld = page * 8;
const none: readonly Between[] = [];
/** Behind so many of the newest a job may yet find that a scene ended. */
const newest = 8;

/**
 * A stretch of a view's messages, neighbours all, and what happened between them. It is moved and read anew where it is
 * needed, and never longer than eight pages. A message keeps its number until `readEnd` or `readAround`.
 */
export class Held {
  readonly #open: () => AnyView;
  #messages: Message[] = [];
  #start = 0;
  #isFromFirst = true;
  #beyond = 0;
  #between = new Map<MessageId, Between[]>();
  #isStale = false;

  constructor(open: () => AnyView) {
    this.#open = open;
    this.readEnd();
  }

  /** Number of the first message, and the number behind the last. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#start + this.#messages.length;
  }

  /** Whether the first message is the first of the view, and the last one the newest. */
  get isFromFirst(): boolean {
    return this.#isFromFirst;
  }

  get isToHead(): boolean {
    return this.#beyond === 0;
  }

  at(index: number): Message | undefined {
    return this.#messages[index - this.#start];
  }

  /** Number of a message; null for one that is not held. */
  indexOf(id: MessageId): number | null {
    const index = this.#messages.findIndex((message) => message.id === id);
    return index < 0 ? null : this.#start + index;
  }

  /** How many messages of the view are newer; very many where nobody has counted them. */
  depthOf(index: number): number {
    return this.end - 1 - index + this.#beyond;
  }

  /** What happened between a message and the one before it; behind the newest for the number behind it. */
  before(index: number): readonly Between[] {
    const previous = this.at(index - 1);
    if (previous === undefined) return none;
    if (this.#isStale && index > this.end - newest) this.#read(this.#messages.slice(-newest));
    return this.#between.get(previous.id) ?? none;
  }

  /** Somebody may have come or gone since the newest message, or a scene have ended behind one of the newest. */
  refresh(): void {
    this.#isStale = this.isToHead;
  }

  /** Holds the newest messages. */
  readEnd(): void {
    const messages = this.#open().last(page);
    this.#hold(messages, { isFromFirst: messages.length < page, beyond: 0 });
  }

  /** Holds the newest messages, and no more than a few pages of them. */
  toEnd(): void {
    if (!this.isToHead || this.#messages.length > page * 4) this.readEnd();
  }

  /** Holds this message and those around it; its number, null when it is not in the view. */
  readAround(id: MessageId): number | null {
    const known = this.indexOf(id);
    if (known !== null) return known;
    const view = this.#open();
    const after = view.from(id, page);
    if (after[0]?.id !== id) return null;
    const before = view.last(page, id);
    const beyond = after.length < page ? 0 : Number.MAX_SAFE_INTEGER;
    this.#hold([...before, ...after], { isFromFirst: before.length < page, beyond });
    return this.indexOf(id);
  }

  /** Reads one more page above; whether there was any. */
  older(): boolean {
    const [first] = this.#messages;
    if (this.#isFromFirst || first === undefined) return false;
    const older = this.#open().last(page, first.id);
    this.#isFromFirst = older.length < page;
    this.#messages.unshift(...older);
    this.#start -= older.length;
    this.#read([...older, first]);
    const spare = this.#messages.length - mostHeld;
    if (spare > 0) this.#drop(this.#messages.splice(-spare));
    if (spare > 0) this.#beyond = Math.min(Number.MAX_SAFE_INTEGER, this.#beyond + spare);
    return older.length > 0;
  }

  /** Reads one more page below; whether there was any. */
  newer(): boolean {
    const last = this.#messages.at(-1);
    if (this.isToHead || last === undefined) return false;
    const newer = this.#open()
      .from(last.id, page + 1)
      .slice(1);
    const isCounted = this.#beyond < Number.MAX_SAFE_INTEGER;
    this.#beyond = newer.length < page ? 0 : isCounted ? this.#beyond - newer.length : this.#beyond;
    this.#messages.push(...newer);
    this.#read([last, ...newer]);
    const spare = this.#messages.length - mostHeld;
    if (spare > 0) {
      this.#drop(this.#messages.splice(0, spare));
      this.#start += spare;
      this.#isFromFirst = false;
    }
    return newer.length > 0;
  }

  /** Takes in a message that was just written or changed; whether it is a new one. */
  add(message: Message): boolean {
    const known = this.#messages.findLastIndex(({ id }) => id === message.id);
    if (known >= 0) {
      this.#messages[known] = message;
      return false;
    }
    const last = this.#messages.at(-1);
    if (!this.isToHead) {
      if (this.#beyond < Number.MAX_SAFE_INTEGER) this.#beyond += 1;
      return true;
    }
    if (last !== undefined && this.#isOld(message, last)) return false;
    this.#messages.push(message);
    if (last !== undefined) this.#read([last, message]);
    return true;
  }

  /** Whether a message that is not held stands before the newest: an old one that was changed. */
  #isOld({ id }: Message, newest: Message): boolean {
    const view = this.#open();
    return view.find(id) !== undefined && !view.from(newest.id, mostHeld).some((one) => one.id === id);
  }

  #hold(messages: Message[], { isFromFirst, beyond }: { isFromFirst: boolean; beyond: number }): void {
    this.#messages = messages;
    this.#start = 0;
    this.#isFromFirst = isFromFirst;
    this.#beyond = beyond;
    this.#between = new Map();
    this.#read(messages);
  }

  /** Reads what happened behind each of these but the last, and behind the newest. */
  #read(messages: readonly Message[]): void {
    const last = messages.at(-1);
    if (last === undefined) return;
    const isToHead = this.isToHead && last.id === this.#messages.at(-1)?.id;
    for (const { id } of isToHead ? messages : messages.slice(0, -1)) this.#between.delete(id);
    const ids = messages.map(({ id }) => id);
    for (const one of this.#open().between(ids, isToHead)) {
      const known = this.#between.get(one.after) ?? [];
      this.#between.set(one.after, [...known, one]);
    }
    if (isToHead) this.#isStale = false;
  }

  #drop(messages: readonly Message[]): void {
    for (const { id } of messages) this.#between.delete(id);
  }
}
