import { droppedPath } from '../../app/files/dropped-path.ts';
import { readFileOf } from '../../app/files/files.ts';
import type { App } from '../../app/run/app.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Persona } from '../../domain/events/events.ts';
import { directorName } from '../../domain/world/names.ts';
import { foldName } from '../../domain/world/world.ts';
import { type Played, playedWith } from '../../play/story/played.ts';
import { findPersona } from '../../play/tree/changes.ts';
import { type Command, define, type JsonLine } from '../command.ts';
import { argument, nameOf, option, typed } from '../parameters.ts';
import { openPng } from '../portrait/png-picture.ts';
import type { Scope } from '../scope.ts';
import { worn } from './wearing.ts';

const shape = {
  json: ({ name, description }: Persona): JsonLine => ({ type: 'persona', name, description }),
  text: ({ name, description }: Persona): string => `${name}: ${description}`,
};

function newName({ store }: App, wanted: string): string {
  const name = wanted.trim().replace(/\s+/g, ' ');
  if (name === '') throw new SottoError('usage', 'empty_name', 'the name is empty; give the persona a name');
  const isThere = store.library.personas().some((known) => foldName(known.name) === foldName(name));
  if (!isThere) return name;
  const message = `there is a persona "${name}" already; change it with \`sotto persona edit "${name}" DESCRIPTION\``;
  throw new SottoError('usage', 'persona_exists', message);
}

const knownName = ({ store }: App, name: string): string => findPersona(store.library.personas(), name).name;

const list = define({
  name: 'persona list',
  group: 'library',
  synonyms: ['users', 'profiles'],
  summary: 'list personas',
  empty:
    'no personas yet: a persona is a name and description of yours; `sotto persona add NAME DESCRIPTION` makes one',
  parameters: {},
  *run({ app }) {
    yield* app.store.library.personas();
  },
  ...shape,
});

const wearIt = ([made]: readonly Persona[], { play }: Scope) => worn(play, made?.name);

const largestPicture = 8 * 1024 * 1024;

/** The PNG in a file. Throws SottoError where it is none. */
function pictureAt({ search }: App, path: string): Uint8Array {
  const png = readFileOf(droppedPath(path, search.home) ?? path, largestPicture);
  openPng(png);
  return png;
}

const keeping = (
  what: string,
  summary: string,
  nameFor: (app: App, wanted: string) => string,
  isWorn = false,
) =>
  define({
    name: `persona ${what}`,
    group: 'library',
    synonyms: ['user', 'profile', 'description'],
    summary,
    notes: 'DESCRIPTION - reads standard input.',
    parameters: {
      name: argument('<name>', nameOf('persona')),
      description: argument('<description>', typed),
      picture: option('--picture <file>', nameOf('file'), 'PNG that shows it'),
    },
    run({ app }, { name: wanted, description: said, picture }): Persona {
      const name = nameFor(app, wanted);
      const description = said.trim();
      const png = picture === undefined ? null : pictureAt(app, picture);
      app.store.library.setPersona(name, description);
      if (png) app.store.library.setPersonaPicture(name, png);
      return { name, description };
    },
    ...shape,
    screen: isWorn ? { show: wearIt } : {},
  });

const remove = define({
  name: 'persona delete',
  group: 'library',
  summary: 'delete a persona; chats keep it',
  parameters: { name: argument('<name>', nameOf('persona')) },
  run({ app }, { name: wanted }) {
    const name = knownName(app, wanted);
    app.store.library.deletePersona(name);
    return name;
  },
  json: (name) => ({ type: 'deleted', kind: 'persona', name }),
  text: (name) => `deleted the persona "${name}"`,
});

/** Whether what a wearer keeps may be read at a terminal where somebody else may be played. */
const mayRead = (scope: Scope, { chat, character }: Played): boolean => {
  if (scope.side !== 'screen') return true;
  const here = scope.play.state();
  return chat !== here.chat.id || [character, directorName].includes(here.playing.name);
};

const played = define({
  name: 'persona played',
  group: 'library',
  summary: 'list what was played with a persona, oldest first: chats and the scenes in them',
  empty: 'nothing was played with this persona yet',
  parameters: { name: argument('<name>', nameOf('persona')) },
  *run(scope, { name }): Generator<Played> {
    const { app } = scope;
    yield* playedWith(app.store, knownName(app, name)).filter((one) => mayRead(scope, one));
  },
  json: (one) => ({ type: 'played', ...one }),
  text: ({ title, chat, character, scenes }) =>
    [`${title} (${chat}), as ${character}`, ...scenes.map((scene) => `  ${scene}`)].join('\n'),
});

/** Commands about the names and descriptions that a human has. */
export const personas: readonly Command[] = [
  list,
  keeping('add', 'create a persona; on the screen it is used at once', newName, true),
  keeping('edit', 'edit a persona; chats keep the version they were played with', knownName),
  remove,
  played,
];
