import { isSottoError } from '../../src/domain/errors.ts';
import { failuresSeen } from '../../src/play/director/failures.ts';
import { jobsSeen } from '../../src/play/jobs/jobs.ts';
import type { Play } from '../../src/play/play.ts';
import { memoriesOf } from '../../src/play/story/memories/memories.ts';
import { occasionsIn, startOccasion, tellOccasion } from '../../src/play/story/occasion-acts.ts';
import { exportScene, scenesSeen } from '../../src/play/story/scenes/scenes-seen.ts';
import { foreseeSkip } from '../../src/play/story/time/skipping.ts';
import { messageVersions } from '../../src/play/tree/message-versions.ts';
import { containersIn, edgesSeen, entitiesIn, groupIn, threadsIn } from '../../src/play/world/lines/known.ts';
import { proposalsIn } from '../../src/play/world/proposals/proposals.ts';
import type { Quay } from './doing.ts';
import { printed } from './doors/asking.ts';
import { SceneApp } from './doors/doorstep.ts';

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
    () => startOccasion(play.chat, 'ball'),
    () => tellOccasion(play.chat, 'ball', ['Maren']),
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

const formats = ['jsonl', 'sillytavern', 'markdown', 'json', 'sotto'];

/** A chat in every format of files, as one of its cast perceives it. */
export async function exportsOf(scene: Quay, name: string): Promise<unknown[]> {
  const app = new SceneApp(scene.parts);
  const found: unknown[] = [];
  for (const format of formats)
    found.push(
      await printed(app, scene.id, 'chat export', { chat: scene.id, format, as: scene.calledNow(name) }),
    );
  return found;
}

/** What is so in the fiction, and what came of it, as a character knows it. */
const fictionOf = (play: Play) => ({
  ...{
    now: play.known().mind.world,
    entities: entitiesIn(play.known()),
    edges: edgesSeen(play.chat),
    group: groupIn(play.known()),
  },
  ...{
    threads: threadsIn(play.known()),
    containers: containersIn(play.known()),
    proposals: proposalsIn(play.chat),
  },
  ...{
    memories: memoriesOf(play.chat).map(({ life: _, ...memory }) => memory),
    occasions: occasionsIn(play.known().mind),
  },
  scenes: scenesSeen(play.chat).map(({ n }) => exportScene(play.chat, n)),
});

/** What a person is told who would skip time like this. */
async function foreseen(play: Play, text: string): Promise<unknown> {
  let skip: unknown;
  const refused = await refusalOf(() => {
    skip = foreseeSkip(play.chat, text, { way: 'jump' });
  });
  return skip ?? refused;
}

/** All that may be known through a character's eyes: its prompt, its screen, its transcript, files, lists and refusals. */
export async function holdingsOf(scene: Quay, name: string) {
  const play = scene.playing(name);
  const view = play.view();
  const called = scene.calledNow(name);
  // What can be redone is the human's own: whoever speaks after an undo, heard or not, has gone on from there.
  // How much is hidden is the human's own as well: the hint is the one exception, and says no more than that.
  const { canRedo: _, unperceived: __, unperceivedNames: ___, ...state } = play.state();
  return {
    messages: view.last(1000),
    count: view.count(),
    between: view.between(
      view.last(1000).map(({ id }) => id),
      true,
    ),
    figures: view.last(5).map((message) => play.figures(message)),
    first: view.first(3),
    records: view.records(''),
    pins: play.pins(),
    state,
    branches: [play.branches(), play.branches('rows')],
    toSwipe: play.versions(),
    readings: view.last(5).map(({ id }) => messageVersions(play.chat, id)),
    exports: await exportsOf(scene, name),
    lore: play.lore(called),
    next: nextOf(play),
    director: play.director(),
    notes: play.notes(),
    fiction: fictionOf(play),
    jobs: jobsSeen(play.chat),
    failures: [...failuresSeen(play.chat), ...failuresSeen(play.chat, { answered: true })],
    scene: await play.scene(),
    foreseen: [await foreseen(play, 'An hour later.'), await foreseen(play, 'The next day.')],
    found: ['key', 'not here', 'odile', '"the key"'].map((words) => play.search(words)),
    refusals: await refusals(play),
    plan: await play.prompt(called),
    fill: await play.fill(),
  };
}
