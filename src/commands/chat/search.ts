import { messageLine } from '../../app/chats/message-line.ts';
import { knownInRoles } from '../../app/run/in-roles.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import { excerpt, readQuery } from '../../domain/search.ts';
import type { Play } from '../../play/play.ts';
import { queryOf, searchIn } from '../../play/turn/search.ts';
import type { Hit } from '../../play/turn/search-play.ts';
import { type Call, type Command, define } from '../command.ts';
import { callToChat } from '../door/opening.ts';
import {
  argument,
  flag,
  name,
  nameOf,
  onlyIn,
  option,
  positive,
  text,
  usually,
  word,
} from '../parameters.ts';
import type { Scope, ScreenScope } from '../scope.ts';
import { playOf, saidLines, timeOf, unmarked } from '../shown/previews.ts';
import { messageText } from '../shown/shapes.ts';
import { list, notice, previewOf } from '../shown/show.ts';
import { missing } from '../values.ts';

/** A hit, the chat that it is in, and who perceived it there. */
interface HitInChat extends Hit {
  readonly chat: string;
  readonly known: AnyKnown;
}

const scriptWidth = 160;
const screenWidth = 120;
const mostListed = 100;

const inChat = (chat: string, known: AnyKnown, hits: readonly Hit[]): HitInChat[] =>
  hits.map((hit) => ({ ...hit, chat, known }));

const inPlay = (play: Play, sought: string, limit: number): HitInChat[] =>
  inChat(play.state().chat.id, play.known(), play.search(sought, limit));

/**
 * Hits in every chat in which somebody is called so, the best first; where they are as good, by what they are alone. No chat is
 * opened for play: there may be many.
 */
function inAllChats(scope: Scope, sought: string, limit: number, as?: string): HitInChat[] {
  const { app } = scope;
  const here = scope.side === 'screen' ? scope.play.state().chat.id : null;
  const query = queryOf(sought);
  const chats = app.store.chats.list().map(({ id }) => {
    try {
      const known = id === here ? scope.play.known() : knownInRoles(app, id, as);
      return inChat(id, known, searchIn(known.view, query, limit));
    } catch (error) {
      if (isSottoError(error) && error.code === 'unknown_name') return null;
      throw error;
    }
  });
  if (as !== undefined && chats.every((hits) => hits === null)) {
    const message = `nobody is called "${as}" in any chat; see \`sotto chats\``;
    throw new SottoError('not_found', 'unknown_name', message);
  }
  const order = (a: HitInChat, b: HitInChat) =>
    b.score - a.score || b.message.at.localeCompare(a.message.at) || a.chat.localeCompare(b.chat);
  return chats.flatMap((hits) => hits ?? []).sort(order);
}

const labelOf = (message: Message, sought: string, { play }: Pick<Scope, 'play'>): string => {
  const speaker = play.state().cast.find(({ id }) => id === message.speaker)?.name;
  return `${speaker === undefined ? '' : `${speaker} · `}${timeOf(message.at)} · ${unmarked(excerpt(message.text, readQuery(sought), screenWidth))}`;
};

/** A message between those before and after it, as whoever plays there perceives them. */
function around(play: Play, { id, text: said }: Message): string[] {
  const view = play.view();
  const [, ...after] = view.from(id, 2);
  return [...saidLines(play, view.last(1, id)), ...said.split('\n'), ...saidLines(play, after)];
}

const nothing = (sought: string): SottoError =>
  new SottoError('not_found', 'nothing_found', `no match for ${sought}; try fewer or other words`);

const goTo = define({
  name: 'goto',
  group: 'the screen',
  summary: 'jump to a message in the transcript',
  parameters: { message: argument('<message>', nameOf('message')) },
  run: ({ play }, { message }) => play.message(message).id,
  screen: {
    show([id], { transcript }) {
      if (id !== undefined) transcript.goTo(id);
      return null;
    },
  },
  only: { side: 'screen', why: 'it moves only what the screen shows' },
});

/** The call that goes to a message of the open chat. */
export const callToMessage = (message: MessageId): Call => ({
  command: goTo as Command,
  values: { message },
});

