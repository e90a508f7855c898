import { noticeIn } from './noticing.ts';
import { speak } from './speak.ts';

/** A question beside the play, as it stands in a prompt. */
interface Asked {
  readonly type: string;
  readonly name: string;
  readonly request: string;
  /** What it is about: a text that is quoted, else what stands before it. */
  readonly rows: readonly string[];
  /** What stands before it. */
  readonly before: string;
}

const opening = /<subquery type="([^"]*)"[^>]*>\nA question beside the play, to (.{1,80}?), who knows/g;
const content = /\n<content>\n([\s\S]*)\n<\/content>\n<\/subquery>/;
const head =
  /^(?:\[[^\]\n]{1,40}\]\s*)?([\p{L}\p{N}][^:\n<>[\]{}|*"“”]{0,48}?)(?: \([^()\n]{0,80}\))?:\s+(.*)$/u;
const mostRows = 4000;
/** What closes a question and opens its answer is no longer. */
const longestEnd = 160;
const fewWords = 24;
const mostQuoted = 3;
const empty =
  /^(?:about|all|and|any|are|but|can|did|for|had|has|her|him|his|how|its|not|now|one|our|out|she|the|was|who|why|you|answer|anything|been|content|does|from|have|know|said|says|tell|that|them|then|there|they|this|were|what|when|where|which|with|word|words|would|write|your)$/;

/** The question that a prompt ends with. */
function askedIn(prompt: string): Asked | undefined {
  const end = prompt.slice(prompt.lastIndexOf('</subquery'));
  if (end.length > longestEnd || /(?<!\nAnswer):$/.test(end)) return undefined;
  const found = [...prompt.matchAll(opening)].at(-1);
  if (!found) return undefined;
  const [, type = '', name = ''] = found;
  const before = prompt.slice(0, found.index);
  const rest = prompt.slice(found.index);
  const quoted = content.exec(rest)?.[1];
  const request = /\nRequest: ([\s\S]*?)(?=\nContent: |<\/subquery>|$)/.exec(rest)?.[1]?.trim() ?? '';
  const rows = (quoted ?? before).split('\n').slice(-mostRows);
  return { type, name, request, rows, before };
}

const firstWords = (text: string): string => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length > fewWords ? `${words.slice(0, fewWords).join(' ')}…` : words.join(' ');
};

const quotedOf = (row: string): string => {
  const [, speaker, said = ''] = head.exec(row) ?? [];
  return speaker === undefined ? firstWords(row.trim()) : `${speaker} said: “${firstWords(said)}”`;
};

const wordsIn = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
      .filter((word) => !empty.test(word))
      .map((word) => word.replace(/(?:'s|s)$/, '')),
  );

/** What of the rows speaks of a request, the most first. */
function found({ rows, request }: Asked): string[] {
  const wanted = wordsIn(request);
  return rows
    .map((row, at) => ({ row, at, said: [...wordsIn(row)].filter((word) => wanted.has(word)).length }))
    .filter(({ said, row }) => said > 0 && row.trim() !== '')
    .sort((a, b) => b.said - a.said || b.at - a.at)
    .slice(0, mostQuoted)
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => quotedOf(row));
}

const analysed = (asked: Asked): string => {
  const rows = found(asked);
  return rows.length === 0 ? 'Nothing about that was found.' : rows.join('\n');
};

/** Who spoke, and what they said last. */
function speakersIn({ rows }: Asked): Map<string, string> {
  const last = new Map<string, string>();
  for (const row of rows) {
    const [, speaker, said = ''] = head.exec(row) ?? [];
    if (speaker !== undefined && said !== '') last.set(speaker, said);
  }
  return last;
}

function summed(asked: Asked): string {
  const here = { ...asked, rows: [...asked.rows, ...asked.before.split('\n').slice(-mostRows)] };
  const speakers = [...speakersIn(here)].slice(-6);
  if (speakers.length === 0) return 'Nothing has happened yet.';
  const facts = speakers.map(([name, said]) => `- ${name} said: “${firstWords(said)}”`);
  const active = speakers.map(([name]) => `- ${name}: taking part; here; goals not told`);
  return [`${speakers.map(([name]) => name).join(', ')} spoke.`, '', ...facts, '', ...active].join('\n');
}

function felt({ before, request }: Asked): string {
  const [, given] = /^[^\n]*\n([\s\S]+)$/.exec(request) ?? [];
  const { warmth, line } = noticeIn(given ?? before);
  if (warmth > 0) return 'joy';
  if (warmth < 0) return 'anger';
  return /[?？]/.test(line) ? 'curiosity' : 'neutral';
}

function seen({ before, name }: Asked): string {
  const { posture, place, time, weather } = noticeIn(before);
  const at = [posture, place && `in ${place}`, time && `${time} light`, weather];
  return [name, ...at.filter(Boolean), 'detailed, soft light'].join(', ');
}

/** Who was named last and has not just spoken; else the first who may. */
function next({ before, request }: Asked): string {
  const names = /these speaks next: ([^?\n]*)\?/.exec(request)?.[1]?.split(', ') ?? [];
  const { speaker, line } = noticeIn(before);
  const others = names.filter((name) => name !== speaker);
  return others.find((name) => line.includes(name)) ?? others[0] ?? names[0] ?? '';
}

const spoken = ({ before, name }: Asked, seed: number): string =>
  speak({
    ...{ prompt: `${before.trimEnd()}\n${name}:`, seed, stop: [], maxTokens: 200 },
    ...{ tag: '', whispers: false },
  })
    .pieces.join('')
    .trim();

const outlineAsked = /^Write the outline of a scenario in (\d+) acts/;

const outlines = [
  [
    'The Salt Ledger',
    'A clerk is found walled into a cellar, and the harbour office wants the matter closed by noon.',
    'The ledger names somebody who is at the table; whoever opens it must choose whom to warn.',
    'The tide comes in with the auditors; what is burned cannot be proved.',
  ],
  [
    'Nine Lamps',
    'The lamps of a mountain road go out one by one, and the post coach is on it.',
    'The keeper of the fifth lamp asks a price that cannot be paid twice.',
    'At the pass it is clear who wanted the dark, and why it was kind.',
  ],
  [
    'The Understudied Queen',
    'A troupe plays before a court that no longer knows which of two is its queen.',
    'The curtain must rise, and the wrong one knows the lines.',
    'Behind the stage one crown too many is found.',
  ],
  [
    'Bread for the Bellringer',
    'A bell rings in a town that sold its bells.',
    'The baker who hears it best has the most to lose.',
    'Somebody must climb, and it is not the one who wants to.',
  ],
];

const describedIn = /^So far you have played (.{1,80}?)\. From now on/;

/** Whoever it played, by the rows that name them. */
function described({ request, before }: Asked): string {
  const name = describedIn.exec(request)?.[1] ?? '';
  const rows = before.split('\n').filter((row) => row.includes(name) && head.test(row));
  const shown = rows.slice(-mostQuoted).map(quotedOf);
  return [`${name} takes part in the story.`, ...shown].join('\n');
}

/** An outline that the request does not say was played. */
function outlined({ request }: Asked): string {
  const count = Number(outlineAsked.exec(request)?.[1] ?? 3);
  const [title = '', ...acts] =
    outlines.find(([called = '']) => !request.includes(called)) ?? outlines[0] ?? [];
  return [title, ...acts.slice(0, count).map((act, at) => `${at + 1}. ${act}`)].join('\n');
}

/**
 * What the understudy answers to a question beside the play, by rule from what stands in the prompt; undefined where it is asked
 * none. The same prompt gives the same.
 */
export function answerBeside(prompt: string, seed: number): string | undefined {
  const asked = askedIn(prompt);
  if (!asked) return undefined;
  switch (asked.type) {
    case 'session-summary':
      return summed(asked);
    case 'character-impersonation':
    case 'chat-continuation':
      return spoken(asked, seed);
    case 'emotion-classification':
      return felt(asked);
    case 'image-prompt-generation':
      return seen(asked);
    case 'next-speaker':
      return next(asked);
    default:
      if (describedIn.test(asked.request)) return described(asked);
      if (outlineAsked.test(asked.request)) return outlined(asked);
      return analysed(asked);
  }
}
