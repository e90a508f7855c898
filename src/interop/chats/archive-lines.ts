import * as z from 'zod';

/**
 * Version of the archives that this program writes. It reads older ones too: 1 says of no card who that is, 2 not which card took
 * the place of another, 3 has all entries of a lorebook in its line. It reads no newer ones.
 */
export const archiveVersion = 4;

const longestId = 64;
const longestTime = 40;

const id = z
  .string()
  .regex(/^[\w-]+$/)
  .max(longestId);
const name = z.string().min(1);
const time = z
  .string()
  .max(longestTime)
  .refine((text) => !Number.isNaN(Date.parse(text)));
const count = z.int().min(0);
const number = z.int().min(1);
const position = z.strictObject({ branch: number, seq: count });
const who = z
  .string()
  .regex(/^[\w-]+\.\d+$/)
  .max(2 * longestId);
const fields = z.record(z.string(), z.unknown());

/** The first line of an archive: which chat it holds, and how much of it. */
export const archiveHeader = z.strictObject({
  type: z.literal('sotto-chat'),
  version: z.literal([1, 2, 3, archiveVersion]),
  id,
  title: z.string(),
  createdAt: time,
  updatedAt: time,
  head: position,
  counts: z.strictObject({ branches: number, events: number, moves: count }),
});

/** Every other line. Events and branches are numbered from 1, and positions name them by these numbers. */
export const archiveLine = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('branch'),
    branch: number,
    parent: z.nullable(number),
    forkSeq: count,
    name,
  }),
  z.strictObject({
    type: z.literal('event'),
    seq: number,
    id,
    branch: number,
    turn: id,
    kind: name,
    version: number,
    actor: z.enum(['human', 'model', 'sotto', 'import']),
    at: time,
    payload: fields,
  }),
  z.strictObject({
    type: z.literal('move'),
    kind: z.enum(['rewind', 'redo', 'branch', 'switch', 'swipe']),
    from: position,
    to: position,
    at: time,
  }),
  /** A card of the library by its id; `bytes` lines with all of its `size` follow. */
  z.strictObject({ type: z.literal('card'), id, size: number }),
  z.strictObject({ type: z.literal('bytes'), base64: z.base64() }),
  /** Who a character of a card is: whom it was made from, and with whom that is one. */
  z.strictObject({ type: z.literal('identity'), card: id, character: count, identity: who, same: who }),
  /** A card in whose place its author put another. */
  z.strictObject({ type: z.literal('replaced'), card: id, by: id }),
  /** Of a large one `entries` lines follow, with what its body has no room for. */
  z.strictObject({ type: z.literal('lorebook'), name, body: fields, foreign: fields }),
  z.strictObject({ type: z.literal('entries'), entries: z.array(z.unknown()) }),
  /** Behind everything: SHA-256 of all lines before, line breaks included. */
  z.strictObject({ type: z.literal('end'), hash: z.string() }),
]);

/** What the first line says. */
export type ArchiveHeader = z.infer<typeof archiveHeader>;

/** What a line behind the first says. */
export type ArchiveLine = z.infer<typeof archiveLine>;

/** True for the first line of an archive of whatever version. */
export const isArchiveHeader = (value: unknown): boolean =>
  z.object({ type: z.literal('sotto-chat') }).safeParse(value).success;
