import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Connection } from './database/database.ts';
import { KeptSlots } from './log/kept-slots.ts';
import { BookParts, partKind, type Replacing } from './lore/book-parts.ts';
import { persona, preset } from './schema/schema.ts';
import { card } from './schema/schema-identity.ts';

/** A card as it is kept: bytes untouched, id made from them. */
export type StoredCard = typeof card.$inferSelect;

/** What a list of cards shows. */
export type CardEntry = Omit<StoredCard, 'bytes'>;

/** A named set of samplers, a turn template or a context template. */
export type StoredPreset = typeof preset.$inferSelect;

/** Which sort of preset. */
export type PresetKind = StoredPreset['kind'];

const called = (kind: PresetKind, name: string) => and(eq(preset.kind, kind), eq(preset.name, name));

/** Cards, personas and presets: what chats are made from and played with. */
export class Library {
  readonly #db: Connection['db'];
  readonly #keptSlots: KeptSlots;
  readonly #parts: BookParts;
  #edits = 0;

  constructor(connection: Connection) {
    this.#db = connection.db;
    this.#parts = new BookParts(connection);
    this.#keptSlots = new KeptSlots(connection);
  }

  /** Every card, by name. */
  cards(): CardEntry[] {
    const { id, name, spec, kind, addedAt } = card;
    return this.#db.select({ id, name, spec, kind, addedAt }).from(card).orderBy(asc(card.name)).all();
  }

  /** The card of this id with its bytes. */
  card(id: string): StoredCard | undefined {
    return this.#db.select().from(card).where(eq(card.id, id)).get();
  }

  /** Whether there is a card of this id. */
  hasCard(id: string): boolean {
    return this.#db.select({ id: card.id }).from(card).where(eq(card.id, id)).get() !== undefined;
  }

  /** Keeps a card; the same bytes twice are one card. */
  addCard(row: StoredCard): void {
    this.#db.insert(card).values(row).onConflictDoNothing().run();
  }

  /** From now on a name that both cards have means the new one; both stay. */
  replaceCard(before: string, after: string): void {
    this.deletePreset('replaced_card', after);
    this.setPreset({ kind: 'replaced_card', name: before, body: { by: after }, foreign: {} });
  }

  /** Ids of the cards in whose place their author put another. */
  replacedCards(): Set<string> {
    return new Set(this.presets(['replaced_card']).map(({ name }) => name));
  }

  /** Every persona, by name. */
  personas(): { name: string; description: string }[] {
    return this.#db.select().from(persona).orderBy(asc(persona.name)).all();
  }

  /** Adds a persona or changes its description. */
  setPersona(name: string, description: string): void {
    const set = { description };
    this.#db
      .insert(persona)
      .values({ name, description })
      .onConflictDoUpdate({ target: persona.name, set })
      .run();
  }

  /** False when there was none of this name. Chats keep the copy that they were played with. */
  deletePersona(name: string): boolean {
    this.deletePreset('persona_picture', name);
    return this.#db.delete(persona).where(eq(persona.name, name)).run().changes > 0;
  }

  /** The PNG of a persona; undefined where it has none. */
  personaPicture(name: string): Uint8Array | undefined {
    const { png } = (this.preset('persona_picture', name)?.body ?? {}) as { readonly png?: unknown };
    return typeof png === 'string' ? Buffer.from(png, 'base64') : undefined;
  }

  /** Gives a persona a PNG, in place of the one that it had. */
  setPersonaPicture(name: string, png: Uint8Array): void {
    const body = { png: Buffer.from(png).toString('base64') };
    this.setPreset({ kind: 'persona_picture', name, body, foreign: {} });
  }

  /** Every preset, or those of some kinds, by kind and name. */
  presets(kinds?: readonly PresetKind[]): StoredPreset[] {
    const wanted = kinds ? inArray(preset.kind, [...kinds]) : ne(preset.kind, partKind);
    const rows = this.#db.select().from(preset).where(wanted).orderBy(asc(preset.kind), asc(preset.name));
    return rows.all().map((row) => this.#whole(row));
  }

  #whole(row: StoredPreset): StoredPreset {
    if (row.kind !== 'lorebook') return row;
    return { ...row, body: this.#parts.whole(row.name, row.body) };
  }

  /** The presets of a kind, or all, by kind and name, without what they hold. */
  presetNames(of?: PresetKind): Pick<StoredPreset, 'kind' | 'name' | 'chosen'>[] {
    const { kind, name, chosen } = preset;
    const wanted = of ? eq(kind, of) : ne(kind, partKind);
    return this.#db
      .select({ kind, name, chosen })
      .from(preset)
      .where(wanted)
      .orderBy(asc(kind), asc(name))
      .all();
  }

  /** A lorebook without those of its entries that stand apart, and these, some at a time; undefined without one of this name. */
  bookInParts(name: string): { row: StoredPreset; pages: Iterable<readonly unknown[]> } | undefined {
    const row = this.#db.select().from(preset).where(called('lorebook', name)).get();
    return row && { row, pages: this.#parts.pages(name) };
  }

  /** How many entries a lorebook has. */
  entriesOf(book: string): number {
    return this.#parts.count(book);
  }

  /** The preset of this kind and name. */
  preset(kind: PresetKind, name: string): StoredPreset | undefined {
    const row = this.#db.select().from(preset).where(called(kind, name)).get();
    return row && this.#whole(row);
  }

  /** Rises with each change of a preset by this process; other processes' show in `Store.dataVersion`. */
  get edits(): number {
    return this.#edits;
  }

  /** Adds a preset or replaces what it holds; whether it is in use stays as it is. */
  setPreset(row: Omit<StoredPreset, 'chosen'>): void {
    const { kind, name, body } = row;
    this.#put(kind === 'lorebook' ? { ...row, body: this.#parts.put(name, body) } : row);
  }

  /** The same of a large lorebook, whose entries come as JSON one after the other: its `body` is without them. */
  settingBook({ name, body, foreign }: Pick<StoredPreset, 'name' | 'body' | 'foreign'>): Replacing {
    this.#put({ kind: 'lorebook', name, body, foreign });
    return this.#parts.replacing(name);
  }

  #put({ kind, name, body, foreign }: Omit<StoredPreset, 'chosen'>): void {
    this.#edits += 1;
    if (kind === 'lorebook') this.#keptSlots.dropAll();
    const set = { body: sql`excluded.body`, foreign: sql`excluded."foreign"` };
    this.#db
      .insert(preset)
      .values({ kind, name, body, foreign })
      .onConflictDoUpdate({ target: [preset.kind, preset.name], set })
      .run();
  }

  /** Makes this preset the one of its kind that is in use; null = none of the kind. */
  choosePreset(kind: PresetKind, name: string | null): void {
    this.#edits += 1;
    this.#db.transaction((db) => {
      db.update(preset).set({ chosen: false }).where(eq(preset.kind, kind)).run();
      if (name !== null) db.update(preset).set({ chosen: true }).where(called(kind, name)).run();
    });
  }

  /** Takes one into use or out of it, for kinds of which several may be in use. */
  setInUse(kind: PresetKind, name: string, chosen: boolean): void {
    this.#edits += 1;
    this.#db.update(preset).set({ chosen }).where(called(kind, name)).run();
  }

  /** Forgets a preset. */
  deletePreset(kind: PresetKind, name: string): void {
    this.#edits += 1;
    if (kind === 'lorebook') {
      this.#keptSlots.dropAll();
      this.#parts.drop(name);
    }
    this.#db.delete(preset).where(called(kind, name)).run();
  }
}
