import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigSearch } from '../../config/find.ts';
import { dataFolder, slotFolder, storeFile } from '../../config/folders.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { keepsPrompts } from '../../config/servers.ts';
import type { Backend } from '../../inference/backend.ts';
import { withPace } from '../../inference/measured-pace.ts';
import { Spending, withBudget } from '../../inference/spending.ts';
import type { Outside } from '../../outside/outside.ts';
import { findChat } from '../../play/chat/find-chat.ts';
import type { PlayParts, PlaySettings } from '../../play/chat/parts.ts';
import { recoverCutReplies } from '../../play/lease/recover.ts';
import type { NewChatParts } from '../../play/new-chat.ts';
import type { Play } from '../../play/play.ts';
import type { Store } from '../../store/store.ts';
import { packageRoot } from '../files/package-root.ts';
import { pidSpace } from '../files/pid-space.ts';
import { Bookshelf } from '../library/books.ts';
import { isBundled } from '../library/bundled.ts';
import { CardCharacters } from '../library/card-characters.ts';
import { CardScripts } from '../library/card-scripts.ts';
import { FiledCards } from '../library/filed-as.ts';
import { KeptBooks } from '../library/kept-books.ts';
import { bookkeeping } from './bookkeeping.ts';
import { Coming } from './coming.ts';
import { type Identity, identityOf } from './ids.ts';
import { openInRoles } from './in-roles.ts';
import {
  checkServer,
  classifierOf,
  keepingIn,
  narrativeServer,
  openServer,
  serverInfoStore,
} from './model-servers.ts';
import { openStore } from './open-store.ts';
import { type AppOptions, offsetSource, timeSource } from './options.ts';
import { nobody, type Person } from './person.ts';
import { playSettings } from './play-settings.ts';
import { outsideAt, webOf } from './reach.ts';
import { RunConfig } from './run-config.ts';
import { Timers } from './timers.ts';

/** Of this process, whatever chats it opens. */
const spending = new Spending();

/** Wires the parts together for one run of the program. Each part is opened when a command first needs it. */
export class App {
  readonly options: AppOptions;
  /** Who is asked and told; a screen that is open takes the place of the terminal. */
  person: Person;
  readonly now: () => string;
  readonly identity: Identity;
  readonly config: RunConfig;
  readonly packageRoot = packageRoot();
  /** The model that is being fetched meanwhile. */
  readonly coming = new Coming();
  readonly #timers = new Timers();
  #settings: PlaySettings | undefined;
  #outside: Promise<Outside> | undefined;
  #store: Store | undefined;
  #library:
    | {
        readonly characters: CardCharacters;
        readonly scripts: CardScripts;
        readonly shelf: Bookshelf;
        readonly filed: FiledCards;
      }
    | undefined;

  constructor(options: AppOptions, person: Person = nobody) {
    this.options = options;
    this.person = person;
    this.now = timeSource(options);
    this.identity = identityOf(options.seed);
    this.config = new RunConfig(options, () =>
      this.#store || existsSync(this.storeFile) ? this.store : undefined,
    );
  }

  get search(): ConfigSearch {
    return this.config.search;
  }

  /** All settings, presets in use included. A store is read for these, but never made. */
  get loaded(): LoadedConfig {
    return this.config.loaded;
  }

  /** The settings without presets. */
  get given(): LoadedConfig {
    return this.config.given;
  }

  /** Other presets were chosen: the settings are read again. */
  presetsChanged(): void {
    this.config.forget();
    this.#settings = undefined;
  }

  get dataFolder(): string {
    return dataFolder({ ...this.search, flag: this.options.data });
  }

  get storeFile(): string {
    return storeFile({ ...this.search, flag: this.options.data });
  }

  /** Whether the store is open in this run. */
  get hasStore(): boolean {
    return this.#store?.isOpen ?? false;
  }

  get store(): Store {
    this.#store ??= this.#openStore();
    return this.#store;
  }

