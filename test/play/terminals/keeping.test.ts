import { expect, test } from 'vitest';
import { openPlay } from '../../../src/play/open-play.ts';
import { until } from '../../until.ts';
import { scene } from '../scene.ts';
import { dictated } from '../two.ts';

test('RP-041 what has arrived of a reply and was not saved yet is saved at once before the process ends', async () => {
  const model = dictated();
  const never = { clock: () => 0, after: () => () => undefined };
  const play = openPlay({ ...scene.parts, ...never, backend: model.backend }, scene.id);
  let shown = '';
  play.subscribe((event) => {
    if (event.type === 'delta') shown += event.text;
  });
  const said = play.say('Maren?');
  model.write('Once upon a time');
  await until(() => expect(shown).toContain('Once upon a time'));
  model.write(' there was a ferry.');
  await until(() => expect(shown).toContain('ferry'));
  expect(scene.store.scratch.of(scene.id)?.text).not.toContain('ferry');
  play.keepNow();
  expect(scene.store.scratch.of(scene.id)?.text).toBe('Once upon a time there was a ferry.');
  model.end();
  await said;
  await play.close();
});
