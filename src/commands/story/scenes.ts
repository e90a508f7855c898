import { messageLine } from '../../app/chats/message-line.ts';
import { writeFileOf } from '../../app/files/files.ts';
import type { Play } from '../../play/play.ts';
import {
  closeScene,
  exportScene,
  type SceneExport,
  type SceneSeen,
  scenesSeen,
} from '../../play/story/scenes/scenes-seen.ts';
import { type Command, define, ofFiles } from '../command.ts';
import { argument, flag, option, text, whole, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { saidLines } from '../shown/previews.ts';
import { list, notice, prose } from '../shown/show.ts';
import { eyes, playThrough, rows } from '../world/eyes.ts';

const sceneJson = (scene: SceneSeen) => ({ type: 'scene', ...scene });

const headOf = ({ n, time, place, present }: SceneSeen): string =>
  [`scene ${n}`, place, time, present.join(', ')].filter((said) => said !== '').join(' · ');

/** A scene for people: where and when, who was there, and what is kept of it. */
const sceneText = (scene: SceneSeen): string =>
  [headOf(scene), ...rows(Object.entries(scene.summaries)), ...rows([['together', scene.group]])].join('\n');

const nothingYet = 'no finished scenes yet; /scenes close ends this one';

const scenes = define({
  name: 'scenes',
  group: 'the story',
  synonyms: ['summaries', 'summarize', 'chapters'],
  summary: 'list finished scenes and their summaries',
  empty:
    'no finished scenes yet: each would be listed here with its summary; `sotto scenes close` ends the one that is played',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<SceneSeen> {
    yield* scenesSeen(playThrough(scope, through).chat);
  },
  json: sceneJson,
  text: sceneText,
  screen: {
    show(found, _, { all, as }) {
      if (found.length === 0) return notice(nothingYet);
      return list(
        'Scenes: Enter opens one',
        found.map((scene) => ({
          label: headOf(scene),
          detail: Object.values(scene.summaries).join(' '),
          call: { command: read, values: { n: scene.n, all, as } },
          stays: true,
        })),
        found.length - 1,
      );
    },
  },
});

const read = define({
  name: 'scenes read',
  group: 'the story',
  summary: 'read a finished scene as it was perceived',
  chat: 'option',
  parameters: { ...eyes, n: argument('<n>', whole) },
  run: (scope, { n, ...through }) => exportScene(playThrough(scope, through).chat, n),
  json: (scene) => sceneJson(withoutLines(scene)),
  text: (scene, scope, through) => readingOf(scope, scene, through).join('\n'),
  screen: {
    show: ([scene], scope, through) =>
      scene ? prose(headOf(scene), readingOf(scope, scene, through).slice(1)) : null,
  },
});

const withoutLines = ({ messages: _, edges: __, ...scene }: SceneExport): SceneSeen => scene;

const readingOf = (
  scope: Scope,
  scene: SceneExport,
  through: { readonly as?: string | undefined; readonly all?: boolean },
): string[] => [
  ...sceneText(scene).split('\n'),
  '',
  ...saidLines(
    playThrough(scope, through),
    scene.messages.map(({ message }) => message),
  ),
];

const close = define({
  name: 'scenes close',
  group: 'the story',
  synonyms: ['summarize', 'chapter', 'end scene'],
  summary: 'end the scene for everyone present; summaries are written in the background',
  chat: 'option',
  parameters: {
    summary: option('--summary <text>', text, "the played character's summary, in your words"),
  },
  async run({ play }, { summary }) {
    closeScene(play.chat, { summary });
    return scenesSeen(play.chat).at(-1) ?? null;
  },
  json: (scene) => scene && sceneJson(scene),
  text: (scene) => scene && sceneText(scene),
  screen: {
    show: ([scene]) => notice(`${scene ? `scene ${scene.n}` : 'the scene'} is closed; /undo reopens it`),
  },
});

/** A scene as a file holds it: whose view it is, all that was said in it with how much that mattered, and the edges at its end. */
function exportedJson(play: Play, scene: SceneExport): object {
  return {
    ...sceneJson(withoutLines(scene)),
    messages: scene.messages.map(({ message, significance }) => ({
      ...messageLine(message, play.known()),
      significance,
    })),
    edges: scene.edges.map((edge) => ({ type: 'edge', ...edge })),
  };
}

const write = define({
  name: 'scenes export',
  group: 'the story',
  summary: 'export a scene as JSON: its messages with their significance, and feelings at its end',
  chat: 'option',
  parameters: {
    ...eyes,
    out: option('--out <file>', word, 'file to write; default standard output'),
    force: flag('--force', 'replace the file if it exists'),
    n: argument('<n>', whole),
  },
  run(scope, { n, out, force, ...through }) {
    const play = playThrough(scope, through);
    const said = exportedJson(play, exportScene(play.chat, n));
    if (out === undefined) return { said };
    writeFileOf(out, [JSON.stringify(said, null, 2), '\n'], { force });
    return { n, file: out };
  },
  json: (written) =>
    'said' in written ? { type: 'scene', ...written.said } : { type: 'exported', kind: 'scene', ...written },
  text: (written) =>
    'said' in written ? JSON.stringify(written.said, null, 2) : `wrote scene ${written.n} to ${written.file}`,
  only: ofFiles,
});

/** Commands about the scenes of a play. */
export const sceneCommands: readonly Command[] = [scenes, read, close, write];
