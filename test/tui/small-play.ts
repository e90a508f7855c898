import { SottoError } from '../../src/domain/errors.ts';
import type { Message } from '../../src/domain/message.ts';
import { type AtTheTerminal, type Between, sealView, type View } from '../../src/domain/view.ts';
import type { Answered, AskOptions } from '../../src/play/chat/asking-play.ts';
import type {
  BranchInfo,
  CastMember,
  PlayEvent,
  PlayState,
  RewindTo,
  Undone,
  UndoneFact,
} from '../../src/play/chat/play-state.ts';
import { markStored } from '../../src/play/chat/stored.ts';
import type { Play } from '../../src/play/play.ts';
import { alice, bob, carl, message } from './fair.ts';
import { plan } from './plan.ts';
import { SmallPresence } from './small-presence.ts';

/** A chat in memory, just enough of one for the screen; counts how many messages were read. */
export class SmallPlay extends SmallPresence implements Play {
  messages: Message[];
  playing: CastMember = alice;
  /** What the reply to the next message fails with. */
  failure: Error | null = null;
  generating: PlayState['generating'] = null;
  isElsewhere = false;
  /** The named audiences that are known. */
  groups: PlayState['groups'] = [];
  typists: CastMember[] = [];
  branchName = 'main';
  title = 'At the fair';
  isModel = false;
  model = 'small.gguf';
  read = 0;
  /** What was last said to stand in the composer. */
  typed = '';
  /** What the server was to read ahead for. */
  readonly drafts: string[] = [];
  readonly pinned = new Set<string>();
  /** What was left unsent and what was sent, by character. */
  readonly writing = new Map<string, ReturnType<Play['kept']>>();
  between: Between[] = [];
  readonly chat = {} as Play['chat'];
  readonly readKickoff = async () => [];
  #listeners = new Set<(event: PlayEvent) => void>();

  constructor(messages: Message[] = []) {
    super();
    this.messages = messages;
  }

  known(): ReturnType<Play['known']> {
    const { cast } = this.state();
    return { cast, view: this.view(), viewer: this.playing.id, pins: [] } as unknown as ReturnType<
      Play['known']
    >;
  }

  state(): PlayState {
    const hidden = this.messages.length - this.#perceived().length;
    return {
      chat: { id: 'chat', title: this.title },
      cast: [alice, bob, carl],
      groups: this.groups,
      present: [alice.id, bob.id, carl.id],
      playing: this.playing,
      persona: null,
      branch: this.branchName,
      pinned: new Set(this.pinned),
      unperceived: hidden,
      unperceivedNames: [],
      call: this.call,
      generating: this.generating,
      isElsewhere: this.isElsewhere,
      typing: this.typists,
      backend: this.isModel
        ? { kind: 'llamacpp', model: this.model, isModel: true, context: null }
        : { kind: 'understudy', model: '', isModel: false, context: null },
      canRedo: false,
      bookkeeping: null,
      proposals: [],
      spokenTo: this.spokenTo,
      setting: this.setting,
      moods: this.moods,
      next: this.next,
      auto: this.seconds,
      players: this.players,
    };
  }

  view(): View<AtTheTerminal> {
    const all = this.#perceived();
    const note = (found: Message[]): Message[] => {
      this.read += found.length;
      return found;
    };
    return sealView({
      viewer: this.playing.id,
      last: (limit, before) => {
        const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
        return note(all.slice(Math.max(0, end - limit), end));
      },
      first: (limit) => note(all.slice(0, limit)),
      from: (from, limit) => {
        const start = all.findIndex(({ id }) => id === from);
        return note(all.slice(start, start + limit));
      },
      thatMaySay: () => note(all.toReversed()),
      find: (id) => all.find((one) => one.id === id),
      between: (among) => this.between.filter(({ after }) => among.includes(after)),
      count: () => all.length,
      countLines: () => all.length,
      record: () => undefined,
      records: () => [],
    });
  }

