import * as z from 'zod/mini';

/** The most of each that is kept: characters of a text, entries of a list. */
export const bounds = {
  word: 80,
  fact: 240,
  summary: 2000,
  /** Facts and private moments of an edge: the oldest give way. */
  facts: 24,
  /** Goals, traits, slots, what is held. */
  list: 16,
  inventory: 64,
  delta: 3,
  total: 100,
} as const;

/** How far what is said in a place is heard: `inside`: by nobody outside; `everywhere`: by whoever is anywhere else too. */
export const audibleRanges = ['inside', 'everywhere'] as const;
/** One of them. */
export type AudibleRange = (typeof audibleRanges)[number];

const unheard = ['inside', 'none', 'no one', 'nobody', 'nowhere', 'private', 'soundproof', '0', 'no', ''];

/** The range that a word of a file, a card, a model or an older store means: one that lets nobody outside hear is `inside`. */
export const rangeOf = (word: string): AudibleRange =>
  unheard.includes(word.trim().toLowerCase()) ? 'inside' : 'everywhere';

const text = (most: number) => ({
  type: 'text' as const,
  shape: z.string().check(z.maxLength(most)),
  none: '',
  most,
});
const list = (each: number, most: number) => ({
  type: 'list' as const,
  shape: z.array(z.string().check(z.maxLength(each))).check(z.maxLength(most)),
  none: [] as readonly string[],
  each,
  most,
});

const figure = (least: number, most: number) => ({
  type: 'figure' as const,
  shape: z.int().check(z.gte(least), z.lte(most)),
  none: 0 as number,
});
const choice = <const Option extends string>(first: Option, ...rest: readonly Option[]) => ({
  type: 'choice' as const,
  shape: z.enum([first, ...rest]),
  none: first as Option,
});

/** What a field of the fiction may hold: its shape in events, what stands for nothing, and its bounds. */
export const kinds = {
  word: text(bounds.word),
  fact: text(bounds.fact),
  summary: text(bounds.summary),
  words: list(bounds.word, bounds.list),
  facts: list(bounds.fact, bounds.list),
  /** Facts that are known of another: the oldest give way. */
  known: list(bounds.fact, bounds.facts),
  /** Id of a place; empty = none. */
  place: { type: 'id' as const, shape: z.string(), none: '' as string },
  flag: { type: 'flag' as const, shape: z.boolean(), none: false as boolean },
  /** Null: nothing is known of it any more. */
  maybe: { type: 'flag' as const, shape: z.nullable(z.boolean()), none: null as boolean | null },
  /** From -100 to 100. */
  total: figure(-bounds.total, bounds.total),
  /** How much something matters: routine, notable, significant, pivotal. */
  level: figure(0, 3),
  threadState: choice('open', 'resolved', 'dropped'),
  occasionState: choice('planned', 'active', 'completed', 'cancelled', 'expired'),
  /** Any word in events: what old stores, cards and models say is read as one of the ranges. */
  range: {
    type: 'range' as const,
    shape: z.string().check(z.maxLength(bounds.word)),
    none: 'inside' as AudibleRange,
  },
} as const;

/** The name of a kind. */
export type KindName = keyof typeof kinds;

/** A field of a subject of the fiction. */
export interface Field {
  readonly kind: KindName;
  /** What it is called before people; absent = its name. */
  readonly label?: string;
  /** How a person and a model name it, where that is not its name. */
  readonly named?: string;
  /** What it is, for whoever sets it. */
  readonly about?: string;
  /** A model is asked for it after each line, with this word of explanation, which may be empty; absent: it is not asked for. */
  readonly asked?: string;
  /** Others see it: a model is asked for it of them too. */
  readonly isSeen?: true;
}

/** The fields of a subject, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of fields, as somebody knows them. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: (typeof kinds)[F[Name]['kind']]['none'];
};

/** What is said of fields: the values of some of them. */
export type SaidOf<F extends Fields> = {
  -readonly [Name in keyof F]?: ValuesOf<F>[Name] extends readonly string[] ? string[] : ValuesOf<F>[Name];
};

type ShapesOf<F extends Fields> = {
  [Name in keyof F]: z.ZodMiniOptional<(typeof kinds)[F[Name]['kind']]['shape']>;
};

const mapped = (fields: Fields, of: (field: Field) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));

/** The fields as an event may say them, each or none. */
export const shapesOf = <F extends Fields>(fields: F): ShapesOf<F> =>
  mapped(fields, ({ kind }) => z.optional<z.core.SomeType>(kinds[kind].shape)) as ShapesOf<F>;

/** The values of which nothing is known. */
export const nothingOf = <F extends Fields>(fields: F): ValuesOf<F> =>
  mapped(fields, ({ kind }) => kinds[kind].none) as ValuesOf<F>;

/** What a change says of these fields, as it is known from then on; what it does not name is absent. */
export function saidOf<F extends Fields>(fields: F, change: object): SaidOf<F> {
  const said = change as Readonly<Record<string, unknown>>;
  const read = Object.entries(fields).flatMap(([name, { kind }]) => {
    const value = said[name];
    return value === undefined ? [] : [[name, kind === 'range' ? rangeOf(String(value)) : value]];
  });
  return Object.fromEntries(read) as SaidOf<F>;
}

/** The fields of which it is kept whether a person has set them. */
export const markedIn = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kinds[kind].type === 'flag' ? [] : [name]));
