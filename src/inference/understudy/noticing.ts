import { type ToldPresence, toldPresence } from '../../domain/audience/told-presence.ts';
import { sceneIn, scriptIn } from './summing.ts';

/** What the understudy takes out of the last line of a text, for the one who is asked; what is not said is absent. */
export interface NoticedLine {
  /** Who is asked, and who spoke last; empty where the text does not say. */
  readonly asked: string;
  readonly speaker: string;
  readonly line: string;
  /** All that stands before the question, its end where it is long. */
  readonly whole: string;
  /** From -3 to 3. */
  readonly warmth: number;
  readonly trust: number;
  /** From 0 to 3: of the line, and of each of the last lines with it. */
  readonly significance: number;
  readonly weights: readonly number[];
  /** What a scene comes to that is to be told; empty where none is. */
  readonly scene: string;
  readonly facts: readonly string[];
  /** Why the scene is over with this line. */
  readonly ends?: string;
  /** What a person has set by hand: fields of the one who is asked, and of others behind their names in quotes. */
  readonly handSet: ReadonlySet<string>;
  /** Who comes and goes. */
  readonly presence: ToldPresence;
  readonly verb?: string;
  readonly posture?: string;
  readonly given?: string;
  readonly time?: string;
  readonly weather?: string;
  readonly place?: string;
}

