import type { Message } from '../../domain/message.ts';
import type { View } from '../../domain/view.ts';
import type { Insert } from '../../prompt/input.ts';

/** What a speaker may be told of the world outside the fiction (HC-09). */
export type StatusRow = 'persona' | 'time' | 'idle' | 'model';

/** What the rows are made from: the speaker's own view, and what the speaker may know beside it. */
export interface StatusAbout {
  readonly view: View;
  /** A reply that is gone on with; what came before it counts. */
  readonly continues: Message | undefined;
  /** Null where the speaker does not know the human's character. */
  readonly persona: string | null;
  /** Empty where the server does not tell. */
  readonly model: string;
}

const units = [
  { name: 'day', minutes: 24 * 60 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
] as const;

const minuteLength = 'YYYY-MM-DDTHH:MM'.length;
const milliseconds = 60_000;

/** A stretch of time in words, in its largest unit. */
const inWords = (minutes: number): string => {
  const unit = units.find((one) => minutes >= one.minutes);
  if (!unit) return 'less than a minute';
  const count = Math.floor(minutes / unit.minutes);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
};

const idle = (before: Message | undefined, newest: Message | undefined): string => {
  if (!before || !newest) return '';
  const minutes = (Date.parse(newest.at) - Date.parse(before.at)) / milliseconds;
  return `${inWords(minutes)} lie between the last message and the one before it`;
};

/** The wanted rows as one text, none where nothing can be told. Times are those of the log, so that a prompt can be made again. */
export function statusInsert(rows: readonly StatusRow[], about: StatusAbout): Insert[] {
  if (rows.length === 0) return [];
  const [before, newest] = lastTwo(about);
  const told: Record<StatusRow, string> = {
    persona: about.persona === null ? '' : `the user is ${about.persona}`,
    time: newest ? `it is ${newest.at.slice(0, minuteLength)}Z` : '',
    idle: idle(before, newest),
    model: about.model === '' ? '' : `the model is ${about.model}`,
  };
  const text = [...new Set(rows)].map((row) => told[row]).filter((row) => row !== '');
  if (text.length === 0) return [];
  const facts = { name: 'status', source: 'sotto', reason: 'prompt.status', isFilled: true } as const;
  return [
    {
      ...facts,
      zone: 'live',
      tier: 'nice',
      text: `(Not part of the fiction, never to be quoted: ${text.join('; ')}.)`,
    },
  ];
}

const pageSize = 8;

/** The last two messages before this line that are not for people alone. */
function lastTwo({ view, continues }: StatusAbout): [Message | undefined, Message | undefined] {
  const found: Message[] = [];
  for (let before = continues?.id; found.length < 2; ) {
    const page = view.last(pageSize, before);
    found.unshift(...page.filter(({ hidden }) => !hidden));
    if (page.length < pageSize) break;
    before = page[0]?.id;
  }
  return [found.at(-2), found.at(-1)];
}
