import { grammarOf } from '../../domain/audience/gbnf.ts';
import { SottoError } from '../../domain/errors.ts';
import { isThere } from '../../domain/known/known.ts';
import type { Member } from '../../domain/world/world.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import type { Answered, AskOptions } from '../chat/asking-play.ts';
import { guideNamed } from '../lore/guides.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { OwnPrompt } from '../planning/behind-own.ts';
import { bounded, chosenIn, firstWord } from './answers.ts';
import { askFork, type Fork, type ForkAnswer, forked, leaveFork } from './fork.ts';
import { framed } from './framed.ts';
import { guideKind, type Kind, kindNamed, kindNames, usualKind, type Wanted } from './kinds.ts';
import { around, inPieces, type Parts, tokensIn } from './pieces.ts';
import { centreOf, type Quoted, quotedBefore, quotedPast } from './quoted.ts';

/** A question beside the play. */
export type BesideQuestion = Pick<AskOptions, 'text' | 'kind' | 'around' | 'maxWords'> & {
  /** What it is about; absent = what the prompt of the one who is asked holds, or what its kind is about. */
  readonly about?: Quoted | undefined;
};

/** What one of the cast answered beside the play. */
export type BesideAnswer = Omit<Answered, 'kept'>;

const leastTokens = 64;
const fewTokens = 24;
const tokensOfWord = 2;
const mostWords = 2000;
const mostFittings = 3;
/** A long text is read where there is room for so many tokens of it. */
const leastRoom = 512;

/**
 * The kind of this name, the usual one where none is given: an entry of a lorebook goes before a kind that there is anyway. Throws
 * SottoError `no_such_kind`.
 */
function kindOf(chat: OpenChat, speaker: Member, name: string | undefined): Kind {
  if (name === undefined) return usualKind;
  const known = kindNamed(name.trim().toLowerCase());
  const guide = guideNamed(chat, speaker, known?.name ?? name) ?? guideNamed(chat, speaker, name);
  if (guide !== undefined) return guideKind(known?.name ?? name.trim(), guide);
  if (known) return known;
  const message = `there is no kind "${name}"; there are ${kindNames.join(', ')}, and entries of that name in lorebooks in use for ${speaker.name}`;
  throw new SottoError('not_found', 'no_such_kind', message);
}

/** What is asked, read: its kind, its words, and how long the answer may be. */
interface Reading {
  readonly kind: Kind;
  readonly wanted: Wanted;
  readonly request: string;
  readonly words: number | undefined;
  readonly maxTokens: number;
}

function readingOf(chat: OpenChat, speaker: Member, question: BesideQuestion): Reading {
  const kind = kindOf(chat, speaker, question.kind);
  const text = question.text?.trim() ?? '';
  if (text === '' && kind.needsText)
    throw new SottoError('usage', 'empty_text', 'the question is empty; write what you want to know');
  const words = question.maxWords === undefined ? undefined : Math.min(question.maxWords, mostWords);
  const most = words ?? kind.words;
  const known = chat.known(speaker.id);
  // Whoever is away does not see who is there.
  const present = isThere(known) ? known.cast.filter((one) => one.present) : known.cast;
  const wanted = { name: speaker.name, text, words: most, present: present.map(({ name }) => name) };
  const isShort = kind.isOneWord || kind.choices !== undefined;
  const limit = words === undefined || isShort ? '' : `\nUse at most ${words} words.`;
  const least = isShort ? fewTokens : leastTokens;
  const maxTokens = Math.max(least, most * tokensOfWord);
  return { kind, wanted, request: `${kind.request(wanted)}${limit}`, words, maxTokens };
}

/** Asks the parts of one question, and counts what that costs. */
class Asking {
  readonly #reading: Reading;
  readonly #fork: Fork;
  readonly #signal: AbortSignal;
  promptTokens = 0;
  reusedTokens = 0;
  requests = 0;

  constructor(reading: Reading, fork: Fork, signal: AbortSignal) {
    this.#reading = reading;
    this.#fork = fork;
    this.#signal = signal;
  }

  /** Asks about one part of a text, or without any; rejects with `TooLarge`. */
  async ask(quoted: Parameters<typeof framed>[1], maxTokens = this.#reading.maxTokens): Promise<string> {
    const { kind, wanted, request, words } = this.#reading;
    const text = framed({ type: kind.type, name: wanted.name, request, words }, quoted);
    const choices = kind.choices?.(wanted);
    const answer = await askFork(
      this.#fork,
      {
        ...{ text, maxTokens, isPlayed: kind.isPlayed === true },
        ...(choices && choices.length > 0 && { grammar: grammarOf(choices) }),
      },
      this.#signal,
    );
    if (answer.type === 'too_large') throw new TooLarge(answer);
    this.promptTokens += answer.promptTokens;
    this.reusedTokens += answer.reusedTokens;
    this.requests += 1;
    return answer.text;
  }

