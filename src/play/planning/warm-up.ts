import type { CharacterId } from '../../domain/message.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { CacheOwner, PromptToKeep, Standing } from '../../inference/backend.ts';
import type { Leaving } from '../chat/play-state.ts';
import type { Progress, ReadAhead } from '../chat/read-ahead.ts';
import { nextSpeakers } from '../director/next-speakers.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { planLine } from './plan.ts';
import { settledLength } from './settled-length.ts';

const mostKeepingMs = 20_000;

/** Whose cache at the server a prompt for this speaker uses. */
export const cacheOf = (chat: OpenChat, speaker: Member): CacheOwner => ({
  key: `${chat.id}/${speaker.id}`,
  castIndex: chat.stage.cast.findIndex(({ id }) => id === speaker.id),
  isPlayed: speaker.id === chat.viewer,
});

/** With more tokens than these a server that keeps prompts aside may have let go of what it has read ahead. */
const mostBeside = 16_384;

/** A prompt that the server is reading ahead. */
interface Reading {
  /** Whose, and for which state of the chat. */
  readonly about: string;
  /** Whether it is read only where an epoch begins with it, so that nearly all of it is new. */
  isForEpoch: boolean;
  readonly abort: AbortController;
  readonly standing: Standing;
  /** False while it waits for what goes before it. */
  isSent: boolean;
  /** Empty until it is known. */
  prompt: string;
  heard: (progress: Progress) => void;
  over: Promise<void>;
}

function readingBy(about: string, isForEpoch: boolean): Reading {
  const sent = (isSent: boolean) => {
    reading.isSent = isSent;
  };
  const standing: Standing = { priority: 'warm_up', sent };
  const unheard = { isSent: true, prompt: '', heard: () => {}, over: Promise.resolve() };
  const reading = { about, isForEpoch, abort: new AbortController(), standing, ...unheard };
  return reading;
}

/** Whether each of those whom a model plays may have a place of its own in the server's cache. */
function haveOwnPlaces({ server, stage, human }: OpenChat): boolean {
  const written = stage.cast.filter(({ id }) => id !== human.member.id);
  return (server.known?.probe?.slots ?? 1) >= written.length;
}

/** Whose prompt is to be read, and whose line comes before theirs. */
interface Wanted {
  readonly speaker: Member;
  readonly awaited: CharacterId;
  /** Whether it is read only where an epoch begins with it. */
  readonly isForEpoch: boolean;
}

/**
 * Lets the server read the prompts of those who will probably speak next, while the human types: the first one's, then those of the
 * others who would answer, where that takes nobody's place in the server's cache. With what begins an epoch it does not wait for that.
 */
export class WarmUp implements ReadAhead {
  readonly #chat: OpenChat;
  #reading: Reading | null = null;
  #others: readonly Wanted[] = [];
  #last = '';
  #rested = '';
  /** Tokens that the server has read of other things since the play rested last. */
  #readBeside = 0;

  constructor(chat: OpenChat) {
    this.#chat = chat;
  }

