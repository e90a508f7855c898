import type { StoredEvent } from '../../domain/events.ts';
import { foldName } from '../../domain/world.ts';
import type { SillyTavernGroup } from '../../interop/sillytavern-group.ts';
import type { PresetKind, StoredPreset } from '../../store/library.ts';
import type { Context } from '../context.ts';
import type { Progress } from '../progress.ts';

/** What an import took from a file. */
export interface Taken {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** False when it was there already. */
  readonly isNew: boolean;
  /** What the person should know. */
  readonly warnings: readonly string[];
}

type Preset = Omit<StoredPreset, 'chosen'>;

const content = ({ body, foreign }: Pick<Preset, 'body' | 'foreign'>): string =>
  JSON.stringify([{ ...body, name: '' }, foreign]);

/** One import of a folder: what it may do, and what its files have said of each other so far. */
export class Intake {
  readonly context: Context;
  readonly progress: Progress;
  /** True when nothing may be stored. */
  readonly isDry: boolean;
  /** Cards by the file name that other files know them by. */
  readonly avatars = new Map<string, { id: string; names: readonly string[] }>();
  /** Names of lorebooks by those that other files know them by. */
  readonly books = new Map<string, string>();
  /** Groups by the names of their chats. */
  readonly groups = new Map<string, SillyTavernGroup>();
  readonly #presets = new Map<PresetKind, Map<string, string>>();
  #cards: Set<string> | null = null;
  #chats: Map<string, string> | null = null;

  constructor(context: Context, progress: Progress, isDry: boolean) {
    this.context = context;
    this.progress = progress;
    this.isDry = isDry;
  }

  /** Does what stores something, whole or not at all; nothing in a dry run. */
  store(work: () => void): void {
    if (!this.isDry) this.context.store.atomically(work);
  }

  /** Keeps a named thing; one that is called so and is another gets a number. The same twice is one. */
  keepPreset(preset: Preset): { name: string; isNew: boolean } {
    const { kind } = preset;
    const known = this.#presetsOf(kind);
    const wanted = content(preset);
    let name = preset.name;
    for (let n = 2; known.has(name) && known.get(name) !== wanted; n += 1) name = `${preset.name} ${n}`;
    if (known.has(name)) return { name, isNew: false };
    known.set(name, wanted);
    const body = 'name' in preset.body ? { ...preset.body, name } : preset.body;
    this.store(() => this.context.store.library.setPreset({ ...preset, name, body }));
    return { name, isNew: true };
  }

  #presetsOf(kind: PresetKind): Map<string, string> {
    const known = this.#presets.get(kind);
    if (known) return known;
    const stored = this.context.store.library.presets([kind]);
    const fresh = new Map(stored.map((preset) => [preset.name, content(preset)]));
    this.#presets.set(kind, fresh);
    return fresh;
  }

  /** Whether a card of this id was not there yet; from now on it is. */
  isNewCard(id: string): boolean {
    this.#cards ??= new Set(this.context.store.library.cards().map((card) => card.id));
    const isNew = !this.#cards.has(id);
    this.#cards.add(id);
    return isNew;
  }

  /** Chats that came from files, by the hash of the file. */
  get chats(): Map<string, string> {
    const { store } = this.context;
    this.#chats ??= new Map(
      store.chats.list().flatMap(({ id }): [string, string][] => {
        const [first] = store.log.all({ chat: id });
        const hash = sourceHash(first);
        return hash === null ? [] : [[hash, id]];
      }),
    );
    return this.#chats;
  }

  /** The card of the character of this name, among those of these avatars. */
  cardOf(avatars: readonly string[], name: string): { id: string; index: number } | null {
    for (const avatar of avatars) {
      const card = this.avatars.get(avatar);
      const index = card?.names.findIndex((one) => foldName(one) === foldName(name)) ?? -1;
      if (card && index >= 0) return { id: card.id, index };
    }
    return null;
  }
}

function sourceHash(event: StoredEvent | undefined): string | null {
  const payload = event?.payload as { foreign?: { source?: { sha256?: unknown } } } | undefined;
  const hash = payload?.foreign?.source?.sha256;
  return typeof hash === 'string' ? hash : null;
}
