import { expect, test } from 'vitest';
import { plainCard } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { Stage } from './sotto.ts';

const evil = '\x1b]0;owned\x07\x1b[2J\x1b[31mred\x9b1m\x1b]52;c;aGk=\x1b\\ \x01\x08\u202etxt';

const isHarmless = (output: string): void => {
  expect(output).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
};

test('invariant 9: what a card says reaches no terminal as an escape sequence', async () => {
  const stage = new Stage();
  const path = stage.file('evil.json', plainCard(`Eve${evil}`, `Hi ${evil} there`));
  const outputs = [await stage.run('new', path, '--title', `T${evil}`)];
  for (const command of ['log', 'chats', 'branches', 'events', 'verify'])
    outputs.push(await stage.run(command));
  outputs.push(await stage.run('say', 'Hello.'), await stage.run('log', `no${evil}`));
  for (const { stdout, stderr } of outputs) isHarmless(stdout + stderr);
  expect(await stage.text('log')).toMatch(/Hi\s+red.* there/);
});

test('invariant 9: what a model says reaches no terminal as an escape sequence', async () => {
  const stage = new Stage();
  await stage.run('new', stage.file('card.json', plainCard('Eve', 'Hi.')));
  const server = await serverSaying(`So ${evil} it is`);
  const { code, stdout, stderr } = await stage.run('say', 'Hello.', ...server);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  isHarmless(stdout);
  expect(stdout).toMatch(/^Eve: So\s+red.* it is$/m);
  isHarmless(await stage.text('log'));
});
