import type { NewEvent } from '../../src/domain/events/events.ts';
import type { CharacterId } from '../../src/domain/message.ts';

const words =
  'the lantern swung once and she looked away from him before the fog took the light nobody on deck said a word of it while the clock in the wheelhouse went on counting what was left of the night'.split(
    ' ',
  );
const beginsAt = Date.parse('2024-01-01T00:00:00Z');
const minuteMs = 60_000;
const oneInHowManyIsPrivate = 7;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A text as people and models write them: most around 250 characters, some few words, some 2,000 characters. */
function textFrom(next: () => number): string {
  const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const length = Math.min(2000, Math.max(8, Math.exp(5.5 + 0.8 * normal)));
  const said: string[] = [];
  for (let sum = 0; sum < length; sum += said.at(-1)!.length + 1) {
    said.push(words[Math.floor(next() * words.length)]!);
  }
  const text = `${said.join(' ')}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

interface Line {
  readonly index: number;
  readonly at: string;
  readonly utterance: { speaker: CharacterId; raw: string; text: string; knownTo: CharacterId[] };
}

/** `count` lines of a cast that speaks in turn, 1 in 7 to one other alone. */
function* lines(cast: readonly CharacterId[], count: number): Iterable<Line> {
  const next = numbersFrom(count);
  for (let index = 0; index < count; index += 1) {
    const speaker = cast[index % cast.length]!;
    const other = cast[(index + 1 + Math.floor(next() * (cast.length - 1))) % cast.length]!;
    const text = textFrom(next);
    const isPrivate = index % oneInHowManyIsPrivate === oneInHowManyIsPrivate - 1;
    const knownTo = isPrivate ? cast.filter((id) => id === speaker || id === other) : [];
    const at = new Date(beginsAt + index * minuteMs).toISOString();
    yield { index, at, utterance: { speaker, raw: text, text, knownTo } };
  }
}

/** A chat as it is played: the first of the cast is the human, the others are a model's replies. */
export function* played(cast: readonly CharacterId[], count: number): Iterable<NewEvent> {
  const generation = { answers: null, backend: 'llamacpp', model: 'a-model.gguf', windowFrom: null };
  for (const { index, at, utterance } of lines(cast, count)) {
    if (utterance.speaker === cast[0]) yield { kind: 'message_said', at, payload: utterance };
    else yield { kind: 'reply_received', at, payload: { ...utterance, ...generation, seed: index } };
  }
}

/** The same chat as a file of another program brings it. */
export function* imported(cast: readonly CharacterId[], count: number): Iterable<NewEvent> {
  for (const { at, utterance } of lines(cast, count)) {
    yield { kind: 'message_imported', at, payload: { ...utterance, role: 'character' } };
  }
}

/** What is said in such a chat, and to whom. */
export const utterances = (
  cast: readonly CharacterId[],
  count: number,
): { text: string; knownTo: CharacterId[] }[] =>
  [...lines(cast, count)].map(({ utterance: { text, knownTo } }) => ({ text, knownTo }));
