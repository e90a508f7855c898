import { shippedCards } from '../../app/cards/shipped-cards.ts';
import { listedChats } from '../../app/chats/listed-chats.ts';
import { type Answer, type Call, type Command, define, type Item } from '../command.ts';
import { callToImport } from '../door/importing.ts';
import { callToChat, start } from '../door/opening.ts';
import { tour } from '../door/tour.ts';
import { models } from '../models/listing.ts';
import type { ScreenScope } from '../scope.ts';
import { cardPicture, chatPicture } from '../shown/pictures.ts';
import { agoOf } from '../shown/previews.ts';
import { list } from '../shown/show.ts';
import { cardTile, chatTile } from '../shown/tiles.ts';
import { show as showSettings } from '../upkeep/config.ts';
import { quit } from './screen.ts';

const callOf = (command: unknown, values: Readonly<Record<string, unknown>> = {}): Call => ({
  command: command as Command,
  values,
});

const chatItem = (
  scope: ScreenScope,
  { id, title, updatedAt }: ReturnType<typeof listedChats>[number],
): Item => ({
  label: title,
  detail: agoOf(updatedAt, scope.app.now()),
  call: callToChat(id),
  picture: chatPicture(scope, id),
  tile: chatTile(scope, id),
});

/** The cards that come with sotto, by their titles. */
const shippedItems = (scope: ScreenScope): Item[] =>
  shippedCards(scope.app.packageRoot).map(({ title, path }) => ({
    label: title,
    call: callOf(start, { cards: [path] }),
    picture: cardPicture(scope.app, path),
    tile: cardTile(scope, path, 'Begin a chat with'),
  }));

function modelState({ play }: ScreenScope): string {
  const { kind, model, isModel } = play.state().backend;
  return isModel ? `model: ${`${kind} ${model}`.trim()}` : 'model: none, the understudy answers';
}

const verbs = (scope: ScreenScope): Answer[] => [
  { key: 'n', label: 'new chat', call: callOf(start), stays: true },
  { key: 'i', label: 'import', call: callToImport(), stays: true },
  { key: 'm', label: modelState(scope), call: callOf(models), stays: true },
  { key: 't', label: 'tour', call: callOf(tour) },
  { key: ',', label: 'settings', call: callOf(showSettings), stays: true },
  { key: 'q', label: 'leave', call: callOf(quit) },
];

/** `/home`: the way to everything that is not this chat. */
export const home = define({
  name: 'home',
  group: 'chats',
  synonyms: ['start', 'menu', 'welcome'],
  summary: 'open the start page: your chats, new chat, import, model, tour, settings',
  parameters: {},
  run: () => null,
  screen: {
    show: (_, scope) => ({
      ...list('sotto', [
        ...listedChats(scope.app).map((chat) => chatItem(scope, chat)),
        ...shippedItems(scope),
      ]),
      verbs: verbs(scope),
    }),
  },
  only: { side: 'screen', why: 'each row is a command of its own' },
});
