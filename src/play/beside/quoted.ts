import { SottoError } from '../../domain/errors.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import { type AnyView, messagesOf } from '../../domain/view.ts';
import { knownBy, type Member } from '../../domain/world/world.ts';
import { isRow } from '../../prompt/history.ts';
import { quoteForgedLines, spoken } from '../../prompt/lines.ts';
import { chatAmong } from '../chat/find-chat.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type Life, lifeIn, pastOf } from '../story/memories/past.ts';

/** A line of a text that is quoted; `at`: ISO time when it was said, null for what has none. */
export interface QuotedRow {
  readonly text: string;
  readonly at: string | null;
}

/** A text that a question is about. */
export interface Quoted {
  /** What it is, in a few words. */
  readonly title: string;
  /** Oldest first. */
  readonly rows: readonly QuotedRow[];
}

/** Of a very long chat the newest lines are read. */
const mostLines = 50_000;
const recalled = 40;
const hourLetters = 'YYYY-MM-DDTHH'.length;

/** A text that nobody here wrote: a file, a page. */
export const quotedText = (title: string, text: string): Quoted => ({
  title,
  rows: text.split(/\r\n|[\n\r\u2028\u2029]/).map((row) => ({ text: row, at: null })),
});

/** `2026-11-24 18:59` of an ISO time. */
const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

/** Messages as lines, `Name: text`, each hour's first with its time (UTC). */
function linesOf({ parts }: OpenChat, messages: Iterable<Message>, known: readonly Member[]): QuotedRow[] {
  const { settings } = parts;
  const names = known.map(({ name }) => name);
  const nameOf = new Map(known.map(({ id, name }) => [id, name]));
  const rows: QuotedRow[] = [];
  let hour = '';
  for (const message of messages) {
    if (!isRow(settings, message)) continue;
    const { speaker, at, knownTo } = message;
    const others = knownTo.flatMap((id) => (id === speaker ? [] : (nameOf.get(id) ?? [])));
    const to = others.length > 0 ? ` (to ${others.join(', ')})` : '';
    const name = speaker === null ? undefined : nameOf.get(speaker);
    const head = name === undefined ? '' : `${name}${to}: `;
    const time = at.slice(0, hourLetters) === hour ? '' : `[${minuteOf(at)}] `;
    hour = at.slice(0, hourLetters);
    rows.push({ text: `${time}${head}${quoteForgedLines(spoken(settings, message), names)}`, at });
  }
  return rows;
}

/** All messages of a view, of very many the newest. */
const newestOf = (view: AnyView): Iterable<Message> =>
  view.count() > mostLines ? view.last(mostLines) : messagesOf(view);

/** This chat as one of the cast has lived through it. */
const lifeHere = ({ id: chat, state, stage }: OpenChat, { id: viewer }: Member): Life => ({
  ...{ chat, viewer, head: state.head, title: state.facts.title },
  known: knownBy(stage, viewer),
});

/**
 * A chat that one of the cast took part in, this one or another that is its past here, as it perceived it. Throws SottoError
 * `no_such_chat`, the same for a chat that it was never in and for none; `ambiguous_chat`.
 */
export function quotedChat(chat: OpenChat, member: Member, address: string): Quoted {
  const here = lifeHere(chat, member);
  const lives = [here, ...pastOf(chat, member).filter((life) => life.chat !== chat.id)];
  const found =
    lifeIn(lives, address) ??
    chatAmong(
      lives.map((life) => ({ ...life, id: life.chat })),
      address,
    );
  if (!found) {
    const message = `${member.name} took part in no chat "${address}" that is its past here; see \`sotto chats\``;
    throw new SottoError('not_found', 'no_such_chat', message);
  }
  const view = chat.parts.store.view(found.chat, found.viewer, found.head);
  const title = `the chat "${found.title}", as ${member.name} perceived it`;
  return { title, rows: linesOf(chat, newestOf(view), found.known) };
}

/** What one of the cast perceived in this chat before its prompt begins; null where that is nothing. */
export function quotedBefore(chat: OpenChat, member: Member, from: MessageId | null): Quoted | null {
  if (from === null) return null;
  const older = chat.view(member.id).last(mostLines, from);
  const rows = linesOf(chat, older, knownBy(chat.stage, member.id));
  return rows.length === 0 ? null : { title: 'what came before, in this chat', rows };
}

/** What of its past comes back to the mind of one of the cast when it is asked this, oldest first. */
export function quotedPast(chat: OpenChat, member: Member, asked: string): Quoted {
  const lives = pastOf(chat, member);
  const past = lives.map(({ chat: id, viewer, head }) => ({ chat: id, viewer, head }));
  const cast = lives.flatMap(({ known }) => known.map(({ id, name }) => ({ id, name })));
  const hits = chat.parts.store.recall.recall(past, { text: asked, cast, limit: recalled });
  const rows = hits.flatMap((hit): QuotedRow[] => {
    const life = lifeIn(lives, hit.chat);
    if (!life) return [];
    if (hit.type === 'message') return linesOf(chat, [hit.message], life.known);
    const { text, at } = hit.memory;
    return [{ text: `[${minuteOf(at)}] ${quoteForgedLines(text, [])}`, at }];
  });
  const inOrder = rows.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
  return { title: `what comes back to the mind of ${member.name}`, rows: inOrder };
}

/** The place of the row that was said nearest to a time. Throws SottoError `bad_time`, `no_times`. */
export function centreOf({ rows }: Quoted, around: string): number {
  const wanted = Date.parse(around);
  if (Number.isNaN(wanted)) {
    const message = `"${around}" is not a time; write it as 2026-03-01T18:00`;
    throw new SottoError('usage', 'bad_time', message);
  }
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [at, row] of rows.entries()) {
    const apart = row.at === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(row.at) - wanted);
    if (apart < least) [best, least] = [at, apart];
  }
  if (best >= 0) return best;
  throw new SottoError('usage', 'no_times', 'only a chat has times; leave out --around');
}
