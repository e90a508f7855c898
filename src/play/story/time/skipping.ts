import { unmet } from '../../../domain/decide/occasion-events.ts';
import { dueBy } from '../../../domain/decide/occasion-times.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { NewEvent } from '../../../domain/events/events.ts';
import { bounds } from '../../../domain/fiction/kinds.ts';
import { oneLine } from '../../../domain/one-line.ts';
import { landingOf, minutesIn, wayOf } from '../../../domain/world/world-time.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { decided, perform } from '../../tree/changes.ts';
import { refuse } from '../../world/editing.ts';
import { isUnsaid } from '../scenes/set-elsewhere.ts';

/** How time is to pass, where the words alone do not say it. */
export interface SkipOptions {
  readonly way?: 'elide' | 'jump' | undefined;
  /** The world's time at its end, ISO 8601 without a zone. */
  readonly to?: string | undefined;
  /** Whether it ends at the first occasion that begins on the way. */
  readonly stop?: boolean | undefined;
}

/** What a skip does: its kind, where time lands (empty = as it is), and what becomes of which occasion on the way. */
export interface Skip {
  readonly text: string;
  readonly way: 'elide' | 'jump';
  readonly to: string;
  readonly due: readonly { readonly name: string; readonly state: string }[];
}

function landing(chat: OpenChat, text: string, { way, to }: SkipOptions): string {
  const { time } = chat.known().mind.world;
  const now = minutesIn(time);
  if (to !== undefined) {
    const then = minutesIn(to);
    if (then === null) refuse('bad_time', `"${to}" is not a time; write it as 2026-01-31T18:00`);
    if (then !== null && now !== null && then <= now)
      refuse(
        'not_later',
        `it is ${time} already; a skip only goes forward, \`sotto world set time TIME\` goes back`,
      );
    return to.trim();
  }
  const landed = landingOf(text, time);
  if (landed !== null) return landed;
  return way === 'jump' && now === null ? oneLine(text).slice(0, bounds.word) : '';
}

const nothing = 'say how time passes, such as `sotto skip "the next morning"`';
const unclear = (text: string): string =>
  `"${text}" may mean the dull middle or a later time; say --elide or --jump`;

/** When the first occasion begins on the way there, as far as the viewer knows; there where none does. */
function firstStop(chat: OpenChat, to: string): string {
  const known = chat.known();
  const first = dueBy(known.mind, to).find(
    ({ begins, known: [, one] }) => begins && unmet(known, one).length === 0,
  );
  return first?.known[1].at ?? to;
}

function wanted(chat: OpenChat, said: string, options: SkipOptions) {
  const text = oneLine(said).replace(/^"(.*)"$/, '$1');
  if (text === '') refuse('empty_text', nothing);
  const way = options.way ?? wayOf(text);
  if (way === null) throw new SottoError('usage', 'unclear_skip', unclear(text));
  const { idFor } = chat.parts;
  const landed = landing(chat, text, { ...options, way });
  const to = options.stop ? firstStop(chat, landed) : landed;
  return { type: 'skip', by: chat.viewer, idFor, text, way, to, isUnsaid: isUnsaid(chat) } as const;
}

type Wanted = ReturnType<typeof wanted>;

/** What becomes of occasions by these events, as the viewer knows them. */
function due(chat: OpenChat, events: readonly NewEvent[]): Skip['due'] {
  const known = chat.known().mind.occasions;
  return events.flatMap(({ kind, payload }) => {
    const change = kind === 'manual_edit' ? payload.change : null;
    const of = kind === 'occasion_change' ? payload : change?.what === 'occasion' ? change : null;
    const isTold =
      chat.viewer === 'everyone' || (of && 'knownTo' in payload && payload.knownTo.includes(chat.viewer));
    return of && isTold ? [{ name: of.name ?? known[of.occasion]?.name ?? '', state: of.state ?? '' }] : [];
  });
}

const told = (chat: OpenChat, { text, way, to }: Wanted, events: readonly NewEvent[]): Skip => ({
  ...{ text, way, to },
  due: due(chat, events),
});

/** What a skip would do; nothing is stored. Throws SottoError `unclear_skip`, `bad_time`, `not_later`, `empty_text`. */
export function foreseeSkip(chat: OpenChat, text: string, options: SkipOptions = {}): Skip {
  const command = wanted(chat, text, options);
  return told(chat, command, decided(chat, command)(chat.state));
}

/** Lets time pass, in one act that undo takes back: what falls due on the way is played out in order. Throws as `foreseeSkip`. */
export function skipTime(chat: OpenChat, text: string, options: SkipOptions = {}): Skip {
  const command = wanted(chat, text, options);
  return told(chat, command, perform(chat, command).events);
}
