import { expect, test } from 'vitest';
import { Stage } from './sotto.ts';

test('HC-45 `tools` says which tool asks first, and `tools allow` agrees to it in the chat', async () => {
  const stage = new Stage();
  await stage.json('new', new URL('../../cards/the-last-ferry.json', import.meta.url).pathname);
  const seen = async () => (await stage.json('tools')).find((one) => one.name === 'web_search');
  expect(await seen()).toMatchObject({ confirm: 'chat', offered: false });
  expect(await stage.text('tools')).toContain('asks first');
  expect(await stage.json('tools', 'allow', 'web_search')).toEqual([
    { type: 'tool_allowed', name: 'web_search' },
  ]);
  expect(await seen()).toMatchObject({ offered: true });
  expect((await stage.run('tools', 'allow', 'nothing')).stderr).toContain('there is no tool "nothing"');
});
