import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addToLibrary } from '../../../src/app/cards/cards.ts';
import { readCardFile } from '../../../src/app/library/card-files.ts';
import { App } from '../../../src/app/run/app.ts';
import { identityOf } from '../../../src/app/run/ids.ts';
import { nobody } from '../../../src/app/run/person.ts';
import { Timers } from '../../../src/app/run/timers.ts';

import type { Backend } from '../../../src/inference/backend.ts';
import type { PlayParts, PlaySettings } from '../../../src/play/chat/parts.ts';
import { copyStore } from '../../../src/store/backup/copy-store.ts';
import { Store } from '../../../src/store/store.ts';
import { freshFolder, migrations, openStore, snapshots } from '../../histories.ts';
import type { Quay } from '../doing.ts';
import { book } from '../variant.ts';

/** The store as whoever is told of it finds it named, whichever history it holds. */
const file = '/nowhere/sotto.db';
/** A folder in which nothing can be made. */
const nothingThere = '/dev/null';
/** The hint counts what was not perceived, for the human; a panel may be asked to show others' minds. */
const config = '[privacy]\nhint = "none"\ndrawer = "own"\n';

/** The program over a store of a scene, with what a scene is played with in place of what this machine has. */
export class SceneApp extends App {
  readonly #parts: PlayParts;
  readonly told: string[];

  constructor(parts: PlayParts, configFile?: string, told: string[] = []) {
    const tell = (text: string): void => void told.push(text);
    super(
      { data: nothingThere, now: parts.now(), seed: '7', ...(configFile && { config: configFile }) },
      { ...nobody, tell },
    );
    this.#parts = parts;
    this.told = told;
  }

  override get store(): Store {
    return this.#parts.store;
  }

  override get settings(): PlaySettings {
    return this.#parts.settings;
  }

  override get playParts(): PlayParts {
    return this.#parts;
  }

  override async openBackend(): Promise<Backend> {
    return this.#parts.backend();
  }

  override async checkBackend(): Promise<void> {}

  override explain(error: unknown): unknown {
    return this.store.explain(error);
  }
}

const card = Buffer.from(
  JSON.stringify({
    ...{ spec: 'chara_card_v2', spec_version: '2.0' },
    data: { name: 'Quay', description: 'A quay at low water.', first_mes: 'No boat today.' },
  }),
);

/** Puts what people keep into a library: a card, a persona, a lorebook, samplers. */
function furnish(store: Store, now: string): void {
  addToLibrary({ store, now: () => now }, { id: 'quay', card: readCardFile(card), bytes: card });
  store.library.setPersona('Tide', 'Late, and sorry.');
  store.library.setPreset({ kind: 'lorebook', name: 'Quay', body: { ...book }, foreign: {} });
  store.library.setPreset({ kind: 'sampling', name: 'Quay', body: { temperature: 1 }, foreign: {} });
}

/** A history as it is when somebody comes to ask, as one of its cast: what is asked there leaves it as it is. */
export class Doorstep {
  readonly chat: string;
  readonly #scene: Quay;
  readonly #folder = freshFolder();
  readonly #timers = new Timers();
  readonly #read: Store;

  constructor(scene: Quay, who: string) {
    this.#scene = scene;
    this.chat = scene.id;
    const { folder } = this.#folder;
    writeFileSync(join(folder, 'config.toml'), config);
    copyStore(scene.store.file, join(folder, 'sotto.db'));
    const store = openStore(folder);
    const character = scene.who(who);
    store.chats.append(scene.id, { actor: 'human', at: scene.parts.now() }, () => [
      { kind: 'played_as', payload: { character, persona: null } },
    ]);
    furnish(store, scene.parts.now());
    store.close();
    const ids = identityOf('7').ids;
    const copy = { file: store.file, drop: () => {} };
    this.#read = new Store({ file, copy, migrations, ids, snapshots });
  }

  #appOver(store: Store): SceneApp {
    const { parts } = this.#scene;
    const after: PlayParts['after'] = (milliseconds, run) => this.#timers.after(milliseconds, run);
    const settings = { ...parts.settings, hint: 'none' as const };
    return new SceneApp({ ...parts, store, settings, after }, join(this.#folder.folder, 'config.toml'));
  }

  /** What is found where nothing can be written. */
  reading<Found>(ask: (app: SceneApp) => Promise<Found>): Promise<Found> {
    return ask(this.#appOver(this.#read));
  }

  /** What is found where all can be written, on a copy that nobody sees again. */
  async writing<Found>(ask: (app: SceneApp) => Promise<Found>): Promise<Found> {
    const { folder, remove } = freshFolder();
    copyFileSync(join(this.#folder.folder, 'sotto.db'), join(folder, 'sotto.db'));
    const store = openStore(folder);
    try {
      return await ask(this.#appOver(store));
    } finally {
      store.close();
      remove();
    }
  }

  /** Takes away what was copied. */
  close(): void {
    this.#timers.cancel();
    this.#read.close();
    rmSync(this.#folder.folder, { recursive: true, force: true });
  }
}