const longestLine = 4000;
const mostRows = 40;
const mostWeighed = 2000;
const question = /\n?[^\n]*Beside the play: (?:what (?:has changed|is so) for (.{1,80}?) (?:with|as) )?/;
const byHand = /Set by hand, [^:\n]{1,60}: ((?:"(?:\\.|[^"\\\n])*"|[^".\n])*)\./;
const head = /^\s*([\p{L}\p{N}][^:\n<>[\]{}|*"“”]{0,48}?)(?: \([^()\n]{0,80}\))?\s*:\s+(.*)$/u;

const warm =
  /\b(?:thanks?|thank you|loves?|kind|likes|friends?|dear|smiles?|laughs?|kiss(?:es)?|hugs?|glad|please|welcome|brave)\b/gi;
const cold =
  /\b(?:hates?|liars?|lies?|fools?|quarrel(?:s|led)?|coward|go away|threat(?:en)?s?|kills?|betray(?:s|ed)?|angry|shut up|sneers?|slaps?)\b/gi;
const trusting = /\b(?:trust|promise|swear|secret|believe you)\b/gi;
const doubting = /\b(?:liars?|lied|betray(?:s|ed)?|stole|steals?|thief|cheat(?:s|ed)?)\b/gi;
const grave =
  /\b(?:dead|dies|die|kill(?:s|ed)?|murder|marry|betray(?:s|ed)?|i love you|your (?:father|mother))\b/i;
const times: readonly (readonly [string, RegExp])[] = [
  ['night', /\b(?:night falls|nightfall|midnight|in the night|gets dark|getting dark)\b/i],
  ['dawn', /\b(?:dawn|sunrise|sun rises)\b/i],
  ['morning', /\bmorning\b/i],
  ['noon', /\bnoon\b/i],
  ['evening', /\b(?:evening|dusk|sunset|sun sets)\b/i],
];
const weathers: readonly (readonly [string, RegExp])[] = [
  ['rain', /\b(?:rains?|raining|it pours|pouring)\b/i],
  ['snow', /\bsnow(?:s|ing)?\b/i],
  ['fog', /\b(?:fog|mist)\b/i],
  ['storm', /\b(?:storms?|thunder)\b/i],
  ['wind', /\bwind(?:y)?\b/i],
  ['sun', /\b(?:sun shines|sunshine|sunny)\b/i],
];
const postures: readonly (readonly [string, RegExp])[] = [
  ['sitting', /\b(?:sits?|sitting)\b/i],
  ['standing', /\b(?:stands?|standing|gets up)\b/i],
  ['lying', /\b(?:lies down|lying)\b/i],
  ['kneeling', /\b(?:kneels?|kneeling)\b/i],
  ['leaning', /\b(?:leans?|leaning)\b/i],
];
const action = /\*([^*\n]{2,200})\*/;
const gift =
  /\b(?:gives?|hands?|passes|offers?)\s+(?:[\p{L}]+\s+){0,2}?(?:an?|the|his|her|my)\s+((?:[\p{L}-]+\s?){1,2})/iu;
const going =
  /\b(?:walks?|goes|go|comes?|steps?|heads?|enters?|arrives?)\s+(?:(?:in|into|to|at|inside|out)\s+){0,2}the\s+([\p{L}-]+)/iu;

const skipping =
  /\b(?:(?:hours?|days?|weeks?) (?:pass|go by|later)|the next (?:day|morning|evening|night))\b/i;
const leaving = /\b(?:walks?|goes|go|steps?|heads?|leaves?)\s+(?:in|into|to|out|inside|outside|home)\b/i;

const first = (all: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  all.find(([, pattern]) => pattern.test(text))?.[0];
const count = (text: string, pattern: RegExp): number => Math.min(3, text.match(pattern)?.length ?? 0);

/** What a sentence in the first person tells of whoever says it. */
const toldOfOneself = (text: string): string[] =>
  (text.match(/[^.!?…\n*"“”]{2,160}[.!?…]/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\b(?:I am|I'm|I have|I was|my)\b/i.test(sentence))
    .slice(0, 2);

const whatIsDone = (text: string, speaker: string): string | undefined => {
  const done = action.exec(text)?.[1]?.trim() ?? '';
  const own = speaker !== '' && done.startsWith(`${speaker} `) ? done.slice(speaker.length + 1) : done;
  return (
    own
      .split(/[\s,.;!?]+/)
      .slice(0, 4)
      .join(' ')
      .trim() || undefined
  );
};

/** The first sentence that names somebody, and how warm and trusting it is; undefined where none does. */
export function sentenceAbout(
  { whole }: NoticedLine,
  name: string,
): { readonly text: string; readonly warmth: number; readonly trust: number } | undefined {
  const text = whole
    .split(/(?<=[.!?])\s+|\n+/)
    .find((one) => name !== '' && one.includes(name) && !one.startsWith(`${name}:`));
  if (text === undefined) return undefined;
  const [warmth, trust] = [
    count(text, warm) - count(text, cold),
    count(text, trusting) - count(text, doubting),
  ];
  return { text: text.trim(), warmth, trust };
}

/** How much a line matters, from 0 to 2. */
function weightOf(line: string): number {
  if (grave.test(line)) return 2;
  return /[!?]/.test(line) || count(line, warm) + count(line, cold) > 1 ? 1 : 0;
}

/** Reads the line before a question, by rule: the same text gives the same. */
export function noticeIn(prompt: string): NoticedLine {
  const asked = question.exec(prompt);
  const text = (asked ? prompt.slice(0, asked.index) : prompt).trimEnd();
  const script = scriptIn(text, asked ? prompt.slice(asked.index) : '');
  const rows = text.split('\n').slice(-mostRows);
  const at = rows.findLastIndex((row) => head.test(row));
  const [, speaker = '', said] = head.exec(rows[at] ?? '') ?? [];
  const all = at < 0 ? rows.slice(-1) : [said, ...rows.slice(at + 1)];
  const line = all
    .join('\n')
    .slice(0, longestLine)
    .replace(/\(ooc:[^)]*\)/gi, '')
    .trim();
  const [warmth, coldness] = [count(line, warm), count(line, cold)];
  return {
    asked: asked?.[1] ?? '',
    speaker,
    line,
    whole: (script ?? text).slice(-longestLine),
    warmth: warmth - coldness,
    trust: count(line, trusting) - count(line, doubting),
    significance: weightOf(line),
    weights: text
      .split('\n')
      .slice(-mostWeighed)
      .flatMap((row) => (head.test(row) ? [weightOf(row)] : [])),
    scene: sceneIn(script ?? '', head, weightOf),
    facts: toldOfOneself(line),
    presence: toldPresence(line, speaker),
    handSet: new Set(asked ? byHand.exec(prompt.slice(asked.index))?.[1]?.split(', ') : []),
    ...defined({
      ends: skipping.test(line) ? 'time' : leaving.test(line) ? 'place' : undefined,
      verb: whatIsDone(line, speaker),
      posture: first(postures, line),
      given: gift.exec(line)?.[1]?.trim(),
      time: first(times, line),
      weather: first(weathers, line),
      place: going.exec(line)?.[1] && `the ${going.exec(line)?.[1]}`,
    }),
  };
}

const defined = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
