import type { Actor, StoredEvent } from '../../domain/events/events.ts';

/** A payload as a row of the log holds it: its `text` apart, and `raw` only where it is another. */
export interface PackedPayload {
  readonly payload: string;
  readonly text: string | null;
}

/** What `text` and `raw` are in `payload` when they stand apart; a payload that itself says so is kept whole. */
const apart = null;

/** Half a character, which JSON can say and SQLite cannot keep, is U+FFFD; JSON says no other character so. */
const half = /[\ud800-\udfff]/u;
const halfInJson = /\\ud[89a-f]/i;
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(new RegExp(half, 'gu'), '\u{fffd}') : value;

/** A payload as the log keeps it, and how its row holds it. */
interface Packed<T> extends PackedPayload {
  readonly said: T;
}

function pack<T extends object>(said: T): Packed<T> {
  const { text, raw } = said as { text?: unknown; raw?: unknown };
  if (typeof text !== 'string' || raw === apart) return { said, payload: JSON.stringify(said), text: null };
  const rest: { text?: unknown; raw?: unknown } = { ...said };
  if (raw === text) rest.raw = apart;
  rest.text = apart;
  return { said, payload: JSON.stringify(rest), text };
}

/** Packs a payload for its row: a text is stored once, and `unpacked` gives all of it back. */
export function packed<T extends object>(said: T): Packed<T> {
  const row = pack(said);
  const isWhole = !halfInJson.test(row.payload) && (row.text === null || !half.test(row.text));
  return isWhole ? row : pack(JSON.parse(JSON.stringify(said), wellFormed));
}

/** The payload that `packed` packed, its fields in their order. */
export function unpacked(payload: string, text: string | null): unknown {
  const said = JSON.parse(payload);
  if (text === null) return said;
  if (said.raw === apart) said.raw = text;
  said.text = text;
  return said;
}

/** The columns of an event as `EventRow` has them. */
export const eventColumns = 'seq, id, chat, branch, turn, kind, version, payload, text, actor, at';

/** The values of `eventColumns`, which SQLite gives sooner than an object. */
export type EventRow = [
  number,
  string,
  string,
  number,
  string,
  string,
  number,
  string,
  string | null,
  Actor,
  string,
];

/** An event as it was stored; what stands behind its columns is left out. */
export const asStored = (row: readonly [...EventRow, ...unknown[]]): StoredEvent => {
  const [seq, id, chat, branch, turn, kind, version, payload, text, actor, at] = row;
  return { seq, id, chat, branch, turn, kind, version, payload: unpacked(payload, text), actor, at };
};
