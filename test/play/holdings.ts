import { exportedChat, exportedMessages } from '../../src/app/chats/export-chat.ts';
import { messageLine } from '../../src/app/chats/message-line.ts';
import { isSottoError } from '../../src/domain/errors.ts';
import { messagesOf } from '../../src/domain/view.ts';
import { mindOf } from '../../src/domain/world/mind.ts';
import { opened } from '../../src/domain/world/world.ts';
import { writeMarkdown } from '../../src/interop/chats/markdown.ts';
import { writeSottoJsonl } from '../../src/interop/chats/sotto-jsonl.ts';
import { writeSillyTavernJsonl } from '../../src/interop/sillytavern/sillytavern-jsonl.ts';
import { OpenChat } from '../../src/play/open/open-chat.ts';
import type { Play } from '../../src/play/play.ts';
import { versionsOf } from '../../src/play/tree/versions.ts';
import type { Quay } from './doing.ts';

const writers = {
  sotto: writeSottoJsonl,
  sillytavern: writeSillyTavernJsonl,
  markdown: writeMarkdown,
};

/** What a person is told who tries this; empty when it works. */
export const refusalOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return '';
  } catch (error) {
    if (isSottoError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
};

const refusals = async (play: Play): Promise<string[]> => {
  const tried = [
    () => play.say('Psst.', { to: ['Rook', 'Nobody'] }),
    () => play.say('Psst. (ooc: __known_to_chars__Quill,Nobody__)'),
    () => play.say('Psst.', { to: ['@crew', 'Nobody'] }),
    () => play.say('Psst. (ooc: __known_to_chars__family,Nobody__)'),
    () => play.changeGroup('crew', 'remove', ['Nobody']),
    () => play.changeGroup('family', 'add', ['Nobody']),
    () => play.message('no-such-message'),
    () => play.message('-500'),
    () => play.rewind({ turns: 500 }),
    () => play.switchTo('nowhere'),
    () => play.playAs('Nobody'),
    () => play.swipe(500),
    () => play.story.occasions.start('ball'),
    () => play.story.occasions.tell('ball', ['Maren']),
  ];
  const found: string[] = [];
  for (const work of tried) found.push(await refusalOf(work));
  return found;
};

const drafts = ['The key, please.', 'Odile, and then Rook?', 'And you, Ansel? Quill?'];

/** Who would answer which draft, and why. */
const nextOf = (play: Play) =>
  drafts.map((draft) => {
    play.drafting(draft);
    return play.state().next;
  });

/** A chat in every format of files, as one of its cast perceives it. */
export const exportsOf = (scene: Quay, who: string): Record<string, string> => {
  const { state, store } = scene;
  const known = store.moment(scene.id, state.head).known(who);
  const format = (name: keyof typeof writers) => (name === 'markdown' ? null : name);
  return Object.fromEntries(
    (Object.keys(writers) as (keyof typeof writers)[]).map((name) => [
      name,
      [
        ...writers[name](
          exportedChat({ store }, state, known, format(name)),
          exportedMessages({ store }, state, known, format(name)),
        ),
      ].join(''),
    ]),
  );
};

/** What a person is told who would skip time like this. */
async function foreseen(play: Play, text: string): Promise<unknown> {
  let skip: unknown;
  const refused = await refusalOf(() => {
    skip = play.story.time.foresee(text, { way: 'jump' });
  });
  return skip ?? refused;
}

/** All that may be known through a character's eyes: its prompt, its screen, its transcript, files, lists and refusals. */
export async function holdingsOf(scene: Quay, name: string) {
  const play = scene.playing(name);
  const world = opened(scene.state.world);
  const who = scene.who(name);
  const view = play.view();
  const called = scene.calledNow(name);
  const [newest] = view.last(1);
  // What can be redone is the human's own: whoever speaks after an undo, heard or not, has gone on from there.
  // How much is hidden is the human's own as well: the hint is the one exception, and says no more than that.
  const { canRedo: _, unperceived: __, unperceivedNames: ___, ...state } = play.state();
  return {
    messages: view.last(1000),
    count: view.count(),
    comings: view.comings(
      view.last(1000).map(({ id }) => id),
      true,
    ),
    figures: view.last(5).map((message) => play.figures(message)),
    first: view.first(3),
    records: view.records(''),
    pins: play.pins(),
    state,
    branches: play.branches(),
    toSwipe: play.versions(),
    readings: view.last(5).map(({ id }) => play.versionsOf(id)),
    versions: newest && versionsOf(new OpenChat(scene.parts, scene.id, called), newest, who).length,
    log: [...messagesOf(view)].map((message) => JSON.stringify(messageLine(message, play.known()))),
    exports: exportsOf(scene, who),
    lore: play.lore(called),
    next: nextOf(play),
    director: play.director(),
    notes: play.notes(),
    mind: mindOf(world.state, who),
    proposals: play.world.proposals(),
    jobs: play.jobs(),
    scenes: play.story.scenes.scenes().map(({ n }) => play.story.scenes.export(n)),
    failures: [...play.failures(), ...play.failures({ answered: true })],
    scene: await play.scene(),
    occasions: play.story.occasions.list(),
    foreseen: [await foreseen(play, 'An hour later.'), await foreseen(play, 'The next day.')],
    found: ['key', 'not here', 'odile', '"the key"'].map((words) => play.search(words)),
    refusals: await refusals(play),
    plan: await play.prompt(called),
  };
}
