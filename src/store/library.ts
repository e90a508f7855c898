import { asc, eq } from 'drizzle-orm';
import type { Connection } from './database.ts';
import { card, persona } from './schema.ts';

/** A card as it is kept: bytes untouched, id made from them. */
export type StoredCard = typeof card.$inferSelect;

/** What a list of cards shows. */
export type CardEntry = Omit<StoredCard, 'bytes'>;

/** Cards and personas: what chats are made from. */
export class Library {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
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

  /** Keeps a card; the same bytes twice are one card. */
  addCard(row: StoredCard): void {
    this.#db.insert(card).values(row).onConflictDoNothing().run();
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
    return this.#db.delete(persona).where(eq(persona.name, name)).run().changes > 0;
  }
}
