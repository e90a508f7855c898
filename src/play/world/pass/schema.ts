import * as z from 'zod/mini';
import { bounds, type Field, type Fields, kinds } from '../../../domain/fiction/kinds.ts';
import { fiction } from '../../../domain/fiction/table.ts';

interface Caught {
  readonly value?: unknown;
}

/** A number as near as may be to what a model gave for one. */
const nearest =
  (least: number, most: number) =>
  (caught?: Caught): number | undefined => {
    const value = typeof caught?.value === 'string' ? Number.parseFloat(caught.value) : caught?.value;
    if (typeof value !== 'number' || Number.isNaN(value)) return undefined;
    return Math.max(least, Math.min(most, Math.round(value)));
  };

const whole = (least: number, most: number) =>
  z.catch(z.optional(z.int().check(z.gte(least), z.lte(most))), nearest(least, most));

const textsIn = (caught?: Caught): string[] | undefined => {
  const value = typeof caught?.value === 'string' ? [caught.value] : caught?.value;
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
};

const text = z.catch(z.optional(z.string()), undefined);
const texts = z.catch(z.optional(z.array(z.string())), textsIn);
const flag = z.catch(z.optional(z.boolean()), undefined);

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** What a model calls a field: `audible_range`. */
export const askedName = (name: string, { named }: Field): string =>
  named ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Lenient<F extends Field> = (typeof kinds)[F['kind']]['type'] extends 'list'
  ? typeof texts
  : (typeof kinds)[F['kind']]['type'] extends 'flag'
    ? typeof flag
    : typeof text;

type LenientFields<F extends Fields> = {
  [Name in keyof F as F[Name] extends { readonly named: infer Named extends string }
    ? Named
    : SnakeCase<Name>]: Lenient<F[Name]>;
};

/** The fields of a subject as a model is asked for them, under the names that it knows them by. */
export const lenientFields = <F extends Fields>(fields: F): LenientFields<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { type } = kinds[field.kind];
      return [askedName(name, field), type === 'list' ? texts : type === 'flag' ? flag : text];
    }),
  ) as LenientFields<F>;

type Marked<F extends Fields, Mark> = {
  [Name in keyof F as F[Name] extends Mark ? Name : never]: F[Name];
};

const those = (fields: Fields, isOne: (field: Field) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isOne(field)));

/** Those fields of a subject that a model is asked for after each line. */
export const askedIn = <F extends Fields>(fields: F) =>
  those(fields, ({ asked }) => asked !== undefined) as Marked<F, { readonly asked: string }>;

/** Those fields of a subject that others see. */
export const seenIn = <F extends Fields>(fields: F) =>
  those(fields, ({ isSeen }) => isSeen === true) as Marked<F, { readonly isSeen: true }>;

/** Fields of what a model is asked for, which take what it gave as widely as it can be read. */
export const lenient = { text, texts, flag, whole };

const delta = whole(-bounds.delta, bounds.delta);

const otherFields = z.object({
  ...{ affinity: delta, trust: delta, facts: texts },
  ...lenientFields(seenIn(fiction.activity)),
});
const other = z.catch(z.optional(otherFields), undefined);

const { container: _, ...ownActivity } = lenientFields(askedIn(fiction.activity));
const ownFields = {
  ...lenientFields(askedIn(fiction.entity)),
  ...ownActivity,
  ...{ gains: texts, loses: texts },
  ...lenientFields(askedIn(fiction.world)),
  ...{ unresolved: texts, resolved: texts },
};

const asWeight = nearest(0, 3);

/** How much one line matters; of several numbers the last. */
const weight = z.catch(z.optional(z.int().check(z.gte(0), z.lte(3))), (caught?: Caught) =>
  asWeight({ value: [caught?.value].flat().at(-1) }),
);

/** How much several lines matter: a number for each, or one for all of them. */
const weightsFor = (lines: number) =>
  z.catch(
    z.optional(z.array(z.int().check(z.gte(0), z.lte(3))).check(z.minLength(lines), z.maxLength(lines))),
    (caught?: Caught): number[] | undefined => {
      const value = Array.isArray(caught?.value) ? caught.value : Array(lines).fill(caught?.value);
      const all = value.slice(-lines).map((one: unknown) => asWeight({ value: one }) ?? 0);
      return caught?.value === undefined ? undefined : all;
    },
  );

const made = (others: readonly string[], containers: readonly string[], lines: number) => {
  const byName = Object.fromEntries(others.map((name) => [name, other])) as Record<string, typeof other>;
  const container = containers.length > 0 ? z.catch(z.optional(z.enum(containers)), undefined) : text;
  const all = {
    ...ownFields,
    ...{ container, ...lenientFields(askedIn(fiction.container)) },
    others: z.catch(z.optional(z.object(byName)), undefined),
  };
  const shape = {
    significance: lines > 1 ? weightsFor(lines) : weight,
    ...ownFields,
    ...(containers.length > 0 && { container, ...lenientFields(askedIn(fiction.container)) }),
    ...(others.length > 0 && { others: all.others }),
  };
  type Shape = typeof all & {
    significance: typeof weight | ReturnType<typeof weightsFor>;
  };
  return z._default(z.object(shape as Shape), {});
};

/** What one who perceived a message is to say of it: all of it optional, and read as widely as it can be. */
export type PassSchema = ReturnType<typeof made>;
/** What was said of a message. */
export type Noticed = z.output<PassSchema>;
/** What was said of another one. */
export type NoticedOfOther = z.output<typeof otherFields>;

const mostKept = 32;
const kept = new Map<string, PassSchema>();

/** The shape of a pass over so many lines among people and containers of these names; the same shape for the same. */
export function passSchema(others: readonly string[], containers: readonly string[], lines = 1): PassSchema {
  const key = JSON.stringify([others, containers, lines]);
  const known = kept.get(key);
  if (known) return known;
  const schema = made(others, containers, lines);
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(key, schema);
  return schema;
}