  #openStore(): Store {
    const { snapshots } = this.given.config;
    const options = {
      file: this.storeFile,
      migrations: join(this.packageRoot, 'drizzle'),
      ids: this.identity.ids,
      snapshots: {
        everyEvents: snapshots.every_events,
        everyMinutes: snapshots.every_minutes,
        keep: snapshots.keep,
        preRewindDays: snapshots.pre_rewind_days,
      },
    };
    const store = openStore(options, this.person);
    this.#store = store;
    if (!store.isReadOnly) recoverCutReplies(this.playParts);
    return store;
  }

  /** What a play obeys; made anew after other presets were chosen. */
  get settings(): PlaySettings {
    this.#settings ??= playSettings(this.loaded, this.store);
    return this.#settings;
  }

  get playParts(): PlayParts {
    const { store, now, identity, config } = this;
    const settings = () => this.settings;
    const after: PlayParts['after'] = (milliseconds, run) => this.#timers.after(milliseconds, run);
    return {
      store,
      get settings() {
        return settings();
      },
      get classifier() {
        return classifierOf(config, { infoStore: serverInfoStore(store), after });
      },
      outsideTools: () => this.#outsideTools(),
      get web() {
        return webOf(config.loaded);
      },
      now,
      offsetAt: offsetSource(this.options),
      seedFor: (about, alternative) => {
        const { seed } = this.loaded.config.sampling;
        return seed > 0 ? (seed + alternative) % 2 ** 31 : identity.seedFor(about, alternative);
      },
      backend: () => this.openBackend(),
      coming: this.coming,
      character: (card) => this.#read.characters.find(card)?.character ?? null,
      books: ({ speaker: { card }, chat }) => {
        const { characters, shelf } = this.#read;
        return shelf.inUse((card && characters.find(card)?.book) ?? null, chat, card);
      },
      scriptsOf: (member) => this.#read.scripts.of(member?.card ?? null),
      filedAs: ({ card }) => (card ? this.#read.filed.of(card) : { names: [], tags: [] }),
      idFor: identity.idFor,
      pid: process.pid,
      pidSpace: pidSpace(),
      clock: () => performance.now(),
      after,
      ...bookkeeping(config, after, () => store.vectors.missing),
    };
  }

  get newChatParts(): NewChatParts {
    const { store, now, identity } = this;
    const { config } = this.loaded;
    const { idFor } = identity;
    const { UserRole: role, user, cast } = config;
    const bundled = (card: string) => isBundled(this.packageRoot, card);
    return { store, now, idFor, isBundled: bundled, role, userName: user.name, castMax: cast.max };
  }

  async openBackend(): Promise<Backend> {
    const { store } = this;
    const isKeeping = keepsPrompts(this.loaded);
    if (!isKeeping && !store.keptSlots.isEmpty) store.ifWritable(() => store.keptSlots.dropAll());
    store.keptSlots.sweep(slotFolder(this.dataFolder));
    const server = {
      ...narrativeServer(this.config.servers),
      ...{ infoStore: serverInfoStore(store), keeping: keepingIn(store, isKeeping) },
    };
    const { budget } = this.loaded.config.backend;
    return withPace(withBudget(await openServer(server), spending, budget));
  }

  /** Throws what is wrong with the settings of the model server, before anything is stored; no network. */
  async checkBackend(): Promise<void> {
    await checkServer(narrativeServer(this.config.servers));
  }

  /** What is read of the library, each part once. */
  get #read() {
    const { store } = this;
    const kept = new KeptBooks(store);
    const characters = this.#library?.characters ?? new CardCharacters(store, kept);
    this.#library ??= {
      characters,
      scripts: new CardScripts(store, characters),
      shelf: new Bookshelf(store, kept),
      filed: new FiledCards(store),
    };
    return this.#library;
  }

  /** Id of the chat that an address means; nothing or `-` is where something was done last. */
  chatId(address?: string): string {
    return findChat(this.store, address);
  }

  /** The chat that an address means, open for play; `as` plays a character for this run only. */
  play(address?: string, as?: string): Play {
    return openInRoles(this.playParts, this.chatId(address), as, this.loaded.config);
  }

  async #outsideTools() {
    this.#outside ??= outsideAt(this, (line) => this.person.tell(line));
    return (await this.#outside).tools();
  }

  /** Closes what was opened; nothing of it runs later. */
  close(): void {
    this.#outside?.then((outside) => outside.close());
    this.#timers.cancel();
    this.#store?.close();
  }

  /** What SQLite says as a SottoError, where the error is one of its own. */
  explain(error: unknown): unknown {
    return this.#store ? this.#store.explain(error) : error;
  }
}
