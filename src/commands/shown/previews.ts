import { knownInRoles } from '../../app/run/in-roles.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import { givenName } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { Play } from '../../play/play.ts';
import type { Scope } from '../scope.ts';

const longest = 300;
const fewLines = 4;

const starred = /(\*{1,3}|~~|`{1,3})(?=\S)(.*?\S)\1/gu;
const underscored = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])(.*?[^\s_])\1(?![\p{L}\p{N}_])/gu;

/** A short line as it reads, without its marks of Markdown. */
export const unmarked = (line: string): string =>
  line
    .replace(/^(?:#{1,6} |> )/, '')
    .replace(starred, '$2')
    .replace(starred, '$2')
    .replace(underscored, '$2');

/** The beginning of a text, on one line. */
export const beginningOf = (text: string): string => {
  const line = oneLine(text);
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

/** `2026-01-01 10:00` of an ISO time. */
export const timeOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

const isFork = (name: string): boolean => givenName(name) !== name;

/** A branch as people call it: a fork without a name of its own by that of what it forked from. */
export const branchName = (name: string): string => (isFork(name) ? `a fork of ${givenName(name)}` : name);

/** The same within a sentence. */
export const branchText = (name: string): string => `${isFork(name) ? '' : 'branch '}${branchName(name)}`;

const minute = 60_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How long before `now` an ISO time was, in short: `2 h ago`; the day, where that is more than a week. */
export function agoOf(at: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(at)) / minute);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / (24 * 60));
  if (days < 7) return days === 1 ? 'yesterday' : `${days} days ago`;
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-');
  const date = `${Number(day)} ${months[Number(month) - 1] ?? ''}`;
  return year === now.slice(0, 4) ? date : `${date} ${year}`;
}

/** Messages of an open chat with who said them, each on one line. */
export function saidLines(play: Play, messages: readonly Message[]): string[] {
  const { cast } = play.state();
  const nameOf = (id: Message['speaker']) => cast.find((member) => member.id === id)?.name ?? 'system';
  return messages.map(({ speaker, text }) =>
    speaker === null ? beginningOf(text) : `${nameOf(speaker)}: ${beginningOf(text)}`,
  );
}

/** The last things that whoever plays a chat has perceived there. */
export const lastLines = (play: Play): string[] => saidLines(play, play.view().last(fewLines));

/** A chat of the library as whoever plays it perceives it; the open one as it is played here. */
export const playOf = ({ app, play }: Scope, chat: string): Play =>
  play.state().chat.id === chat ? play : app.play(chat);

/** What whoever plays a chat of the library knows there; of the open one who plays it here. */
export const knownOf = ({ app, play }: Scope, chat: string): AnyKnown =>
  play.state().chat.id === chat ? play.known() : knownInRoles(app, chat);

/** Who is in a chat, and when and what was said last, as whoever plays it perceives it. */
export function chatLines(scope: Scope, id: string): string[] {
  const play = playOf(scope, id);
  const { cast, playing } = play.state();
  const others = cast.filter((member) => member.id !== playing.id).map(({ name }) => name);
  const [last] = play.view().last(1);
  const parts = [
    `you are ${playing.name}`,
    ...(others.length === 0 ? [] : [`with ${others.join(', ')}`]),
    ...(last ? [timeOf(last.at)] : []),
  ];
  return [parts.join(' · '), ...lastLines(play)];
}