  get #isWanted(): boolean {
    const { server, parts, session, viewer } = this.#chat;
    if (viewer === 'everyone' || session.onlooker !== null) return false;
    const { isModel, isMetered } = server.known?.backend ?? {};
    return parts.settings.warmUp && isModel === true && !isMetered && server.known?.probe?.ok !== false;
  }

  /** The state of the chat that prompts are made from. */
  get #state(): string {
    const { head, newest } = this.#chat.state;
    return [head.branch, head.seq, newest].join(' ');
  }

  get #most(): number {
    return haveOwnPlaces(this.#chat) ? Number.POSITIVE_INFINITY : 1;
  }

  /** Begins unless that was done already for these speakers at this point of the chat. */
  start(draft: string): void {
    if (draft.trim() !== '') this.#start(this.#most);
  }

  open(): void {
    this.#start(1);
  }

  #start(most: number): void {
    if (!this.#isWanted || this.#chat.session.generating) return;
    const { state, played } = this.#chat;
    const speakers = this.#likely.slice(0, most);
    const [first] = speakers;
    const about = [state.head.branch, state.head.seq, ...speakers.map(({ id }) => id)].join(' ');
    if (!first || about === this.#last) return;
    this.#last = about;
    const all = speakers.map((speaker) => ({ speaker, awaited: played.id, isForEpoch: false }));
    if (this.#reading?.about === this.#aboutOf(first)) {
      this.#reading.isForEpoch = false;
      this.#others = all.slice(1);
      return;
    }
    this.stop();
    this.#begin(all);
  }

  /** Those who would answer the human, the first of them first. */
  get #likely(): Member[] {
    const chat = this.#chat;
    return (nextSpeakers(chat)?.speakers ?? []).flatMap(({ id }) => memberOf(chat.stage, id) ?? []);
  }

  rest(): void {
    const { session } = this.#chat;
    const isAtRest = !session.generating && session.draft === '' && session.auto.seconds === null;
    if (!this.#isWanted || !isAtRest || this.#reading || this.#rested === this.#state) return;
    const { stage, played } = this.#chat;
    this.#rested = this.#state;
    const likely = this.#likely;
    const others = stage.cast.filter(
      ({ id, present }) => present && id !== played.id && !likely.some((one) => one.id === id),
    );
    const all = [...likely, ...others].slice(0, this.#most);
    const isForEpoch = this.#readBeside < mostBeside;
    this.#readBeside = 0;
    this.#begin(all.map((speaker) => ({ speaker, awaited: played.id, isForEpoch })));
  }

  overtaken(tokens: number): void {
    this.#readBeside += tokens;
    if (this.#readBeside < mostBeside) return;
    this.#last = '';
    this.#rested = '';
  }

  follow(speaker: Member, line: Member): void {
    if (!this.#isWanted || speaker.id === line.id || !haveOwnPlaces(this.#chat)) return;
    this.stop();
    this.#begin([{ speaker, awaited: line.id, isForEpoch: false }]);
  }

  #aboutOf({ id }: Member): string {
    return `${this.#state} ${id}`;
  }

  #begin([wanted, ...others]: readonly Wanted[]): void {
    this.#others = others;
    if (!wanted) return;
    const reading = readingBy(this.#aboutOf(wanted.speaker), wanted.isForEpoch);
    this.#reading = reading;
    reading.over = this.#read(wanted, reading);
    void reading.over.then(() => {
      if (this.#reading !== reading || reading.abort.signal.aborted) return;
      this.#reading = null;
      this.#begin(this.#others);
      if (!this.#reading) this.rest();
    });
  }

  stop(): void {
    this.#reading?.abort.abort();
    this.#reading = null;
    this.#others = [];
  }

  async keep({ keeping, signal: stop }: Leaving): Promise<void> {
    const chat = this.#chat;
    const { known } = chat.server;
    if (!known?.backend.keep || known.isOffline) return;
    keeping();
    const signal = AbortSignal.any([stop, AbortSignal.timeout(mostKeepingMs)]);
    const prompts = new Map<CacheOwner, PromptToKeep>();
    const awaited = chat.human.member.id;
    for (const speaker of chat.stage.cast) {
      const wanted = { speaker, awaited };
      const planned = await planLine(chat, wanted, { known, signal }).catch(() => null);
      if (!planned) continue;
      const { prompt } = planned.plan;
      prompts.set(cacheOf(chat, speaker), { prompt, settled: settledLength(planned.plan) || prompt.length });
    }
    await known.backend.keep(prompts, signal).catch(() => undefined);
  }

  /** A server goes on for a while with a prompt that it is told to leave, and would read this one from the start in another slot. */
  async give(prompt: string, heard: (progress: Progress) => void, signal: AbortSignal): Promise<void> {
    const reading = this.#reading;
    if (!reading?.isSent || reading.prompt === '' || !prompt.startsWith(reading.prompt)) return this.stop();
    reading.standing.priority = 'narrative';
    const stop = () => this.stop();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    reading.heard = heard;
    await reading.over;
    signal.removeEventListener('abort', stop);
  }

  async #read({ speaker, awaited }: Wanted, reading: Reading): Promise<void> {
    const chat = this.#chat;
    const { known } = chat.server;
    const { signal } = reading.abort;
    if (!known) return;
    const planned = await planLine(chat, { speaker, awaited }, { known, signal }).catch(() => null);
    if (!planned || signal.aborted) return;
    const endsEpoch = planned.known.epoch !== null && planned.plan.sealed !== null;
    if (reading.isForEpoch && !endsEpoch) return;
    const { messages } = planned.plan;
    reading.prompt = planned.plan.prompt;
    const request = {
      prompt: reading.prompt,
      ...(messages && { messages }),
      stop: [],
      maxTokens: 1,
      seed: 0,
      sampling: {},
      cache: cacheOf(chat, speaker),
      standing: reading.standing,
    };
    for await (const event of known.backend.complete(request, signal)) {
      if (event.type === 'progress') reading.heard(event);
      if (event.type === 'failed') this.#last = '';
    }
  }
}
