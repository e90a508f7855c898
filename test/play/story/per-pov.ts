import fc from 'fast-check';
import { groupOf } from '../../../src/domain/decide/decide-state.ts';
import { memberOf, opened } from '../../../src/domain/world/world.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { openScene } from '../../histories.ts';
import { settled, smallModel } from '../world/small-model.ts';
import { tellings, toldFor } from './telling-jobs.ts';

const names = ['Tomas', 'Maren', 'Ansel', 'Odile'] as const;
const all = 'all of them';

type Step =
  | { type: 'say'; by: string; to: readonly string[] }
  | { type: 'scene'; present: readonly string[] }
  | { type: 'close' }
  | { type: 'settle' }
  | { type: 'rewind'; turns: number };

const some = (least: number) => fc.subarray([...names], { minLength: least });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('say' as const),
      by: fc.constantFrom(...names),
      to: fc.oneof(fc.constant([]), some(1)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('scene' as const), present: some(2) }) },
  { weight: 2, arbitrary: fc.constant<Step>({ type: 'scene', present: names }) },
  { weight: 4, arbitrary: fc.constant<Step>({ type: 'close' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ type: 'settle' }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('rewind' as const), turns: fc.integer({ min: 1, max: 4 }) }),
  },
);

const canaries = (text: string): string[] => text.match(/canary\d+x/g) ?? [];
/** A model that tells all that it is shown, whoever it is asked for. */
const echo = (prompt: string) => {
  const summary = `Told: ${canaries(prompt).slice(-60).join(' ')}`;
  const others = Object.fromEntries(names.map((name) => [name, { summary }]));
  return { summary, dynamic: summary, others };
};

/** A play of about twenty steps. */
export const anyScenes: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 12, maxLength: 30, size: 'max' });

/** How many requests there were, how many of them for the group, and how many summaries were kept. */
export interface PovTally {
  requests: number;
  group: number;
  kept: number;
}

/** Plays these in a scene of its own; what somebody was asked or keeps that they did not perceive, and what is wrong with the store. */
export async function povTrouble(steps: readonly Step[], tally: PovTally): Promise<string[]> {
  const scene = openScene();
  try {
    return await played(scene, steps, tally);
  } finally {
    scene.close();
  }
}

async function played(
  scene: ReturnType<typeof openScene>,
  steps: readonly Step[],
  tally: PovTally,
): Promise<string[]> {
  /** By canary: who has ever perceived it. */
  const heard = new Map<string, Set<string>>();
  let n = 0;
  let members: readonly string[] = [];
  const nameOf = (id: string) => memberOf(opened(scene.state.world), id)?.name ?? '';
  const listen = () => {
    members = groupOf(opened(scene.state.world)).map(nameOf);
    for (const { text, perceived } of scene.seenBy('everyone'))
      for (const word of canaries(text)) {
        const known = heard.get(word) ?? new Set();
        for (const id of perceived) known.add(nameOf(id));
        heard.set(word, known);
      }
  };
  const isKnownTo = (word: string, name: string) =>
    (name === all ? members : [name]).every((one) => heard.get(word)?.has(one));
  const trouble: string[] = [];
  const blame = (text: string, name: string, where: string) => {
    for (const word of canaries(text))
      if (!isKnownTo(word, name)) trouble.push(`${word} in ${where} of ${name}`);
  };
  const { classifier } = smallModel((prompt) => {
    const name = toldFor(prompt);
    blame(prompt, name, 'a request');
    tally.requests += 1;
    tally.group += Number(name === all);
    return echo(prompt);
  });
  const playing = (as: string) =>
    openPlay({ ...scene.parts, classifier, jobs: tellings(1500) }, scene.id, as);
  const act = async (one: Step) => {
    if (one.type === 'settle') await settled(playing('*'));
    else if (one.type === 'close') closeScene(playing('*').chat);
    else if (one.type === 'scene') await playing('*').scene(one.present);
    else if (one.type === 'rewind') await playing('Tomas').rewind({ turns: one.turns });
    else {
      n += 1;
      const text = `canary${n}x is what I say.`;
      const to = one.to.length > 0 && { to: one.to };
      await playing(one.by).say(text, { reply: [], ...to });
    }
  };
  for (const one of [...steps, { type: 'close' }, { type: 'settle' }] as Step[]) {
    scene.at += 60_000;
    await act(one).catch((error: unknown) => {
      if (!(error instanceof Error) || !('code' in error)) throw error;
    });
    listen();
    for (const name of names) tally.kept += keptBy(scene, name, blame);
  }
  return [...trouble, ...scene.store.verify(scene.state).differences];
}

/** Blames what somebody keeps of scenes that they did not perceive; how many summaries they keep. */
function keptBy(
  scene: ReturnType<typeof openScene>,
  name: string,
  blame: (text: string, name: string, where: string) => void,
): number {
  const view = scene.store.view(scene.id, scene.who(name), scene.state.head);
  const own = view.records('').filter(({ key }) => !key.startsWith('group:'));
  const mind = opened(scene.state.world).state.minds[scene.who(name)] ?? {};
  blame(JSON.stringify(own), name, 'a summary');
  blame(JSON.stringify(mind), name, 'the mind');
  blame(JSON.stringify(view.records('group:')), all, 'the summary');
  return own.filter(({ key }) => key.startsWith('summary:')).length;
}
