import { listedChats } from '../../app/chats/listed-chats.ts';
import { usualFolder } from '../../app/sillytavern/folder.ts';
import { type Call, type Command, define, type Item } from '../command.ts';
import { callToChat, start } from '../door/opening.ts';
import { tour } from '../door/tour.ts';
import { importSillyTavern } from '../library/transfer.ts';
import { models } from '../models/listing.ts';
import type { ScreenScope } from '../scope.ts';
import { chatPicture } from '../shown/pictures.ts';
import { chatLines } from '../shown/previews.ts';
import { list, notice, previewOf, question } from '../shown/show.ts';
import { show as showSettings } from '../upkeep/config.ts';
import { quit } from './screen.ts';

const callOf = (command: unknown, values: Readonly<Record<string, unknown>> = {}): Call => ({
  command: command as Command,
  values,
});

const noFolder =
  'no SillyTavern directory was found in the usual places; import another from a shell: `sotto import sillytavern DIR`';

/** The import, which on the screen a person agrees to first. */
const takeIn: typeof importSillyTavern = {
  ...importSillyTavern,
  screen: {
    ask: (_, { dir }, again) =>
      dir === undefined
        ? notice(noFolder)
        : question(
            'Import everything from SillyTavern?',
            [dir, 'Cards, chats, lorebooks, presets and personas are copied; nothing is changed there.'],
            again({ dir }, true),
          ),
  },
};

function serverItem({ play }: ScreenScope): Item {
  const { kind, model, isModel, context } = play.state().backend;
  const named = `${kind} ${model}`.trim() || 'still looking';
  const label = isModel ? named : 'none: the understudy stands in';
  const size = context === null ? '' : `, ${context} tokens of context`;
  const found = isModel
    ? [`${label}${size}.`, 'Enter lists other models.']
    : [
        'No model is in use: the understudy answers.',
        'Enter looks for a model server and explains how to start one.',
      ];
  return { label: `model server: ${label}`, call: callOf(models), preview: () => found };
}

function items(scope: ScreenScope): Item[] {
  const { app, play } = scope;
  const { id, title } = play.state().chat;
  const others = listedChats(app).filter((one) => one.id !== id);
  const cards = app.store.library.cards();
  const folder = usualFolder(app.search.home);
  const another = {
    label: `another chat (${others.length})`,
    call: callToChat(undefined),
    preview: () => others.map((one) => one.title),
  };
  const fromThere = {
    label: folder === undefined ? 'import from SillyTavern' : `import from SillyTavern: ${folder}`,
    call: callOf(takeIn, { dir: folder, dryRun: false }),
    preview: () => [
      folder === undefined ? noFolder : 'Cards, chats, lorebooks, presets and personas; you are asked first.',
    ],
  };
  return [
    {
      label: `continue ${title}`,
      call: callToChat(id),
      preview: previewOf(() => chatLines(scope, id)),
      picture: chatPicture(scope, id),
    },
    ...(others.length === 0 ? [] : [another]),
    { label: 'a new chat', call: callOf(start), preview: () => cards.map(({ name }) => name) },
    fromThere,
    serverItem(scope),
    {
      label: 'tour: who knows what, in two minutes',
      call: callOf(tour),
      preview: () => ['It runs in a chat of its own; Esc ends it at any time.'],
    },
    {
      label: 'settings',
      call: callOf(showSettings),
      preview: () => ['Every setting with its meaning; Enter changes one.'],
    },
    { label: 'leave', call: callOf(quit), preview: () => ['Everything is saved.'] },
  ];
}

/** `/home`: the way to everything that is not this chat. */
export const home = define({
  name: 'home',
  group: 'chats',
  synonyms: ['start', 'menu', 'welcome'],
  summary: 'open the start menu: continue, other chats, new chat, model server, settings, quit',
  parameters: {},
  run: () => null,
  screen: { show: (_, scope) => list('sotto', items(scope)) },
  only: { side: 'screen', why: 'each row is a command of its own' },
});
