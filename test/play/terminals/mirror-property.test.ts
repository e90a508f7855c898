import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import type { Play } from '../../../src/play/play.ts';
import { runs } from '../../cases.ts';
import { until } from '../../until.ts';
import { anew, scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { terminal } from '../two.ts';

const text = fc.constantFrom('Aye.', 'The key?', 'Not here.', 'Later.');
const to = fc.option(fc.subarray(['Maren', 'Ansel', 'Odile', 'Tomas'], { minLength: 1, maxLength: 2 }));

/** What somebody does at a terminal, and whether the system has time for anything else afterwards. */
const deed = fc.record({
  at: fc.constantFrom(0, 1),
  rests: fc.boolean(),
  what: fc.oneof(
    { arbitrary: fc.record({ type: fc.constant('say' as const), text, to }), weight: 5 },
    {
      arbitrary: fc.record({ type: fc.constant('reply' as const), by: fc.constantFrom('Maren', 'Ansel') }),
      weight: 3,
    },
    { arbitrary: fc.record({ type: fc.constant('edit' as const), text }), weight: 2 },
    {
      arbitrary: fc.record({ type: fc.constant('rewind' as const), turns: fc.integer({ min: 1, max: 2 }) }),
      weight: 1,
    },
    {
      arbitrary: fc.record({ type: fc.constantFrom('undo', 'redo', 'regenerate', 'remove', 'pin' as const) }),
      weight: 3,
    },
  ),
});
type What = (typeof deed extends fc.Arbitrary<infer T> ? T : never)['what'];

async function does(play: Play, what: What): Promise<unknown> {
  switch (what.type) {
    case 'say':
      return play.say(what.text, { reply: [], ...(what.to && { to: what.to }) });
    case 'reply':
      return play.reply(what.by);
    case 'edit':
      return play.edit('last', what.text);
    case 'rewind':
      return play.rewind({ turns: what.turns });
    case 'remove':
    case 'pin':
      return play[what.type]('last');
    default:
      return play[what.type]();
  }
}

const mayBeRefused = (error: unknown): void => {
  if (!isSottoError(error)) throw error;
};

test('RP-021 RP-099 invariant 2 however two terminals act, each shows in the end its own view, read anew', async () => {
  const history = fc.asyncProperty(fc.array(deed, { maxLength: 12 }), async (deeds) => {
    anew({});
    const names = ['Tomas', 'Odile'];
    const terminals = names.map((name) => terminal(scene, name));
    const under: Promise<unknown>[] = [];
    for (const { at, rests, what } of deeds) {
      const done = does(terminals[at]!.play, what).catch(mayBeRefused);
      under.push(done);
      if (rests) await done;
    }
    await Promise.all(under);
    for (const [n, { shown, streaming }] of terminals.entries()) {
      const isDone = () => expect([shown(), streaming()]).toEqual([scene.texts(names[n]!), '']);
      await until(isDone);
    }
    for (const close of closers.splice(0).reverse()) await close();
  });
  await fc.assert(history, runs(40));
});
