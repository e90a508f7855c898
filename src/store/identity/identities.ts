import { and, eq } from 'drizzle-orm';
import { type Connection, immediately } from '../database/database.ts';
import { kinship, origin } from '../schema/schema-identity.ts';

/** A character of a card in the library. */
export interface OfCard {
  readonly id: string;
  readonly index: number;
}

/** Who a character of a card is: the identity that it was given first, and the one that stands for all with which that is one. */
export interface Kin {
  readonly identity: string;
  readonly same: string;
}

const ownOf = ({ id, index }: OfCard): string => `${id}.${index}`;

/** Who the characters of cards are: the same through edits of a card, and where a person says that two are one. */
export class Identities {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The identity of a character: made from the card that it came in first, or that of another with which it is one. */
  of(character: OfCard): string {
    return this.reader()(character);
  }

  /** As `of`, for many: reads the tables once. */
  reader(): (character: OfCard) => string {
    const { db } = this.#connection;
    const origins = new Map(
      db
        .select()
        .from(origin)
        .all()
        .map(({ card, character, identity }) => [ownOf({ id: card, index: character }), identity]),
    );
    const same = new Map(
      db
        .select()
        .from(kinship)
        .all()
        .map((row) => [row.identity, row.same]),
    );
    return (character) => {
      const first = origins.get(ownOf(character)) ?? ownOf(character);
      return same.get(first) ?? first;
    };
  }

  /** A character of a new card is who it was made from. */
  inherit(character: OfCard, from: OfCard): void {
    const { id: card, index } = character;
    const identity = this.#firstOf(from);
    this.#connection.db
      .insert(origin)
      .values({ card, character: index, identity })
      .onConflictDoNothing()
      .run();
  }

  /** Who a character is, where that is not made from its own card alone; null where it is. */
  kinOf(character: OfCard): Kin | null {
    const kin = { identity: this.#firstOf(character), same: this.of(character) };
    return kin.identity === kin.same && kin.identity === ownOf(character) ? null : kin;
  }

  /** Ids of the other cards whose character at this place was made from the same; they need not be in the library. */
  cardsOfKin(character: OfCard): string[] {
    const { id, index } = character;
    const identity = this.#firstOf(character);
    const rows = this.#connection.db.select().from(origin).where(eq(origin.identity, identity)).all();
    const first = identity.slice(0, identity.lastIndexOf('.'));
    const cards = new Set([first, ...rows.map(({ card }) => card)]);
    cards.delete(id);
    return [...cards].filter((one) => this.#firstOf({ id: one, index }) === identity);
  }

  /** The characters of earlier versions of its card, the oldest first: they were made from the same as it is. */
  before({ id, index }: OfCard): OfCard[] {
    return this.#connection.sqlite
      .prepare<[object], OfCard>(
        `SELECT e.card AS id, e.character AS "index" FROM origin o JOIN origin e
         ON e.identity = o.identity AND e.rowid < o.rowid
         WHERE o.card = @id AND o.character = @index ORDER BY e.rowid`,
      )
      .all({ id, index });
  }

  /** A character of a new card is who another store says; what was said here of identities counts more. */
  restore(character: OfCard, { identity, same }: Kin): void {
    const { db } = this.#connection;
    const { id: card, index } = character;
    if (identity !== ownOf(character))
      db.insert(origin).values({ card, character: index, identity }).onConflictDoNothing().run();
    if (identity === same || this.#sameAs(identity) !== undefined) return;
    const head = this.#sameAs(same) ?? same;
    for (const one of [identity, same]) this.#set(one, head);
  }

  #sameAs(identity: string): string | undefined {
    return this.#connection.db.select().from(kinship).where(eq(kinship.identity, identity)).get()?.same;
  }

  /** From now on these are one. False when they are already. */
  join(one: OfCard, other: OfCard): boolean {
    return immediately(this.#connection, () => {
      const [was, same] = [this.of(one), this.of(other)];
      if (was === same) return false;
      const members = [...this.#membersOf(was), ...this.#membersOf(same)];
      for (const identity of members) this.#set(identity, same);
      return true;
    });
  }

  /**
   * From now on a character is nobody else: no one of those with whom it was said to be one, else not whom it was made from. False
   * when it is one with no other.
   */
  part(character: OfCard): boolean {
    return immediately(this.#connection, () => {
      const first = this.#firstOf(character);
      const others = this.#membersOf(this.of(character)).filter((one) => one !== first);
      const [head] = others.sort();
      if (head === undefined) return this.#begin(character);
      this.#forget(first);
      for (const identity of others) {
        if (others.length === 1) this.#forget(identity);
        else this.#set(identity, head);
      }
      return true;
    });
  }

  /** Lets a character that was made from another be its own card's. False when it is. */
  #begin(character: OfCard): boolean {
    const { id: card, index } = character;
    const identity = ownOf(character);
    if (this.#firstOf(character) === identity) return false;
    const where = and(eq(origin.card, card), eq(origin.character, index));
    this.#connection.db.update(origin).set({ identity }).where(where).run();
    return true;
  }

  #firstOf({ id, index }: OfCard): string {
    const where = and(eq(origin.card, id), eq(origin.character, index));
    const row = this.#connection.db.select().from(origin).where(where).get();
    return row?.identity ?? ownOf({ id, index });
  }

  #membersOf(identity: string): string[] {
    const rows = this.#connection.db.select().from(kinship).where(eq(kinship.same, identity)).all();
    return [...new Set([identity, ...rows.map((row) => row.identity)])];
  }

  #forget(identity: string): void {
    this.#connection.db.delete(kinship).where(eq(kinship.identity, identity)).run();
  }

  #set(identity: string, same: string): void {
    this.#connection.db
      .insert(kinship)
      .values({ identity, same })
      .onConflictDoUpdate({ target: kinship.identity, set: { same } })
      .run();
  }
}
