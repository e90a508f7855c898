import { SottoError } from '../../domain/errors.ts';
import { type Command, define } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, nameOf, text } from '../parameters.ts';
import { notice } from '../shown/show.ts';

const rename = define({
  name: 'chat rename',
  group: 'chats',
  synonyms: ['title'],
  summary: 'rename a chat: rename [CHAT] TITLE',
  chat: 'before text',
  parameters: { title: argument('<title>', text) },
  async run({ play }, { title }) {
    await play.rename(title);
    return play.state().chat;
  },
  json: ({ id, title }) => ({ type: 'chat', id, title }),
  text: ({ title }) => `the chat is now called "${title}"`,
  screen: {
    name: 'title',
    usage: '[TITLE]',
    ask: ({ play }, { title }) =>
      title === undefined ? { type: 'draft', text: `/title ${play.state().chat.title}` } : null,
    show: (_, __, { title }) => notice(`this chat is now called ${title}`),
  },
});

const remove = define({
  name: 'chat delete',
  group: 'chats',
  summary: 'delete a chat; it can be restored',
  parameters: { chat: argument('[chat]', nameOf('chat')), yes: flag('--yes', 'do not ask') },
  async run({ app }, { chat, yes }) {
    const id = app.chatId(chat);
    const { title } = app.store.chats.read(id).facts;
    if (!yes && !(await confirmed(app, 'deleting', `Delete the chat "${title}"?`))) return null;
    app.store.chats.append(id, { actor: 'human', at: app.now() }, () => [
      { kind: 'chat_deleted', payload: {} },
    ]);
    return { id, title };
  },
  json: (chat) => chat && { type: 'deleted', ...chat },
  text: (chat) => chat && `deleted "${chat.title}"; \`sotto chat restore ${chat.id}\` restores it`,
  only: { side: 'script', why: 'a screen may have it open and cannot continue without it' },
});

/** `chat restore`: a deleted chat comes back. */
export const restore = define({
  name: 'chat restore',
  group: 'chats',
  summary: 'restore a deleted chat',
  parameters: { chat: argument('<chat>', nameOf('chat')) },
  run({ app: { store, now } }, { chat: wanted }) {
    const deleted = store.chats.list({ deleted: true });
    const [chat, ...others] = deleted.filter(({ id, title }) => id === wanted || title === wanted);
    if (!chat || others.length > 0) {
      const message = `there is no deleted chat "${wanted}"; see \`sotto chats --deleted\``;
      throw new SottoError('not_found', 'no_such_chat', message);
    }
    store.chats.append(chat.id, { actor: 'human', at: now() }, () => [
      { kind: 'chat_restored', payload: {} },
    ]);
    return chat;
  },
  json: ({ id, title }) => ({ type: 'chat', id, title }),
  text: ({ title }) => `restored "${title}"`,
});

/** Commands about chats as a whole. */
export const chatting: readonly Command[] = [rename, remove, restore];
