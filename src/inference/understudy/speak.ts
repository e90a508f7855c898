import { StopMatcher } from '../transport/stop.ts';
import { type Dice, diceOf } from './dice.ts';
import { empty, openers, openings, phrases } from './phrases.ts';
import { type Line, readScript, type Script } from './script.ts';
import { piecesOf } from './tokens.ts';
import { type Voice, voiceOf } from './voice.ts';

/** What the understudy is asked for. */
export interface SpeakRequest {
  readonly prompt: string;
  readonly seed: number;
  readonly stop: readonly string[];
  readonly maxTokens: number;
  /** Opening of the known-to tag. */
  readonly tag: string;
  /** Lets it whisper to someone of its own accord now and then. */
  readonly whispers: boolean;
  /** What every line begins with. */
  readonly prefix?: string;
}

/** What it says: the pieces joined are the text. */
export interface Utterance {
  readonly pieces: readonly string[];
  readonly reason: 'stop' | 'eos' | 'length';
  /** The stop string that was met, else empty. */
  readonly stoppedBy: string;
}

/** The known-to tag unless another is set. */
export const defaultTag = '__known_to_chars__';

/** One to three sentences for the cue at the end of the prompt; same request, same words. */
export const speak = (request: SpeakRequest): Utterance => {
  const script = readScript(request.prompt, request.stop);
  const dice = diceOf(request.seed, request.prompt);
  const said =
    leadIn(request.prompt, script) +
    (request.prefix ?? '') +
    compose(script, dice, whisperedBy(request.tag, script));
  const text = marked(said, whisper(request, script, dice), request.tag, script);
  const matcher = new StopMatcher(request.stop);
  const matched = matcher.push(text);
  const pieces = piecesOf(matched.text + matcher.flush());
  if (pieces.length > request.maxTokens) {
    return { pieces: pieces.slice(0, request.maxTokens), reason: 'length', stoppedBy: '' };
  }
  return { pieces, reason: matched.stop === null ? 'eos' : 'stop', stoppedBy: matched.stop ?? '' };
};

const leadIn = (prompt: string, { begun }: Script): string => {
  const space = prompt === '' || /\s$/.test(prompt) ? '' : ' ';
  return begun === '' || /[.!?…"”*)]\s*$/.test(begun) ? space : `${space}and then – `;
};

const compose = (script: Script, dice: Dice, whisperer: string | undefined): string => {
  const voice = voiceOf(script);
  const used = new Set(voice.recent);
  const sentences: string[] = [];
  const count = 1 + dice.roll(3);
  const mine = dice.roll(count);
  for (let at = 0; at < count; at++) {
    const own = at === mine || dice.oneIn(3) ? ownSentence(voice, used, dice) : undefined;
    const sentence = own ?? phrase(script, used, dice, whisperer);
    used.add(sentence);
    sentences.push(
      dice.oneIn(4) && /^\p{Lu}/u.test(sentence) ? `${dice.pick(openers)} – ${sentence}` : sentence,
    );
  }
  return sentences.join(' ');
};

const ownSentence = ({ own }: Voice, used: ReadonlySet<string>, dice: Dice): string | undefined =>
  dice.pick(own.filter((sentence) => !used.has(sentence)));

/** Whoever whispered is spoken to; else now and then another than whom it answers. */
const phrase = (script: Script, used: ReadonlySet<string>, dice: Dice, whisperer?: string): string => {
  const answered = answeredLine(script);
  const stock = answered ? phrases : openings;
  const other = dice.oneIn(6) ? dice.pick(script.others) : undefined;
  const name = whisperer ?? other ?? answered?.speaker ?? '';
  const names = new Set([script.speaker, ...script.others].map((one) => one.toLowerCase()));
  const words = telling(answered?.text ?? '').filter((one) => !names.has(one));
  const word = dice.pick(words);
  const fitting = word === undefined ? stock.filter((one) => !one.includes('{word}')) : stock;
  const filled = fitting.map((one) => one.replaceAll('{name}', name).replaceAll('{word}', word ?? ''));
  return dice.pick(filled.filter((one) => !used.has(one))) ?? dice.pick(filled) ?? '';
};

const answeredLine = ({ lines, speaker }: Script): Line | undefined =>
  lines.findLast((line) => line.speaker !== speaker);

const telling = (text: string): string[] =>
  (text.replace(/\([^)]*\)|__\S*/g, '').match(/\p{L}{5,}/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !empty.has(word));

/** Whom it whispers to; undefined = nobody. */
const whisper = (request: SpeakRequest, script: Script, dice: Dice): string | undefined =>
  whisperedBy(request.tag, script) ??
  (request.whispers && dice.oneIn(8) ? dice.pick(script.others) : undefined);

/** What is said, marked in the manner of the prompt for whom it is. */
const marked = (said: string, to: string | undefined, tag: string, { begun, bringsHead }: Script): string => {
  if (bringsHead) return `${to === undefined ? '' : ` (to ${to})`}: ${said.trimStart()}`;
  return to === undefined || begun !== '' ? said : `${said} (ooc: ${tag}${to}__)`;
};

const whisperedBy = (tag: string, { lines, speaker }: Script): string | undefined => {
  const last = lines.at(-1);
  if (last === undefined || last.speaker === speaker) return undefined;
  const tagged = last.text.split(tag).slice(1);
  const names = [...last.to, ...tagged.flatMap((rest) => (rest.split('__')[0] ?? '').split(','))];
  const isForMe = names.some((name) => name.trim().toLowerCase() === speaker.toLowerCase());
  return isForMe ? last.speaker : undefined;
};
