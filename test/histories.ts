import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identityOf } from '../src/app/run/ids.ts';
import { Timers } from '../src/app/run/timers.ts';
import { defaultTagStyle } from '../src/domain/audience/audience.ts';
import { defaultOocStyle } from '../src/domain/audience/ooc.ts';
import type { NewEvent } from '../src/domain/events/events.ts';
import type { Message } from '../src/domain/message.ts';
import { foldName, memberNamed, memberOf, opened } from '../src/domain/world/world.ts';
import type { Backend } from '../src/inference/backend.ts';
import { createUnderstudy } from '../src/inference/understudy/backend.ts';
import type { PlayParts, PlaySettings } from '../src/play/chat/parts.ts';
import { startChat } from '../src/play/new-chat.ts';
import { openPlay } from '../src/play/open-play.ts';
import type { Play } from '../src/play/play.ts';
import { plainTemplate } from '../src/prompt/template/turn-template.ts';
import type { ChatState, StoreOptions } from '../src/store/chats/state.ts';
import { Store } from '../src/store/store.ts';
import { freshFolder } from './folders.ts';
import { characters, quay } from './quay.ts';

/** Folder of the migrations that every store is made with. */
export const migrations = fileURLToPath(new URL('../drizzle', import.meta.url));

export { patience, runs } from './cases.ts';
export { freshFolder };

export const snapshots: StoreOptions['snapshots'] = {
  everyEvents: 100,
  everyMinutes: 30,
  keep: 5,
  preRewindDays: 14,
};

/** A store in this folder whose ids are made from what they stand for and this seed. */
export const openStore = (folder: string, more: Partial<StoreOptions> = {}): Store =>
  new Store({ file: join(folder, 'sotto.db'), migrations, ids: identityOf('7').ids, snapshots, ...more });

export const settings: PlaySettings = {
  tag: defaultTagStyle,
  untaggedReply: 'inherit',
  reveal: 'stream',
  ooc: defaultOocStyle,
  hint: 'count',
  castMax: 8,
  memory: { scope: 'chat', most: 5, perChat: 2, shape: 'plain' },
  pinsMost: 8,
  lastScenes: 3,
  autoTurn: false,
  maxHops: 6,
  autoDelay: 5,
  budget: { context: 0, hard: 8192, soft: 6144 },
  maxTokens: 200,
  stop: [],
  sampling: {},
  layout: { order: 'cache', live: 'before_user', context: null, preset: null },
  template: plainTemplate,
  warmUp: true,
  patience: 2000,
  status: [],
  userName: 'You',
};

/** What a scene may be made with, other than the usual. */
export interface SceneOptions {
  readonly store?: Store;
  readonly settings?: Partial<PlaySettings>;
  readonly backend?: () => Promise<Backend>;
  readonly title?: string;
  readonly untagged?: 'inherit' | 'public' | undefined;
  readonly pid?: number;
}

/** Timers of a program on a store: with it they end, as `App.close` has it. */
function timersUntilClosed(store: Store): Timers {
  const timers = new Timers();
  const close = store.close.bind(store);
  store.close = () => {
    timers.cancel();
    close();
  };
  return timers;
}

/** A chat on the quay: Maren, Ansel, Odile and Tomas, whom the human plays. */
export class Scene {
  readonly store: Store;
  readonly parts: PlayParts;
  readonly id: string;
  readonly play: Play;
  /** The time of what happens next; tests move it. */
  at = Date.parse('2026-01-31T12:00:00Z');

  constructor(store: Store, options: SceneOptions = {}) {
    const { ids, seedFor } = identityOf('7');
    const understudy = createUnderstudy();
    const timers = timersUntilClosed(store);
    this.store = store;
    this.parts = {
      store,
      settings: { ...settings, ...options.settings },
      backend: options.backend ?? (async () => understudy),
      character: ({ index }) => characters[index] ?? null,
      now: () => new Date(this.at).toISOString(),
      seedFor,
      idFor: (about) => ids(about, 0),
      pid: options.pid ?? process.pid,
      pidSpace: 'quay',
      clock: () => performance.now(),
      after: (milliseconds, run) => timers.after(milliseconds, run),
    };
    const { now } = this.parts;
    this.id = startChat(
      { store, now, userName: 'Tomas', castMax: 8, idFor: (about) => ids(about, 0) },
      { cards: [{ id: 'quay', card: quay }], title: options.title ?? 'The quay', untagged: options.untagged },
    );
    this.play = this.playing();
  }

  /** The chat opened as somebody, or as whom it is played. */
  playing(as?: string): Play {
    return openPlay(this.parts, this.id, as);
  }

  get state(): ChatState {
    return this.store.chats.read(this.id);
  }

  /** Id of one of the cast, by the name that they have or had when they first came; empty for a stranger. */
  who(name: string): string {
    const world = opened(this.state.world);
    const first = this.parts.idFor(`character\n${this.id}\n${foldName(name)}`);
    return (memberNamed(world, name) ?? memberOf(world, first))?.id ?? '';
  }

  /** Lets a minute pass and writes facts as one turn at the head; the id of the first. */
  given(fact: NewEvent, actor: 'human' | 'model' = 'human'): string {
    this.at += 60_000;
    const how = { actor, at: this.parts.now() };
    return this.store.chats.append(this.id, how, () => [fact]).events[0]?.id ?? '';
  }

  /** Somebody said this, to everyone or to some; the id of the message. */
  said(by: string, text: string, to: readonly string[] = []): string {
    const knownTo = to.length > 0 ? [...to, by].map((name) => this.who(name)) : [];
    return this.given({ kind: 'message_said', payload: { speaker: this.who(by), raw: text, text, knownTo } });
  }

  /** A model's reply that arrived whole, or was cut short, and what it thought before. */
  replied(
    by: string,
    text: string,
    how: { to?: readonly string[]; cut?: boolean; reasoning?: string; backend?: string } = {},
  ): string {
    const { to = [], cut = false, reasoning = '', backend = 'understudy' } = how;
    const knownTo = to.length > 0 ? [...to, by].map((name) => this.who(name)) : [];
    const origin = { answers: null, backend, model: 'understudy', seed: 1, windowFrom: null };
    const thought = reasoning === '' ? {} : { reasoning };
    const words = { speaker: this.who(by), raw: text, text, knownTo, ...thought, ...origin };
    return this.given(
      cut
        ? { kind: 'reply_cut_short', payload: { ...words, reason: 'stopped' } }
        : { kind: 'reply_received', payload: words },
      'model',
    );
  }

  /** All that somebody (or everyone together) perceives under the head, oldest first. */
  seenBy(name: string | 'everyone'): Message[] {
    const viewer = name === 'everyone' ? name : this.who(name);
    return this.store.view(this.id, viewer, this.state.head).last(10_000);
  }

  /** The texts of `seenBy`. */
  texts(name: string): string[] {
    return this.seenBy(name).map(({ text }) => text);
  }
}

/** A scene in a store of its own, closed and removed by `close`. */
export function openScene(
  options: SceneOptions & { snapshots?: StoreOptions['snapshots'] } = {},
): Scene & { close: () => void } {
  const { folder, remove } = freshFolder();
  const store = openStore(folder, options.snapshots && { snapshots: options.snapshots });
  const close = () => {
    store.close();
    remove();
  };
  return Object.assign(new Scene(store, options), { close });
}
