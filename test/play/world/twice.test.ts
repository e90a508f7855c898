import { expect, test } from 'vitest';
import { scene } from '../scene.ts';

test('two places or open threads of one name are refused where whoever acts knows of the first; one that they do not know is never told of so', async () => {
  const knownTo = [scene.who('Maren')];
  const loft = { what: 'container', container: 'loft', name: 'The Loft' } as const;
  const key = { what: 'thread', thread: 'key', text: 'Who has the key?', state: 'open' } as const;
  scene.given({ kind: 'manual_edit', payload: { target: 'container', change: loft, knownTo } });
  scene.given({ kind: 'manual_edit', payload: { target: 'thread', change: key, knownTo } });
  const maren = scene.playing('Maren').world;
  const odile = scene.playing('Odile').world;
  await expect(maren.addContainer('the loft', {})).rejects.toMatchObject({ code: 'name_taken' });
  await expect(maren.openThread('who has the key?')).rejects.toMatchObject({ code: 'name_taken' });
  await odile.addContainer('The Loft', {});
  await odile.openThread('Who has the key?');
  expect(odile.containers()).toMatchObject([{ name: 'The Loft' }]);
  const [thread] = odile.threads();
  await odile.closeThread(thread?.id ?? '', false);
  await odile.openThread('Who has the key?');
  expect(odile.threads()).toMatchObject([{ state: 'open' }]);
});
