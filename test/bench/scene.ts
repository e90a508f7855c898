import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCard } from '../../src/app/cards/cards.ts';
import { App } from '../../src/app/run/app.ts';
import type { CharacterId } from '../../src/domain/message.ts';
import { startChat } from '../../src/play/new-chat.ts';
import { sized } from './size.ts';
import { played } from './story.ts';

/** Messages of every chat at the smallest: as many as what is measured goes through. */
const fewest = 120;
const three = ['cards/the-last-ferry.json'];
/** The bundled cards that together have a cast of six. */
export const six = [...three, 'cards/the-word-under-the-table.json'];

/** Where the benches work: a temporary folder with chats of given lengths, each built when first asked for. */
export class Scene {
  readonly folder = mkdtempSync(join(tmpdir(), 'sotto-bench-'));
  readonly config = join(this.folder, 'config.toml');
  readonly #talk: (text: string) => void;
  readonly #built = new Map<number, string>();
  #folders = 0;

  /** `talk` is told what takes long. */
  constructor(talk: (text: string) => void) {
    this.#talk = talk;
    writeFileSync(this.config, '[backend]\nkind = "understudy"\n');
    for (const name of Object.keys(process.env)) if (name.startsWith('SOTTO_')) delete process.env[name];
  }

  /** What tells a `sotto` of its own process to use this data folder and nothing of the machine's owner. */
  flags(data: string): string[] {
    return ['--data', data, '--config', this.config];
  }

  /** The program's own wiring on this data folder, its time standing still where one is given; the caller closes it. */
  context(data: string, now?: string): App {
    const globals = { data, config: this.config, seed: '1', ...(now !== undefined && { now }) };
    return new App(globals);
  }

  /** A new data folder. */
  emptyFolder(): string {
    this.#folders += 1;
    const folder = join(this.folder, String(this.#folders));
    mkdirSync(folder);
    return folder;
  }

  /** A data folder with one chat of `wanted` messages, fewer at the smallest, to be read only. */
  chatOf(wanted: number): string {
    const count = sized(wanted, Math.min(wanted, fewest));
    const known = this.#built.get(count);
    if (known !== undefined) return known;
    this.#talk(`writing a chat of ${count.toLocaleString('en')} messages`);
    const data = this.emptyFolder();
    const context = this.context(data);
    const { id, cast } = newChat(context);
    context.store.chats.append(id, { actor: 'import', at: context.now() }, () => [...played(cast, count)]);
    context.close();
    this.#built.set(count, data);
    return data;
  }

  /** A data folder with a copy of that chat, to be written to. */
  copyOf(count: number): string {
    const data = this.emptyFolder();
    copyFileSync(join(this.chatOf(count), 'sotto.db'), join(data, 'sotto.db'));
    return data;
  }

  /** Removes everything. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A new chat on bundled cards, of three unless told, the played one first in the cast: one of them unless told. */
export function newChat(
  context: App,
  as?: string,
  paths: readonly string[] = three,
): { id: string; cast: CharacterId[] } {
  const cards = paths.map((path) => keepCard(context, join(context.packageRoot, path)));
  const id = startChat(context.newChatParts, { cards, as });
  const { cast, playing } = context.play(id).state();
  return {
    id,
    cast: [playing.id, ...cast.map((member) => member.id).filter((other) => other !== playing.id)],
  };
}
