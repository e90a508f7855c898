import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import type { DomainEvent, EventKind } from '../../domain/events/events.ts';
import type { Connection } from '../database/database.ts';
import { server } from '../schema/schema-terminals.ts';

/** A speaker's prompt that a model server keeps in a file of its own. */
export interface KeptSlot {
  /** Of the file. */
  readonly name: string;
  /** How many characters of the prompt it holds. */
  readonly length: number;
  readonly tokens: number;
  /** Where it lies; empty where only the server knows. */
  readonly folder: string;
}

/** What a server keeps: each speaker's, and the names of files that must be emptied because nobody here can delete them. */
interface Kept {
  readonly owners: Readonly<Record<string, KeptSlot>>;
  readonly gone: readonly string[];
}

/** Nothing but such files is ever deleted, whatever a store says. */
const nameForm = /^sotto-[0-9a-f]{40}$/;
const nameLength = 46;

const nothing: Kept = { owners: {}, gone: [] };

/** Kinds that add to what a prompt holds, or concern none. Whatever is not named here may take something back. */
const adding: ReadonlySet<EventKind> = new Set<EventKind>([
  ...(['chat_started', 'chat_renamed', 'chat_restored', 'book_added', 'director_set', 'player_set'] as const),
  ...(['character_joined', 'character_left', 'audience_group_changed', 'variables_set'] as const),
  ...(['opening_given', 'message_said', 'message_imported', 'message_pinned', 'letter_sent'] as const),
  ...(['reply_received', 'reply_cut_short', 'reply_failed', 'reply_continued', 'judged'] as const),
  ...(['entity_state_change', 'activity_change', 'world_change', 'container_change'] as const),
  ...(['thread_change', 'group_node_initialized', 'group_node_updated', 'significance_scored'] as const),
  ...(['proposal_made', 'proposal_answered', 'scene_closed', 'scene_summarized'] as const),
  ...(['occasion_told', 'time_skipped', 'tool_called', 'tool_set', 'tool_note_set', 'plan_set'] as const),
]);

/** Whether an event may take back something that a prompt holds, rather than adding to it. */
export const takesBack = (event: DomainEvent): boolean => {
  const { kind, actor } = event;
  if (kind === 'edge_update') return (event.payload.forgets ?? []).length > 0;
  if (kind === 'memory_written') return actor === 'human';
  return !adding.has(kind);
};

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is not there, or gone, and the files with it.
    return [];
  }
}

/** With what the server has put beside it under its name. */
function remove({ folder, name }: Pick<KeptSlot, 'folder' | 'name'>): void {
  if (folder === '' || !nameForm.test(name)) return;
  const files = filesIn(folder).filter((file) => file.startsWith(name));
  for (const file of files) rmSync(join(folder, file), { force: true });
}

/** Which prompts model servers keep in files, so that a character's private prompt does not outlive what it says. */
export class KeptSlots {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** What is kept for this owner at a server; null for nothing. */
  of(url: string, owner: string): KeptSlot | null {
    const kept = this.#at(url).owners;
    return Object.hasOwn(kept, owner) ? (kept[owner] ?? null) : null;
  }

  /** Remembers a file before it is written. The one that its owner had goes. */
  keep(url: string, owner: string, slot: KeptSlot): void {
    this.drop(url, owner, slot.name);
    const kept = this.#at(url);
    const gone = kept.gone.filter((name) => name !== slot.name);
    this.#save(url, { owners: { ...kept.owners, [owner]: slot }, gone });
  }

  /** Takes the file of an owner away, unless it is called so. */
  drop(url: string, owner: string, except = ''): void {
    const slot = this.of(url, owner);
    if (!slot || slot.name === except) return;
    const kept = this.#at(url);
    const { [owner]: _, ...owners } = kept.owners;
    this.#save(url, { owners, gone: [...kept.gone, ...goneOf(slot)] });
    remove(slot);
  }

  /** Whether nothing is kept anywhere. */
  get isEmpty(): boolean {
    const rows = this.#db.select().from(server).where(isNotNull(server.cache)).all();
    return rows.every(({ url }) => Object.keys(this.#at(url).owners).length === 0);
  }

  /** Takes all files away: something was taken back that any of them may hold. */
  dropAll(): void {
    const rows = this.#db.select().from(server).where(isNotNull(server.cache)).all();
    for (const { url } of rows) {
      const kept = this.#at(url);
      const slots = Object.values(kept.owners);
      if (slots.length === 0) continue;
      this.#save(url, { owners: {}, gone: [...kept.gone, ...slots.flatMap(goneOf)] });
      slots.forEach(remove);
    }
  }

  /** Removes such files of a folder as nobody here knows of: those of a store that was put in the place of another. */
  sweep(folder: string): void {
    const rows = this.#db.select().from(server).where(isNotNull(server.cache)).all();
    const known = new Set(
      rows.flatMap(({ url }) => Object.values(this.#at(url).owners)).map(({ name }) => name),
    );
    const names = new Set(filesIn(folder).map((file) => file.slice(0, nameLength)));
    for (const name of names) if (!known.has(name)) remove({ folder, name });
  }

  /** Names of files at a server that hold what was taken away and that only the server can empty. */
  gone(url: string): readonly string[] {
    return this.#at(url).gone;
  }

  /** The server has emptied it. */
  emptied(url: string, name: string): void {
    const kept = this.#at(url);
    this.#save(url, { ...kept, gone: kept.gone.filter((one) => one !== name) });
  }

  #at(url: string): Kept {
    const cache = this.#db.select().from(server).where(eq(server.url, url)).get()?.cache;
    return { ...nothing, ...Object(cache?.kept) };
  }

  #save(url: string, kept: Kept): void {
    const before = this.#db.select().from(server).where(eq(server.url, url)).get()?.cache;
    const cache = { ...before, kept };
    this.#db
      .insert(server)
      .values({ url, cache })
      .onConflictDoUpdate({ target: server.url, set: { cache } })
      .run();
  }
}

const goneOf = ({ folder, name }: KeptSlot): string[] => (folder === '' ? [name] : []);