  subscribe(listener: (event: PlayEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  message(address: string): Message {
    const found = address === 'last' ? this.messages.at(-1) : this.messages.find(({ id }) => id === address);
    if (found) return found;
    throw new SottoError('not_found', 'no_such_message', `there is no message "${address}"`);
  }

  emit(event: PlayEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  add(added: Message): void {
    this.messages.push(added);
    if (added.perceived.includes(this.playing.id)) this.emit({ type: 'message', message: added });
    this.emit({ type: 'state' });
  }

  writes(speaker: CastMember | null, reading: number | null = null): void {
    this.generating = speaker === null ? null : { speaker, reading };
    this.emit({ type: 'state' });
  }

  async say(text: string, options: { to?: readonly string[] } = {}): Promise<void> {
    this.calls.push(['say', text, ...(options.to === undefined ? [] : [options.to])]);
    if (text.includes('__known_to')) {
      throw new SottoError('usage', 'unclosed_tag', 'the tag is not closed: end it with __');
    }
    this.add(message(`said-${this.messages.length}`, text, { speaker: this.playing.id }));
    if (this.failure === null) return;
    this.writes(bob);
    this.writes(null);
    throw markStored(this.failure);
  }

  async playAs(name: string): Promise<void> {
    const found = [alice, bob, carl].find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!found)
      throw new SottoError('not_found', 'no_such_character', `nobody here is called ${name}; see F2`);
    this.playing = found;
    this.emit({ type: 'reload' });
  }

  async swipe(which: 'next' | 'prev' | number): Promise<{ index: number; of: number }> {
    this.calls.push(['swipe', which]);
    return { index: 2, of: 3 };
  }

  versions(): ReturnType<Play['versions']> {
    return ['One.', 'Two.', 'Three.'].map((text, index) => ({ current: index === 0, text }));
  }

  async rewind(to: RewindTo, options = { dryRun: false }): Promise<Undone> {
    this.calls.push(['rewind', to, options.dryRun]);
    const turns = 'turns' in to ? to.turns : 1;
    const taken = this.messages.slice(-turns);
    if (!options.dryRun) {
      this.messages = this.messages.slice(0, -turns);
      this.emit({ type: 'reload' });
    }
    return { messages: taken, unperceived: 0, returns: [] };
  }

  undoneBy(to: RewindTo): ReturnType<Play['undoneBy']> {
    this.calls.push(['undoneBy', to]);
    const messages = this.messages.slice('turns' in to ? -to.turns : -1);
    return { messages, unperceived: 0, returns: [], facts: [] };
  }

  turnsBack(count: number): Message[] {
    return this.messages.slice(-count).toReversed();
  }

  async branch(name = 'branch-1'): Promise<string> {
    this.branchName = name;
    this.emit({ type: 'reload' });
    return name;
  }

  branches(): BranchInfo[] {
    const at = '2026-01-01T10:00:00Z';
    return [
      { name: 'main', current: true, at, preview: 'Good morning', last: [], from: null },
      {
        name: 'duel',
        current: false,
        at,
        preview: 'He draws',
        last: [message('duel-1', 'He draws first.')],
        from: 'main',
      },
    ];
  }

  call: PlayState['call'] = null;
  spokenTo: PlayState['spokenTo'] = null;
  setting: PlayState['setting'] = { place: '', time: '', weather: '' };
  moods: PlayState['moods'] = {};

  stopCall(): boolean {
    if (this.call === null) return false;
    this.calls.push(['stopCall']);
    this.call = null;
    return true;
  }

  stop(): void {
    this.calls.push(['stop']);
    this.generating = null;
    this.emit({ type: 'state' });
  }

  async rename(title: string): Promise<void> {
    this.title = title;
    this.emit({ type: 'state' });
  }

  async pin(id: string): Promise<void> {
    this.pinned.add(id === 'last' ? (this.messages.at(-1)?.id ?? '') : id);
    this.emit({ type: 'state' });
  }

  lore = (): ReturnType<Play['lore']> => [];
  async setBook(): Promise<void> {}
  pins(): Message[] {
    return this.messages.filter(({ id }) => this.pinned.has(id));
  }

  async prompt(forName: string): ReturnType<Play['prompt']> {
    return { ...plan, speaker: forName };
  }

  drafting(draft: string | null, to: readonly string[] = []): void {
    this.sayings.push(draft);
    this.whispered = to;
    if (draft) this.drafts.push(draft);
  }

  search: Play['search'] = (text) =>
    this.#perceived()
      .filter((one) => one.text.includes(text))
      .reverse()
      .map((one) => ({ message: one, score: 1 }));
  newestFound: Play['newestFound'] = (text, most) =>
    this.#perceived()
      .filter((one) => one.text.toLowerCase().includes(text.toLowerCase()))
      .reverse()
      .slice(0, most)
      .map(({ id }) => id);
  find: Play['find'] = (text, from, way = 'up') => {
    const all = this.#perceived();
    const edge = all.findIndex(({ id }) => id === from);
    const says = (one: Message): boolean => one.text.toLowerCase().includes(text.toLowerCase());
    if (way === 'down') return all.slice(edge + 1).find(says);
    return all.slice(0, edge < 0 ? undefined : edge).findLast(says);
  };
  attend(): void {}
  typing(draft: string): void {
    this.typed = draft;
  }

  shown: Play['shown'] = (message) => message;
  figures: Play['figures'] = ({ text, knownTo }) => ({
    ...{ version: 1, of: 1, tokens: Math.ceil(text.length / 4) },
    unheard: knownTo.length === 0 ? [] : ['a', 'b', 'c'].filter((id) => !knownTo.includes(id)),
  });
  reply = (by: string): Promise<void> => this.#note('reply', by);
  ghost: string[] = ['I would'];
  ghostwrite: Play['ghostwrite'] = async (hear = () => true) => {
    let text = '';
    for (const piece of this.ghost) if (hear(text + piece)) text += piece;
    return text;
  };
  suggest = async (): Promise<string[]> => ['One line.', 'Another.'];
  refine = (text: string): Promise<void> => this.#note('refine', text);
  fill = async (): Promise<number | null> => this.share;
  share: number | null = null;
  regenerate = (): Promise<void> => this.#note('regenerate');
  regenerateKeeping = (message: string): Promise<void> => this.#note('regenerateKeeping', message);
  continueReply = (): Promise<void> => this.#note('continueReply');
  impersonate = (as: string): Promise<void> => this.#note('impersonate', as);
  /** What an undo would make public again or bring back. */
  returning: readonly UndoneFact[] = [];
  undo: Play['undo'] = async (options = {}) => {
    if (!options.dryRun) await this.#note('undo');
    return { messages: [], facts: [], act: 'message_said', returns: this.returning };
  };
  kept = (): ReturnType<Play['kept']> => this.writing.get(this.playing.id) ?? { drafts: [], history: [] };
  keep: Play['keep'] = (character, drafts, sent) => {
    const history = [...(this.writing.get(character)?.history ?? []), ...sent];
    this.writing.set(character, { drafts, history });
  };
  keepNow = (): boolean => true;
  connect = (): Promise<void> => Promise.resolve();
  reconnect = (): Promise<void> => Promise.resolve();
  redo = (): Promise<void> => this.#note('redo');
  switchTo = (name: string): Promise<void> => this.#note('switchTo', name);
  edit = (id: string, text: string): Promise<void> => this.#note('edit', id, text);
  remove = (id: string): Promise<void> => this.#note('remove', id);
  unpin = (id: string): Promise<void> => this.#note('unpin', id);
  changeCard = (name: string): Promise<void> => this.#note('changeCard', name);
  ask = async (
    name: string,
    { kind = 'content-analysis', keep, ...asked }: AskOptions,
  ): Promise<Answered> => {
    this.calls.push(['ask', name, asked.text, kind]);
    const by = this.state().cast.find((one) => one.name === name)?.id ?? name;
    const cost = { promptTokens: 0, reusedTokens: 0, requests: 1, leftOut: 0 };
    return { by, kind, text: `${name} has seen nothing.`, kept: keep ? 'kept' : null, ...cost };
  };
  describe = async (name: string): Promise<string> => `${name} is small.`;
  close = (): Promise<void> => this.#note('close');

  async #note(...call: unknown[]): Promise<void> {
    this.calls.push(call);
  }

  #perceived(): Message[] {
    return this.messages.filter(({ perceived }) => perceived.includes(this.playing.id));
  }
}
