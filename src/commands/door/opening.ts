import { findCard, lookUpCard } from '../../app/cards/cards.ts';
import { listedChats } from '../../app/chats/listed-chats.ts';
import type { App } from '../../app/run/app.ts';
import { isSottoError } from '../../domain/errors.ts';
import { startChat } from '../../play/new-chat.ts';
import { establish } from '../../play/world/seeds/establishing.ts';
import { type Call, type Command, define, type Item } from '../command.ts';
import { askScripts } from '../library/scripts.ts';
import { argument, choice, flag, nameOf, option, whole, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { chatPicture } from '../shown/pictures.ts';
import { agoOf, chatLines, timeOf } from '../shown/previews.ts';
import { chatLine } from '../shown/shapes.ts';
import { list, notice, previewOf } from '../shown/show.ts';
import { restore } from '../upkeep/chats.ts';
import { begunOnScreen, kickoffFrom } from '../world/kickoff.ts';
import { newChat } from './new-chat.ts';
import { askUntagged, untaggedChoices, untaggedMeans, untaggedTitle, whyUntagged } from './untagged.ts';

interface ChatRow {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
}

/** Chats to choose from, the open one marked, each with who is in it and what was said last. */
function chatItems(scope: Scope, chats: readonly ChatRow[], call: (id: string) => Call): Item[] {
  const open = scope.play.state().chat.id;
  return chats.map(({ id, title, updatedAt }) => ({
    label: `${id === open ? '*' : ' '} ${title}`,
    detail: agoOf(updatedAt, scope.app.now()),
    call: call(id),
    preview: previewOf(() => chatLines(scope, id)),
    isProse: true,
    picture: chatPicture(scope, id),
  }));
}

const goTo = define({
  name: 'chat',
  group: 'chats',
  synonyms: ['open', 'load'],
  summary: 'open another chat; without a name, choose one',
  parameters: {
    chat: argument('<chat>', nameOf('chat')),
    at: option('--at <message>', word, 'go to this message'),
  },
  run: ({ app }, { chat }) => app.chatId(chat),
  screen: {
    usage: '[CHAT]',
    ask(scope, { chat }, again) {
      if (chat !== undefined && chat !== '') return null;
      const all = listedChats(scope.app);
      return list(
        'Chats',
        chatItems(scope, all, (id) => again({ chat: id })),
      );
    },
    show([id = ''], scope, { at }) {
      if (at === undefined && id === scope.play.state().chat.id) return notice('this chat is open');
      scope.open(id, at === undefined ? begunOnScreen(scope.app, id) : { message: at });
      return null;
    },
  },
  only: { side: 'screen', why: 'a script names the chat with each command' },
});

/** The call that goes to a chat, to where a message stands if one is named; undefined chooses one. */
export const callToChat = (chat: string | undefined, at?: string): Call => ({
  command: goTo as Command,
  values: { chat, at },
});

const chats = define({
  name: 'chats',
  group: 'chats',
  synonyms: ['open', 'load', 'history', 'past chats'],
  summary: 'list every chat, latest first; on the screen, choose one',
  empty: 'no chats yet: each would be listed here with its cast and last message; `sotto new` begins one',
  parameters: { deleted: flag('--deleted', 'list deleted chats, which can be restored') },
  *run({ app }, { deleted }) {
    yield* listedChats(app, { deleted });
  },
  json: ({ id, title, createdAt, updatedAt }) => ({ type: 'chat', id, title, createdAt, updatedAt }),
  text: ({ id, title, updatedAt }) => `${id}  ${timeOf(updatedAt)}  ${title}`,
  screen: {
    show(all, scope, { deleted }) {
      if (all.length === 0) return notice('the list is empty');
      if (!deleted) return list('Chats', chatItems(scope, all, callToChat));
      const back = (id: string): Call => ({ command: restore as Command, values: { chat: id } });
      const items = all.map(({ id, title }) => ({ label: title, call: back(id) }));
      return list('Restore', items);
    },
  },
});

const namesIn = (line: string): string[] =>
  line
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Lets what a model reads in the opening and the cards be so; where none answers, that is told and the play begins without. */
async function readIntoNew(app: App, id: string): Promise<void> {
  const play = app.play(id);
  try {
    establish(play.chat, await play.readKickoff());
  } catch (error) {
    if (!isSottoError(error)) throw error;
    app.person.tell(error.message);
  } finally {
    await play.close();
  }
}

/** `new`: a chat from cards. */
export const start = define({
  name: 'new',
  group: 'chats',
  synonyms: ['start', 'create', 'group chat'],
  summary: 'start a chat from cards, or with a blank character',
  parameters: {
    cards: argument('[cards...]', nameOf('card')),
    title: option('--title <title>', word, 'title of the chat'),
    as: option('--as <name>', word, 'the character you play'),
    persona: option('--persona <name>', nameOf('persona'), 'the persona you use'),
    greeting: option('--greeting <n>', whole, 'which greeting opens the chat, from 0'),
    knowsPast: flag('--knows-past', 'newcomers know what came before'),
    fresh: flag('--fresh', 'without memories of other chats'),
    untagged: option(
      '--untagged <who>',
      choice(untaggedChoices),
      'who perceives an untagged answer to a whisper: inherit (those who heard the whisper) or public',
    ),
    kickoff: option(
      '--kickoff <file>',
      word,
      'the initial state: a file of JSON lines (container, entity, edge, world, thread), - reads them from stdin, auto: a model reads the opening and the cards, none',
    ),
  },
  async run({ app, side }, { cards, kickoff, ...how }) {
    const state = await kickoffFrom(app, kickoff);
    const found = cards.map((card) => findCard(app, card));
    const untagged = how.untagged ?? (side === 'script' ? await askUntagged(app, found) : undefined);
    const id = startChat(app.newChatParts, { cards: found, state, ...how, untagged });
    await askScripts(app, found);
    if (kickoff === 'auto') await readIntoNew(app, id);
    return chatLine(app.store.chats.read(id));
  },
  json: (chat) => chat,
  text: ({ title, id, cast, playing }) => `${title} (${id}): ${cast.join(', ')}; you play ${playing}`,
  screen: {
    usage: '[CARD,CARD]',
    read: (line) => (line.startsWith('--') ? undefined : { cards: namesIn(line) }),
    ask({ app }, { cards = [], untagged, ...how }, again) {
      if (cards.length === 0) return newChat(app, (chosen) => again(chosen, chosen.cards.length === 0));
      const found = untagged === undefined ? cards.map((card) => lookUpCard(app, card)) : [];
      const why = whyUntagged(app, found);
      if (why === null) return null;
      const answers = untaggedChoices.map((one) => ({
        key: one === 'inherit' ? 'w' : 'e',
        label: untaggedMeans[one],
        call: again({ ...how, cards, untagged: one }, true),
      }));
      return { type: 'question', tone: 'calm', title: untaggedTitle, lines: [why], answers };
    },
    show([chat], scope, { kickoff }) {
      if (!chat) return null;
      const begins = `a new chat: ${chat.title}`;
      const read = kickoff === undefined ? begunOnScreen(scope.app, chat.id) : {};
      const isOffered = kickoff === undefined && read.line === undefined;
      const offer = isOffered ? '; /kickoff reads who is where and feels what' : '';
      scope.open(chat.id, { notice: `${begins}${offer}`, ...read });
      return null;
    },
  },
});

/** Commands that begin a chat or go to one. */
export const opening: readonly Command[] = [start, chats, goTo];
