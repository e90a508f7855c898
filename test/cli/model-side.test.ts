import { expect, test } from 'vitest';
import { atTheInn, withKeeper } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { areShaped } from './shapes.ts';
import { ofType } from './sotto.ts';

test('what a server cannot do is one line of talk, and with --json an object', async () => {
  const stage = await withKeeper();
  const config = stage.file('sotto.toml', '[sampling]\nbanned_strings = ["shiver"]\n');
  const server = await serverSaying('Hm.');
  const args = ['reply', '--by', 'Keeper', '--config', config, ...server];
  const { code, stdout, stderr } = await stage.run(...args);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Keeper: Hm.\n' });
  expect(stderr).toMatch(/^sotto: .*banned_strings.*\n$/);
  const lines = await stage.json(...args);
  areShaped(lines);
  expect(ofType(lines, 'notice')).toEqual([{ type: 'notice', message: stderr.slice('sotto: '.length, -1) }]);
});

test('prompt --blocks: a table of its blocks for people, instead of the text', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Hello.', '--no-reply');
  const table = await stage.text('prompt', '--for', 'Bob', '--blocks');
  const [plan] = await stage.json('prompt', '--for', 'Bob', '--blocks');
  const { tokens, budget, blocks } = plan as unknown as Plan;
  expect(table.split('\n')[0]).toMatch(new RegExp(`^${tokens} of ${budget} tokens, `));
  for (const { name, zone, reason } of blocks) {
    expect(table).toMatch(new RegExp(`^(?:read|new ) +${zone} .*${name}.* · ${reason}$`, 'm'));
  }
  expect(table).toContain('Nothing was left out.');
  expect(table).not.toContain('Alice: Hello.');
});

interface Plan {
  readonly tokens: number;
  readonly budget: number;
  readonly blocks: readonly { readonly name: string; readonly zone: string; readonly reason: string }[];
}