const search = define({
  name: 'search',
  group: 'reading',
  synonyms: ['find', 'grep'],
  summary: 'find messages with these words and "phrases", among those a character perceived',
  empty: 'no match: perceived messages with these words would be listed here, best first',
  parameters: {
    text: argument('<text>', text),
    as: onlyIn('script', option('--as <name>', name, 'as this character; default the played character')),
    chat: onlyIn('script', option('--chat <chat>', word, 'chat; default the latest')),
    allChats: flag('--all-chats', 'in every chat'),
    limit: onlyIn('script', usually('--limit <n>', positive, '20', 'at most this many')),
  },
  *run(scope, { text: sought, as, chat, allChats, limit }) {
    if (scope.side === 'screen') {
      const hits = allChats ? inAllChats(scope, sought, mostListed) : inPlay(scope.play, sought, mostListed);
      if (hits.length === 0) throw nothing(sought);
      yield* hits;
      return;
    }
    if (allChats && chat !== undefined) {
      const message = '--all-chats searches everywhere and --chat one chat; choose one of them';
      throw new SottoError('usage', 'chat_and_all_chats', message);
    }
    queryOf(sought);
    const hits = allChats
      ? inAllChats(scope, sought, limit, as)
      : inPlay(scope.app.play(chat, as), sought, limit);
    yield* hits.slice(0, limit);
  },
  json: ({ message, score, chat, known }) => ({ ...messageLine(message, known), type: 'hit', chat, score }),
  text({ message, chat, known }, { app }, { text: sought, allChats }) {
    const { facts } = app.store.chats.read(chat);
    const said = excerpt(message.text, queryOf(sought), scriptWidth);
    const where = allChats ? `  ${facts.title}` : '';
    return `${message.id}  ${timeOf(message.at)}${where}  ${messageText({ ...message, text: said }, known)}`;
  },
  screen: {
    show: (hits, scope, { text: sought }) => ({
      ...list(
        `Search: ${sought}`,
        hits.map(({ message, chat }) => {
          const play = playOf(scope, chat);
          const isHere = play === scope.play;
          const where = isHere ? '' : `${play.state().chat.title} · `;
          return {
            label: `${where}${labelOf(message, sought, { play })}`,
            call: isHere ? callToMessage(message.id) : callToChat(chat, message.id),
            preview: previewOf(() => around(play, message)),
            isProse: true,
          };
        }),
      ),
      sought: readQuery(sought),
    }),
  },
});

const mostCounted = 200;

/** Which of the messages that say this one is, from the first: `11/34 `; '' where there are too many to count. */
function placeAmong(play: Play, { id }: Message, sought: string): string {
  const newestFirst = play.newestFound(sought, mostCounted);
  const above = newestFirst.indexOf(id);
  if (above < 0 || newestFirst.length === mostCounted) return '';
  return `${newestFirst.length - above}/${newestFirst.length} `;
}

/** Goes to the next place that says this, or what was sought before. */
function findIn(scope: ScreenScope, given: string, way: 'up' | 'down'): ReturnType<typeof notice> {
  const { transcript } = scope;
  const sought = given === '' ? (transcript.sought ?? '') : given;
  const found = transcript.find(sought, way);
  if (!found) throw nothing(sought);
  transcript.select(found.message?.id ?? null);
  const label = found.message ? labelOf(found.message, sought, scope) : 'in the message being written';
  const around = found.isAround ? 'wrapped to the latest match: ' : '';
  const which = found.message ? placeAmong(scope.play, found.message, sought) : '';
  return notice(`${which}${around}${label} · n and N for the previous and next match, Esc to stop`);
}

const find = define({
  name: 'find',
  group: 'the screen',
  synonyms: ['search'],
  summary: 'find text in the transcript, upwards; without TEXT, find the next match',
  parameters: {
    text: argument('[text]', text),
    down: flag('--down', 'search down, towards the latest message'),
  },
  run: (_, { text: sought = '' }) => sought,
  screen: {
    ask({ transcript }, { text: sought }) {
      if (sought === undefined && transcript.sought === null) missing('/find TEXT');
      return null;
    },
    show: ([sought = ''], scope, { down }) => findIn(scope, sought, down ? 'down' : 'up'),
  },
  only: { side: 'screen', why: 'it moves only what the screen shows' },
});

/** Commands that look for words in what was said. */
export const searching: readonly Command[] = [search, find, goTo];
