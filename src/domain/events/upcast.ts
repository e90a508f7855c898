import { $ZodObjectJIT, type $ZodType, safeParse } from 'zod/v4/core';
import { type DomainEvent, type EventKind, eventKinds, type StoredEvent } from './events.ts';
import { outcomeIn } from './outcome.ts';

/** One pure step from version n of a kind to version n + 1. */
export type Upcaster = (payload: unknown) => unknown;

/** `upcasters[kind][n]` lifts version n to n + 1. Versions never skip. */
export type Upcasters = Partial<Record<string, Record<number, Upcaster>>>;

/** The steps that this program knows. Every kind is at version 1 so far. */
export const upcasters: Upcasters = {};

/** Why an event is left out of the fold. It stays in the log all the same. */
export type Unreadable = { unreadable: 'unknown_kind' | 'newer_version' | 'broken_payload' };

/** After so many events of a kind it pays to make code of its shape, as a fold of a long chat does. */
const few = 200;
const read = new Map<EventKind, number>();
const compiled = new Map<EventKind, $ZodType>();

/** What checks the payload of a kind: its definition, or the same as code. */
function shapeOf(kind: EventKind): $ZodType {
  const known = compiled.get(kind);
  if (known) return known;
  const { payload } = eventKinds[kind];
  const count = (read.get(kind) ?? 0) + 1;
  read.set(kind, count);
  if (count > few) compiled.set(kind, new $ZodObjectJIT({ ...payload.def }));
  return payload;
}

const isKnown = (kind: string): kind is EventKind => Object.hasOwn(eventKinds, kind);

/** Lifts a stored event to its present version. Unknown or unreadable ones are reported, never thrown. */
export function upcast(stored: StoredEvent, steps: Upcasters = upcasters): DomainEvent | Unreadable {
  if (!isKnown(stored.kind)) return { unreadable: 'unknown_kind' };
  const definition = eventKinds[stored.kind];
  if (stored.version > definition.version) return { unreadable: 'newer_version' };
  let { payload } = stored;
  for (let version = stored.version; version < definition.version; version += 1) {
    const step = steps[stored.kind]?.[version];
    if (!step) return { unreadable: 'broken_payload' };
    payload = step(payload);
  }
  const parsed = safeParse(shapeOf(stored.kind), payload);
  const outcome = outcomeIn(stored.payload);
  if (!parsed.success || outcome === null) return { unreadable: 'broken_payload' };
  const { seq, id, chat, branch, turn, kind, actor, at } = stored;
  const { version } = definition;
  const event = { seq, id, chat, branch, turn, kind, version, payload: parsed.data, actor, at };
  return (outcome ? { ...event, outcome } : event) as DomainEvent;
}
