import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';

const mine = {
  temperature: 0.7,
  prompts: [
    { identifier: 'main', name: 'Main', role: 'system', content: 'Write as {{char}}.', system_prompt: true },
    { identifier: 'charDescription', name: 'Char Description', marker: true, system_prompt: true },
    { identifier: 'chatHistory', name: 'Chat History', marker: true },
    { identifier: 'u-1', name: 'Mine', role: 'system', content: 'Be brief.', injection_position: 0 },
  ],
  prompt_order: [
    {
      character_id: 100_001,
      order: ['main', 'charDescription', 'chatHistory', 'u-1'].map((identifier) => ({
        identifier,
        enabled: true,
      })),
    },
  ],
};

test('SP-02 SP-22 prompts of another program: imported, in use, shown by the inspector, out of use, exported as they came', async () => {
  const stage = await atTheInn();
  const [before] = await stage.json('prompt', '--for', 'Bob');
  const [imported] = await stage.json('preset', 'import', stage.file('Mine.json', JSON.stringify(mine)));
  expect(imported).toMatchObject({ type: 'imported', id: 'prompts/Mine' });
  expect((await stage.json('prompt', '--for', 'Bob'))[0]?.prompt).toBe(before?.prompt);
  await stage.json('preset', 'use', 'mine');
  const [plan] = await stage.json('prompt', '--for', 'Bob');
  expect(plan?.blocks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'Main',
        zone: 'frozen',
        source: expect.stringContaining('preset Mine'),
      }),
      expect.objectContaining({ name: 'Mine', zone: 'live', text: 'Be brief.\n' }),
    ]),
  );
  expect(plan?.prompt).toMatch(/\nBe brief\.\nAlice: [^\n]*\nBob:$/);
  const [written] = await stage.json('preset', 'export', 'Mine');
  expect(JSON.parse(readFileSync(written?.file ?? '', 'utf8'))).toEqual(mine);
  await stage.json('preset', 'none', '--kind', 'prompts');
  expect((await stage.json('prompt', '--for', 'Bob'))[0]?.prompt).toBe(before?.prompt);
});
