import type { CharacterId } from '../../domain/message.ts';
import { type Member, memberOf } from '../../domain/world/world.ts';
import type { CacheOwner, Standing } from '../../inference/backend.ts';
import type { Progress, ReadAhead } from '../chat/read-ahead.ts';
import { nextSpeakers } from '../director/next-speakers.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { planLine } from './plan.ts';

/** Whose cache at the server a prompt for this speaker uses. */
export const cacheOf = (chat: OpenChat, speaker: Member): CacheOwner => ({
  key: `${chat.id}/${speaker.id}`,
  castIndex: chat.stage.cast.findIndex(({ id }) => id === speaker.id),
});

/** A prompt that the server is reading ahead. */
interface Reading {
  readonly abort: AbortController;
  readonly standing: Standing;
  /** False while it waits for what goes before it. */
  isSent: boolean;
  /** Empty until it is known. */
  prompt: string;
  heard: (progress: Progress) => void;
  over: Promise<void>;
}

function readingBy(abort: AbortController): Reading {
  const sent = (isSent: boolean) => {
    reading.isSent = isSent;
  };
  const standing: Standing = { priority: 'warm_up', sent };
  const reading = { abort, standing, isSent: true, prompt: '', heard: () => {}, over: Promise.resolve() };
  return reading;
}

/** Whether each of those whom a model plays may have a place of its own in the server's cache. */
function haveOwnPlaces({ server, stage, human }: OpenChat): boolean {
  const written = stage.cast.filter(({ id }) => id !== human.member.id);
  return (server.known?.probe?.slots ?? 1) >= written.length;
}

/**
 * Lets the server read the prompts of those who will probably speak next, while the human types: the first one's, then those of the
 * others who would answer, where that takes nobody's place in the server's cache.
 */
export class WarmUp implements ReadAhead {
  readonly #chat: OpenChat;
  #reading: Reading | null = null;
  #last = '';

  constructor(chat: OpenChat) {
    this.#chat = chat;
  }

  get #isWanted(): boolean {
    const { server, parts } = this.#chat;
    const { isModel, isMetered } = server.known?.backend ?? {};
    return parts.settings.warmUp && isModel === true && !isMetered && server.known?.probe?.ok !== false;
  }

  /** Begins unless that was done already for these speakers at this point of the chat. */
  start(draft: string): void {
    if (draft.trim() !== '') this.#start(haveOwnPlaces(this.#chat) ? Number.POSITIVE_INFINITY : 1);
  }

  open(): void {
    this.#start(1);
  }

  #start(most: number): void {
    const chat = this.#chat;
    const { session, state } = chat;
    if (!this.#isWanted || session.generating) return;
    const likely = nextSpeakers(chat)?.speakers ?? [];
    const speakers = likely.flatMap(({ id }) => memberOf(chat.stage, id) ?? []);
    const wanted = speakers.slice(0, most);
    const about = [state.head.branch, state.head.seq, ...wanted.map(({ id }) => id)].join(' ');
    if (wanted.length === 0 || about === this.#last) return;
    this.stop();
    this.#last = about;
    this.#begin(wanted, chat.played.id);
  }

  follow(speaker: Member, line: Member): void {
    if (!this.#isWanted || speaker.id === line.id || !haveOwnPlaces(this.#chat)) return;
    this.stop();
    this.#begin([speaker], line.id);
  }

  #begin([speaker, ...others]: readonly Member[], awaited: CharacterId): void {
    if (!speaker) return;
    const reading = readingBy(new AbortController());
    this.#reading = reading;
    reading.over = this.#read(speaker, awaited, reading);
    void reading.over.then(() => {
      if (this.#reading === reading && !reading.abort.signal.aborted) this.#begin(others, awaited);
    });
  }

  stop(): void {
    this.#reading?.abort.abort();
    this.#reading = null;
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

  async #read(speaker: Member, awaited: CharacterId, reading: Reading): Promise<void> {
    const chat = this.#chat;
    const { known } = chat.server;
    const { signal } = reading.abort;
    if (!known) return;
    const planned = await planLine(chat, { speaker, awaited }, { known, signal }).catch(() => null);
    if (!planned || signal.aborted) return;
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
