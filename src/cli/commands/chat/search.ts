import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { messageLine, messageText } from '../../../commands/shapes.ts';
import { isSottoError, SottoError } from '../../../domain/errors.ts';
import { excerpt } from '../../../domain/search.ts';
import { type Hit, queryOf } from '../../../play/turn/search.ts';
import { run } from '../../run.ts';
import { positive } from './talk.ts';

interface SearchOptions {
  as?: string;
  chat?: string;
  allChats?: boolean;
  limit?: string;
}

/** A hit, the chat that it is in, and whose view it comes from. */
interface HitInChat extends Hit {
  readonly chat: string;
  readonly viewer: string | null;
}

const width = 160;

function inChat(app: App, chat: string, text: string, as?: string): (limit: number) => HitInChat[] {
  const play = app.play(chat, as);
  const { viewer } = play.view();
  const where = { chat, viewer: viewer === 'everyone' ? null : viewer };
  return (limit) => play.search(text, limit).map((hit) => ({ ...hit, ...where }));
}

/** Hits in every chat in which somebody is called so, the best first; where they are as good, by what they are alone. */
function inAllChats(app: App, text: string, limit: number, as?: string): HitInChat[] {
  const chats = app.store.chats.list().map(({ id }) => {
    try {
      return inChat(app, id, text, as)(limit);
    } catch (error) {
      if (isSottoError(error) && error.code === 'unknown_name') return null;
      throw error;
    }
  });
  if (as !== undefined && chats.every((hits) => hits === null)) {
    throw new SottoError(
      'not_found',
      'unknown_name',
      `nobody is called "${as}" in any chat; see \`sotto chats\``,
    );
  }
  const order = (a: HitInChat, b: HitInChat) =>
    b.score - a.score || b.message.at.localeCompare(a.message.at) || a.chat.localeCompare(b.chat);
  return chats.flatMap((hits) => hits ?? []).sort(order);
}

function search(app: App, text: string, { as, chat, allChats, limit }: SearchOptions): void {
  if (allChats && chat !== undefined) {
    const message = '--all-chats searches everywhere and --chat one chat; choose one of them';
    throw new SottoError('usage', 'chat_and_all_chats', message);
  }
  const query = queryOf(text);
  const most = positive('--limit', limit) ?? 0;
  const hits = allChats ? inAllChats(app, text, most, as) : inChat(app, app.chatId(chat), text, as)(most);
  for (const { message, score, chat: id, viewer } of hits.slice(0, most)) {
    const { world, facts } = app.store.chats.read(id);
    const line = { ...messageLine(message, world, viewer), type: 'hit', chat: id, score };
    const words = () => messageText({ ...message, text: excerpt(message.text, query, width) }, world);
    const where = allChats ? `  ${facts.title}` : '';
    const when = message.at.slice(0, 16).replace('T', ' ');
    app.out.result(line, () => `${message.id}  ${when}${where}  ${words()}`);
  }
}

/** `sotto search`. */
export function registerSearch(program: Command): void {
  program
    .command('search <text>')
    .description('messages with these words and "phrases", as a character perceives them')
    .option('--as <name>', 'as this character; default the played one')
    .option('--chat <chat>', 'chat; default the latest')
    .option('--all-chats', 'in every chat')
    .option('--limit <n>', 'at most so many', '20')
    .action(run<SearchOptions>((app, [text = ''], options) => search(app, text, options)));
}
