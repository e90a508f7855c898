import { type Input, key, plainKey, sequenceKey } from './key-names.ts';
import type { Clock } from './painter.ts';

const escapeMilliseconds = 50;
/** How long the rest of an answer that the terminal owes may take. */
const answerMilliseconds = 1000;
const lastAnswer = /^\?[\d;]*c$/;
const burstMilliseconds = 30;
const longestSequence = 128;
/** Characters that are typed, of which nothing else can be meant. */
const printed = /[^\x00-\x1f\x7f-\x9f]{2,}/uy;
/** Enter, and text behind it. */
const pastedEnter = /^\r[\r\n\t]*[^\x00-\x1f\x7f]/;
const pasteStart = '\x1b[200~';
const focusIn = '\x1b[I';
const focusOut = '\x1b[O';
const pasteEnd = '\x1b[201~';

/** What could be read from the start of the pending text: an event (or none) and its length; null = need more. */
type Step = { readonly length: number; readonly input: Input | null } | null;

const readString = (text: string): Step => {
  const end = /\x07|\x1b\\/.exec(text.slice(2));
  if (end === null) return text.length > 4096 ? { length: 2, input: null } : null;
  const length = 2 + end.index + end[0].length;
  return { length, input: { type: 'answer', text: text.slice(1, 2 + end.index) } };
};

const readPaste = (text: string): Step => {
  const end = text.indexOf(pasteEnd);
  if (end < 0) return null;
  return {
    length: end + pasteEnd.length,
    input: { type: 'paste', text: text.slice(pasteStart.length, end) },
  };
};

const readSequence = (text: string): Step => {
  if (text.startsWith(pasteStart)) return readPaste(text);
  const match = /^\x1b\[([0-?]*)([ -/]*[@-~])/.exec(text);
  if (match?.[0] === focusIn || match?.[0] === focusOut)
    return { length: focusIn.length, input: { type: 'focus', isFocused: match[0] === focusIn } };
  if (match !== null) return { length: match[0].length, input: sequenceKey(match[1] ?? '', match[2] ?? '') };
  const unfinished = /^\x1b\[[0-?]*[ -/]*$/.test(text) && text.length < longestSequence;
  return unfinished ? null : { length: 2, input: null };
};

const readEscape = (text: string): Step => {
  const next = text.charAt(1);
  if (next === '') return null;
  if (next === '\x1b') return { length: 1, input: plainKey('\x1b') };
  if (next === '[') return readSequence(text);
  if (next === ']' || next === 'P') return readString(text);
  if (next === 'O') {
    return text.length < 3 ? null : { length: 3, input: sequenceKey('', text.charAt(2)) };
  }
  const character = String.fromCodePoint(text.codePointAt(1) ?? 0);
  return { length: 1 + character.length, input: plainKey(character, true) };
};

const readOne = (text: string): Step => {
  if (text.startsWith('\x1b')) return readEscape(text);
  const character = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return { length: character.length, input: plainKey(character) };
};

/** Chunks of bytes from a terminal in, whole events out; however the bytes are cut, the same events, but for what is typed together. */
export class KeyStream {
  readonly #emit: (input: Input) => void;
  readonly #clock: Clock;
  readonly #decoder = new TextDecoder();
  #pending = '';
  #printedAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;
  #isPaste = false;
  /**
   * Whether the terminal marks pastes; null until it has said so. Where it does not, a fast Enter is part of one; where nobody
   * knows, one with text behind it that came with it, and what follows there.
   */
  marksPastes: boolean | null = null;
  /** Whether the terminal owes answers, the last of which is that to `CSI c`: what may begin one is waited for longer. */
  isAnswerDue = false;

  constructor(clock: Clock, emit: (input: Input) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Takes the next bytes; emits every event they complete. */
  feed(chunk: Uint8Array): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#pending += this.#decoder.decode(chunk, { stream: true });
    this.#isPaste = false;
    this.#drain();
    if (/^\x1b[[O\]P]?$/.test(this.#pending)) {
      const wait = this.isAnswerDue ? answerMilliseconds : escapeMilliseconds;
      this.#cancel = this.#clock.after(wait, () => this.#giveUp());
    }
  }

  #drain(): void {
    let from = 0;
    while (from < this.#pending.length) {
      const step = this.#typedFrom(from) ?? readOne(this.#pending.slice(from));
      if (step === null) break;
      from += step.length;
      this.#isPaste ||=
        step.length === 1 && pastedEnter.test(this.#pending.slice(from - 1, from + longestSequence));
      if (step.input !== null) this.#deliver(step.input);
    }
    this.#pending = this.#pending.slice(from);
  }

  /** Characters that came together, from here on; null for fewer than two. */
  #typedFrom(from: number): Step {
    printed.lastIndex = from;
    const [text = ''] = printed.exec(this.#pending) ?? [];
    return text === '' ? null : { length: text.length, input: key('', { text }) };
  }

  #giveUp(): void {
    const [first = '', letter = ''] = this.#pending;
    this.#pending = '';
    this.isAnswerDue = false;
    const input = letter === '' ? plainKey(first) : plainKey(letter, true);
    if (input !== null) this.#deliver(input);
  }

  #deliver(input: Input): void {
    if (input.type === 'answer' && lastAnswer.test(input.text)) this.isAnswerDue = false;
    const now = this.#clock.now();
    const isFast = now - this.#printedAt < burstMilliseconds;
    const isBurst = this.marksPastes === null ? this.#isPaste : isFast && !this.marksPastes;
    if (input.type === 'key' && input.text !== '') this.#printedAt = now;
    if (isBurst && input.type === 'key' && input.name === 'enter') {
      this.#printedAt = now;
      this.#emit({ ...input, name: 'newline' });
    } else this.#emit(input);
  }
}
