import type { App } from '../../app/app.ts';
import { findCard } from '../../app/cards/cards.ts';
import { SottoError } from '../../domain/errors.ts';
import { startChat } from '../../play/chat/new-chat.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, nameOf, option, text, whole, word } from '../parameters.ts';
import { chatLine } from '../shapes.ts';
import { notice } from '../show.ts';

const start = define({
  name: 'new',
  group: 'chats',
  summary: 'start a chat from cards, or from none with a blank character',
  parameters: {
    cards: argument('[cards...]', nameOf('card')),
    title: option('--title <title>', word, 'title of the chat'),
    as: option('--as <name>', word, 'character that you play'),
    persona: option('--persona <name>', nameOf('persona'), 'persona that you wear'),
    greeting: option('--greeting <n>', whole, 'which greeting opens the chat, from 0'),
    knowsPast: flag('--knows-past', 'who joins knows what came before'),
  },
  run({ app }, { cards, ...how }) {
    const id = startChat(app.newChatParts, { cards: cards.map((card) => findCard(app, card)), ...how });
    return chatLine(app.store.chats.read(id));
  },
  json: (chat) => chat,
  text: ({ title, id, cast, playing }) => `${title} (${id}): ${cast.join(', ')}; you play ${playing}`,
  only: { side: 'script', why: 'the screen stays with its chat; `sotto play` opens the new one' },
});

const chats = define({
  name: 'chats',
  group: 'chats',
  summary: 'every chat, the latest first',
  parameters: { deleted: flag('--deleted', 'the deleted ones') },
  *run({ app }, { deleted }) {
    yield* app.store.chats.list({ deleted });
  },
  json: ({ id, title, createdAt, updatedAt }) => ({ type: 'chat', id, title, createdAt, updatedAt }),
  text: ({ id, title, updatedAt }) => `${id}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${title}`,
});

const rename = define({
  name: 'chat rename',
  group: 'chats',
  summary: 'give a chat another title: rename [CHAT] TITLE',
  chat: 'before text',
  parameters: { title: argument('<title>', text) },
  async run({ play }, { title }) {
    await play.rename(title);
    return play.state().chat;
  },
  json: ({ id, title }) => ({ type: 'chat', id, title }),
  text: ({ title }) => `the chat is called "${title}"`,
  screen: {
    name: 'chat',
    usage: 'TITLE',
    show: (_, __, { title }) => notice(`this chat is now called ${title}`),
  },
});

/** Whether a person says yes. Rejects with SottoError `not_confirmed` where nobody can be asked. */
async function confirmed({ person }: App, question: string): Promise<boolean> {
  const answer = await person.ask(`${question} [y/N] `);
  if (answer !== null) return /^y(es)?$/.test(answer);
  const message = 'deleting needs a yes; add --yes where nobody can be asked';
  throw new SottoError('usage', 'not_confirmed', message);
}

const remove = define({
  name: 'chat delete',
  group: 'chats',
  summary: 'delete a chat; it can be restored',
  parameters: { chat: argument('[chat]', nameOf('chat')), yes: flag('--yes', 'do not ask') },
  async run({ app }, { chat, yes }) {
    const id = app.chatId(chat);
    const { title } = app.store.chats.read(id).facts;
    if (!yes && !(await confirmed(app, `Delete the chat "${title}"?`))) return null;
    app.store.chats.append(id, { actor: 'human', at: app.now() }, () => [
      { kind: 'chat_deleted', payload: {} },
    ]);
    return { id, title };
  },
  json: (chat) => chat && { type: 'deleted', ...chat },
  text: (chat) => chat && `deleted "${chat.title}"; \`sotto chat restore ${chat.id}\` brings it back`,
  only: { side: 'script', why: 'the screen shows one chat and cannot go on without it' },
});

const restore = define({
  name: 'chat restore',
  group: 'chats',
  summary: 'bring a deleted chat back',
  parameters: { chat: argument('<chat>', nameOf('chat')) },
  run({ app: { store, now } }, { chat: wanted }) {
    const deleted = store.chats.list({ deleted: true });
    const [chat, ...others] = deleted.filter(({ id, title }) => id === wanted || title === wanted);
    if (!chat || others.length > 0) {
      const message = `no deleted chat is "${wanted}"; see \`sotto chats --deleted\``;
      throw new SottoError('not_found', 'no_such_chat', message);
    }
    store.chats.append(chat.id, { actor: 'human', at: now() }, () => [
      { kind: 'chat_restored', payload: {} },
    ]);
    return chat;
  },
  json: ({ id, title }) => ({ type: 'chat', id, title }),
  text: ({ title }) => `"${title}" is back`,
});

/** Commands about chats as a whole. */
export const chatting: readonly Command[] = [start, chats, rename, remove, restore];
