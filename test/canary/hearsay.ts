import type { DomainEvent } from '../../src/domain/events/events.ts';
import { opened } from '../../src/domain/world/world.ts';
import type { Store } from '../../src/store/store.ts';

/** What a coined word looks like: see the understudy's. */
const coined = /zq(?:\d[a-z]){5}/g;

/** The coined words in a text. */
export const wordsIn = (text: string): Set<string> => new Set(text.match(coined));

type Said = { text: string; raw: string; speaker: string | null; knownTo: string[]; reasoning?: string };

/**
 * Who may know which coined word, by the log alone: presence and audiences are followed here once more, so that a
 * fault in the views does not hide itself. Widely read: what somebody knew on any branch counts.
 */
export class Hearsay {
  readonly #store: Store;
  readonly #chat: string;
  readonly #read = new Map<number, number>();
  readonly #present = new Map<string, readonly string[]>();
  readonly #knowers = new Map<string, Set<string>>();
  /** By message: its words and who was there. */
  readonly #said = new Map<string, { words: Set<string>; present: readonly string[] }>();
  readonly #inPublic = new Set<string>();
  /** Of occasions that have begun, and may go on. */
  readonly #running = new Set<string>();
  /** Those who came in and were told of the past, which may be changed later. */
  readonly #toldOfPast = new Set<string>();

  constructor(store: Store, chat: string) {
    this.#store = store;
    this.#chat = chat;
  }

  /** Whether somebody may know a word. */
  knows(who: string, word: string): boolean {
    return this.#knowers.get(word)?.has(who) ?? false;
  }

  /** How many words are known to some, and not to as many as `everyone`. */
  secrets(everyone: number): number {
    return [...this.#knowers.values()].filter(({ size }) => size < everyone).length;
  }

  /** Takes in what the log has gained. */
  catchUp(): void {
    const { tree, log } = this.#store;
    tree.forget(this.#chat);
    const branches = [...tree.branches(this.#chat).keys()];
    const fresh = branches.flatMap((branch) => {
      const after = this.#read.get(branch) ?? 0;
      return [...log.read({ branch, after, upTo: Number.MAX_SAFE_INTEGER })];
    });
    for (const event of fresh.sort((a, b) => a.seq - b.seq)) {
      this.#take(event);
      this.#read.set(event.branch, event.seq);
    }
  }

  #presentBefore(event: DomainEvent): readonly string[] {
    const { tree } = this.#store;
    const { branch, seq } = tree.canonical(this.#chat, tree.before(this.#chat, event));
    return this.#present.get(`${branch} ${seq}`) ?? [];
  }

  #take(event: DomainEvent): void {
    const present = this.#presentBefore(event);
    let after = present;
    if (event.kind === 'character_joined') {
      const { character, knowsPast } = event.payload;
      after = [...present.filter((id) => id !== character), character];
      if (knowsPast) this.#toldOfPast.add(character);
      if (knowsPast) this.#tell(this.#inPublic, [character]);
      if (present.length > 0) this.#tell(this.#running, [character]);
    } else if (event.kind === 'character_left') {
      after = present.filter((id) => id !== event.payload.character);
    } else this.#hear(event, present);
    this.#present.set(`${event.branch} ${event.seq}`, after);
  }

  #tell(words: Iterable<string>, to: readonly string[]): void {
    for (const word of words) {
      const knowers = this.#knowers.get(word) ?? new Set();
      this.#knowers.set(word, knowers);
      for (const who of to) knowers.add(who);
    }
  }

  #hear(event: DomainEvent, present: readonly string[]): void {
    const { payload } = event;
    if (event.kind === 'author_note_set') {
      const all = opened(this.#store.chats.read(this.#chat).world).cast.map(({ id }) => id);
      this.#tell(wordsIn(event.payload.text), event.payload.knownTo.length > 0 ? event.payload.knownTo : all);
    } else if (event.kind === 'scenario_set')
      this.#tell(wordsIn(event.payload.text), [event.payload.character]);
    else if (event.kind === 'audience_group_changed')
      this.#tell(wordsIn(event.payload.name), event.payload.knownTo);
    else if (event.kind === 'occasion_told')
      this.#tell(wordsIn(JSON.stringify(event.payload)), event.payload.to);
    else if (event.kind === 'manual_edit' || event.kind === 'occasion_change') this.#planned(event, present);
    else if (event.kind === 'scene_summarized' || event.kind === 'memory_written')
      this.#tell(wordsIn(event.payload.text ?? ''), [event.payload.owner]);
    else if (event.kind === 'letter_sent') {
      const { from, to, subject, text } = event.payload;
      this.#tell(wordsIn(`${subject} ${text}`), from === null ? to : [from, ...to]);
    } else if (event.kind === 'time_skipped')
      this.#heard(event.id, { text: event.payload.text, raw: '', speaker: null, knownTo: [] }, present);
    else if ('message' in payload && 'knownTo' in payload)
      this.#heardAgain(payload as Said & { message: string });
    else if ('text' in payload && 'knownTo' in payload) this.#heard(event.id, payload as Said, present);
  }

  /** What is said of an occasion is known to those who are named; whoever comes in later may see it go on. */
  #planned(event: DomainEvent, present: readonly string[]): void {
    const { knownTo = [] } = event.payload as { knownTo?: string[] };
    const words = wordsIn(JSON.stringify(event.payload));
    this.#spread(words, knownTo, present);
    if (present.every((id) => knownTo.includes(id))) for (const word of words) this.#inPublic.add(word);
    if (JSON.stringify(event.payload).includes('"active"')) for (const word of words) this.#running.add(word);
  }

  #heard(
    id: string,
    { text, raw, speaker, knownTo, reasoning = '' }: Said,
    present: readonly string[],
  ): void {
    const words = wordsIn(`${text} ${raw}`);
    this.#said.set(id, { words, present });
    this.#spread(words, knownTo, present);
    if (speaker !== null) this.#tell(wordsIn(reasoning), [speaker]);
  }

  #heardAgain({
    message,
    text = '',
    raw = '',
    knownTo,
  }: Partial<Said> & { message: string; knownTo: string[] }): void {
    const before = this.#said.get(message);
    if (!before) return;
    for (const word of wordsIn(`${text} ${raw}`)) before.words.add(word);
    this.#spread(before.words, knownTo, [...before.present, ...this.#toldOfPast]);
  }

  #spread(words: ReadonlySet<string>, knownTo: readonly string[], present: readonly string[]): void {
    this.#tell(words, knownTo.length > 0 ? knownTo : present);
    if (knownTo.length === 0) for (const word of words) this.#inPublic.add(word);
  }
}
