import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';

test('HC-03 prompt.chat_start is the row of the system that every prompt has before its first message', async () => {
  const stage = await atTheInn();
  expect(await stage.text('prompt', '--for', 'Bob')).not.toContain('[Start');
  stage.file('config.toml', '[prompt]\nchat_start = "[Start a new Chat]"\n');
  for (const name of ['Bob', 'Carl'])
    expect(await stage.text('prompt', '--for', name)).toContain(
      '\n[Start a new Chat]\nAlice: It rains, and the fire is low.\n',
    );
});

test('HC-09 prompt.status names what a speaker is told of the world outside, prompt.status_shape how', async () => {
  const stage = await atTheInn();
  await stage.text('say', 'Hm.', '--no-reply', '--now', '2026-01-31T12:00:00+05:30');
  await stage.text('say', 'Well.', '--no-reply', '--now', '2026-01-31T14:00:00+05:30');
  const prompt = () => stage.text('prompt', '--for', 'Bob', '--now', '2026-01-31T14:00:00+05:30');
  expect(await prompt()).not.toContain('2026');
  stage.file('config.toml', '[prompt]\nstatus = ["persona", "time", "idle"]\n');
  expect(await prompt()).toContain(
    'the user is Alice; it is 2026-01-31T14:00+05:30; 2 hours lie between the last message and the one before it.',
  );
  stage.file('config.toml', '[prompt]\nstatus = ["time"]\nstatus_shape = "element"\n');
  expect(await prompt()).toContain(
    '<chatSystemStatus user-date-time="Saturday, January 31, 2026 2:00 PM" />',
  );
});

test('HC-49 prompt.shape = "lmml" brings the context element, the row that begins a chat and the status element', async () => {
  const stage = await atTheInn();
  const plain = await stage.text('prompt', '--for', 'Bob');
  expect(plain).not.toContain('<');
  stage.file('config.toml', '[prompt]\nshape = "lmml"\nstatus = ["persona"]\n');
  const prompt = await stage.text('prompt', '--for', 'Bob');
  expect(prompt).toContain('\n<agent-context persona="Bob">\n');
  expect(prompt).toMatch(
    /\n<\/agent-context>\n[^\n]*you are Bob[^\n]*\n+\[Start a new Chat\]\n<participants>[^:]*Alice: It rains/,
  );
  expect(prompt).toContain('\n<chatSystemStatus active-user-persona="Alice" />\n');
  stage.file(
    'config.toml',
    '[prompt]\nshape = "lmml"\nchat_start = ""\nstatus_shape = "sentence"\nstatus = ["persona"]\n',
  );
  const other = await stage.text('prompt', '--for', 'Bob');
  expect(other).not.toContain('[Start a new Chat]');
  expect(other).toContain('the user is Alice');
  expect(await stage.text('say', 'Hm.')).toMatch(/\w/);
});
