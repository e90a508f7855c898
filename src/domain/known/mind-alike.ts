import { type Mind, noMind } from '../world/mind.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of two values what both say: equal ones as they are, of records the entries that are alike, else what says nothing. */
function alike(one: unknown, other: unknown, nothing: unknown, depth: number): unknown {
  if (isSame(one, other)) return one;
  if (depth === 0 || !isRecord(one) || !isRecord(other)) return nothing;
  const none = isRecord(nothing) ? nothing : {};
  const entries = Object.keys({ ...none, ...one }).flatMap((key) => {
    const value = alike(one[key], other[key], none[key], depth - 1);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

/**
 * What all of these minds hold alike: time, weather, place and the group each for itself; an entity, a place, a thread or an
 * occasion where it reads the same in each, and nothing of one of which somebody knows something else. Edges are their owners' own.
 */
export function mindAlike([first = noMind, ...others]: readonly Mind[]): Mind {
  const both = others.reduce((mind, other): Mind => alike(mind, other, noMind, 2) as Mind, first);
  return { ...both, edges: {} };
}