  /** Asks about each part of a long text, then about what was answered of all of them. */
  async overParts(title: string, { parts }: Parts): Promise<string> {
    if (parts.length <= 1) return this.ask(parts[0] ? { title, text: parts[0].join('\n') } : null);
    const { maxTokens } = this.#reading;
    const each = Math.max(fewTokens, Math.min(maxTokens, Math.floor(this.#fork.room / parts.length) - 8));
    const answers: string[] = [];
    for (const [at, rows] of parts.entries())
      answers.push(
        await this.ask({ title, text: rows.join('\n'), part: { n: at + 1, of: parts.length } }, each),
      );
    const text = answers.map((answer, at) => `Part ${at + 1}: ${answer}`).join('\n');
    return this.ask({ title: `your own answers about each part of ${title}, in order`, text });
  }
}

/** The server's context is smaller than was thought. */
class TooLarge extends Error {
  readonly answer: Extract<ForkAnswer, { type: 'too_large' }>;

  constructor(answer: Extract<ForkAnswer, { type: 'too_large' }>) {
    super(answer.failure.message);
    this.answer = answer;
  }
}

/** What of a text is read: what has room around a time, or all of it in parts. */
function partsOf(quoted: Quoted, { room, partRoom }: Fork, { request, around: time }: PartsWanted): Parts {
  const rows = quoted.rows.map(({ text }) => text);
  if (time === undefined) return inPieces(rows, tokensIn(rows) <= room ? room : partRoom, request);
  const chosen = around(rows, room, centreOf(quoted, time));
  return { parts: [chosen], leftOut: 0 };
}

interface PartsWanted {
  readonly request: string;
  readonly around: string | undefined;
}

/** What a question is about behind this prompt: what was named, or what its kind is about. */
function aboutOf({ chat, speaker, reading, question }: Attempt, { plan }: OwnPrompt): Quoted | null {
  const { kind, wanted } = reading;
  if (question.about) return question.about;
  if (kind.isPast) return quotedPast(chat, speaker, wanted.text);
  return kind.isWhole ? quotedBefore(chat, speaker, plan.windowFrom) : null;
}

const tokensOf = (quoted: Quoted | null): number => tokensIn(quoted?.rows.map(({ text }) => text) ?? []);

async function attempt(asked: Attempt): Promise<BesideAnswer> {
  const { chat, speaker, reading, question, signal } = asked;
  const { kind, request, maxTokens, wanted } = reading;
  const known = await chat.server.open(signal);
  const bare = framed({ type: kind.type, name: wanted.name, request }, { title: '', text: '' });
  const beside = estimateTokens(bare) + estimateTokens(question.about?.title ?? '') + maxTokens + fewTokens;
  const needs = { quoted: (own: OwnPrompt) => tokensOf(aboutOf(asked, own)), beside };
  const fork = await forked(chat, speaker, needs, { known, signal });
  const about = aboutOf(asked, fork.own);
  if (fork.room < Math.min(leastRoom, tokensOf(about))) throw tooSmall(fork);
  const parts = about && partsOf(about, fork, { request, around: question.around });
  const asking = new Asking(reading, fork, signal);
  const raw = about && parts ? await asking.overParts(about.title, parts) : await asking.ask(null);
  await leaveFork(fork, Math.min(fork.room, tokensOf(about)), signal);
  const { promptTokens, reusedTokens, requests } = asking;
  const cost = { promptTokens, reusedTokens, requests, leftOut: parts?.leftOut ?? 0 };
  return { by: speaker.id, kind: kind.name, text: readAnswer(raw, reading), ...cost };
}

const tooSmall = ({ speaker: { name } }: Fork): SottoError => {
  const message = `the context has no room behind the prompt of ${name} for this question; start the server with a larger context (llama-server: -c) or lower prompt.hard`;
  return new SottoError('server', 'context_exceeded', message);
};

interface Attempt {
  readonly chat: OpenChat;
  readonly speaker: Member;
  readonly reading: Reading;
  readonly question: BesideQuestion;
  readonly signal: AbortSignal;
}

function readAnswer(raw: string, { kind, wanted, words }: Reading): string {
  const choices = kind.choices?.(wanted);
  if (choices && choices.length > 0) return chosenIn(raw, choices);
  if (kind.isOneWord) return firstWord(raw);
  return bounded(raw, words ?? (kind.isWhole ? kind.words : mostWords));
}

/**
 * Asks one of the cast beside the play: a fork of it, with its own prompt and nothing that others know, reads what the question is
 * about and answers. Nothing of it is stored. As urgent as a line; a text that has no room is read in parts, and what was answered of
 * them is merged. Rejects with SottoError `empty_text`, `no_such_kind`, `bad_time`, `no_times`, `interrupted`, `empty_reply`,
 * `context_exceeded`, or what the server failed with.
 */
export async function askBeside(
  chat: OpenChat,
  speaker: Member,
  question: BesideQuestion,
  signal: AbortSignal,
): Promise<BesideAnswer> {
  const reading = readingOf(chat, speaker, question);
  if (question.around !== undefined) centreOf(question.about ?? { title: '', rows: [] }, question.around);
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt({ chat, speaker, reading, question, signal });
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      const { failure, tokens } = error.answer;
      const known = await chat.server.open(signal);
      if (tries < mostFittings && known.learnFrom(failure, tokens)) continue;
      const told = new SottoError('server', failure.code, failure.message);
      throw chat.perspective.failure(speaker, told, false);
    }
  }
}
