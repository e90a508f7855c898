import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupOf } from '../../../src/domain/decide/decide-state.ts';
import { memberOf } from '../../../src/domain/world/world.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { openScene, patience, runs } from '../../histories.ts';
import { settled, smallModel } from '../world/passes.ts';
import { tellings, toldFor } from './tellings.ts';

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

test(
  'RP-050 RP-064 ruling 9 (Per-POV): in scenes with whispers no request and no summary of somebody holds what they did not perceive, the group’s only what all did',
  async () => {
    const tally = { requests: 0, group: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }), async (steps) => {
        const scene = openScene();
        try {
          await played(scene, steps, tally);
        } finally {
          scene.close();
        }
      }),
      runs(15),
    );
    expect(tally.requests).toBeGreaterThan(40);
    expect(tally.group).toBeGreaterThan(5);
    expect(tally.kept).toBeGreaterThan(20);
  },
  patience,
);

type Tally = { requests: number; group: number; kept: number };

async function played(
  scene: ReturnType<typeof openScene>,
  steps: readonly Step[],
  tally: Tally,
): Promise<void> {
  /** By canary: who has ever perceived it. */
  const heard = new Map<string, Set<string>>();
  let n = 0;
  let members: readonly string[] = [];
  const nameOf = (id: string) => memberOf(scene.state.world, id)?.name ?? '';
  const listen = () => {
    members = groupOf(scene.state.world).map(nameOf);
    for (const { text, perceived } of scene.seenBy('everyone'))
      for (const word of canaries(text)) {
        const known = heard.get(word) ?? new Set();
        for (const id of perceived) known.add(nameOf(id));
        heard.set(word, known);
      }
  };
  const isKnownTo = (word: string, name: string) =>
    (name === all ? members : [name]).every((one) => heard.get(word)?.has(one));
  const leaks: string[] = [];
  const { classifier } = smallModel((prompt) => {
    const name = toldFor(prompt);
    leaks.push(...canaries(prompt).filter((word) => !isKnownTo(word, name)));
    tally.requests += 1;
    tally.group += Number(name === all);
    return echo(prompt);
  });
  const playing = (as: string) =>
    openPlay({ ...scene.parts, classifier, jobs: tellings(1500) }, scene.id, as);
  const act = async (one: Step) => {
    if (one.type === 'settle') await settled(playing('*'));
    else if (one.type === 'close') await playing('*').story.scenes.close();
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
    for (const name of names) tally.kept += checked(scene, name, isKnownTo);
  }
  expect(leaks).toEqual([]);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
}

/** Nothing that somebody keeps of scenes holds what they did not perceive; how many summaries they keep. */
function checked(
  scene: ReturnType<typeof openScene>,
  name: string,
  isKnownTo: (word: string, name: string) => boolean,
): number {
  const view = scene.store.view(scene.id, scene.who(name), scene.state.head);
  const own = view.records('').filter(({ key }) => !key.startsWith('group:'));
  const [summaries, together] = [own, view.records('group:')].map((some) => JSON.stringify(some));
  const mind = JSON.stringify(scene.state.world.state.minds[scene.who(name)] ?? {});
  for (const word of canaries(summaries + mind)) expect([word, isKnownTo(word, name)]).toEqual([word, true]);
  for (const word of canaries(together ?? '')) expect([word, isKnownTo(word, all)]).toEqual([word, true]);
  return own.filter(({ key }) => key.startsWith('summary:')).length;
}
