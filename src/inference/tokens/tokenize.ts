import type { TokenCall } from '../dialects/traits.ts';
import { fieldsOf, notAServer, serverError } from '../failure.ts';
import { callJson, type Server } from '../transport/http.ts';

const timeoutMs = 30_000;
const largestBatch = 64 * 1024;
const atOnce = 4;
/** No tokenizer joins the first of it to what stands before, so a text has as many tokens in every company. */
const border = '\u001e\n';

/** The number of tokens of one text. Rejects with SottoError. */
export const countOne = async (server: Server, call: TokenCall, signal?: AbortSignal): Promise<number> => {
  const tokens = readTokens(await ask(server, call, signal));
  if (tokens === null) throw serverError(notAServer(server, `${call.path} holds no tokens`));
  return tokens.length;
};

/** The number of tokens of each text, by `count`, a few at a time. Empty texts have none. Rejects as `count` does. */
export const countEach = async (
  texts: readonly string[],
  count: (text: string) => Promise<number>,
): Promise<number[]> => {
  const counts = texts.map(() => 0);
  const left = texts.entries();
  const work = async (): Promise<void> => {
    for (const [at, text] of left) if (text !== '') counts[at] = await count(text);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts;
};

/** Special tokens count as one, as they do in a prompt, and none opens it. */
const llamaTokenCall = (content: string): TokenCall => ({
  path: '/tokenize',
  body: { content, add_special: false, parse_special: true, with_pieces: true },
});

/** The number of tokens of each text by a llama.cpp server, many texts a request. Rejects with SottoError. */
export const countInBatches = async (
  server: Server,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[]> => {
  const counts: number[] = [];
  for (const batch of batchesOf(texts)) counts.push(...(await countBatch(server, batch, signal)));
  return counts;
};

const countBatch = async (server: Server, batch: string[], signal?: AbortSignal): Promise<number[]> => {
  const written = batch.filter((text) => text !== '');
  if (written.length === 0) return batch.map(() => 0);
  const joined = border + written.map((text) => text + border).join('');
  const pieces = readPieces(await ask(server, llamaTokenCall(joined), signal));
  const counts = pieces && countPieces(written, pieces);
  if (!counts) return countEach(batch, (text) => countOne(server, llamaTokenCall(text), signal));
  return batch.map((text) => (text === '' ? 0 : (counts.shift() ?? 0)));
};

const batchesOf = (texts: readonly string[]): string[][] => {
  const batches: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + border.length;
    if (room < size) {
      batches.push([]);
      room = largestBatch - border.length;
    }
    room -= size;
    batches.at(-1)?.push(text);
  }
  return batches;
};

/**
 * How many pieces lie in each text between two borders; one that covers a border counts on both sides. Null when the
 * pieces do not spell the texts.
 */
const countPieces = (texts: readonly string[], pieces: readonly Buffer[]): number[] | null => {
  const ends = endsIn(Buffer.from(border + texts.map((text) => text + border).join('')), pieces);
  if (!ends) return null;
  let from = border.length;
  let first = 0;
  return texts.map((text) => {
    const to = from + Buffer.byteLength(text);
    while ((ends[first] ?? to) <= from) first += 1;
    let last = first;
    while ((ends[last] ?? to) < to) last += 1;
    from = to + border.length;
    return last - first + 1;
  });
};

const blank = 0x20;

/**
 * Where each piece ends in the text that they spell; null when they do not. A tokenizer such as Llama 2's puts a space
 * before the first of it, and after each special token, which is not in the text.
 */
const endsIn = (text: Buffer, pieces: readonly Buffer[]): number[] | null => {
  let end = 0;
  const ends: number[] = [];
  const isNext = (piece: Buffer) => piece.equals(text.subarray(end, end + piece.length));
  for (const piece of pieces) {
    const rest = isNext(piece) || piece[0] !== blank ? piece : piece.subarray(1);
    if (!isNext(rest)) return null;
    end += rest.length;
    ends.push(end);
  }
  return end === text.length ? ends : null;
};

const ask = (server: Server, { path, body }: TokenCall, signal?: AbortSignal): Promise<unknown> =>
  server.patience.within(server, (stop) => callJson(server, { path, body, timeoutMs, signal: stop }), signal);

/** The tokens in the answer of a tokenizer, whatever each is; null when it is something else. */
const readTokens = (value: unknown): readonly unknown[] | null => {
  const fields = fieldsOf(value);
  const tokens = fields?.tokens ?? fields?.ids;
  return Array.isArray(tokens) ? tokens : null;
};

/** The bytes of each token, which are an array of numbers where they are no whole characters. */
const readPieces = (value: unknown): Buffer[] | null => {
  const pieces = (readTokens(value) ?? []).map((token) => fieldsOf(token)?.piece);
  if (!pieces.every((piece) => typeof piece === 'string' || Array.isArray(piece))) return null;
  return pieces.map((piece) => Buffer.from(piece));
};
