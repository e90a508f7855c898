import { describe, expect, test } from 'vitest';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const usual = { depth: 4, role: 'system', every: 1, to: [] };

describe('what is told beside the play', () => {
  test.each([
    ['/note It rains.', ['setNote', { ...usual, text: 'It rains.' }]],
    [
      '/note --depth 0 --role user --every 3 --to bob, @Carl It --depth rains.',
      ['setNote', { depth: 0, role: 'user', every: 3, to: ['Bob', 'Carl'], text: 'It --depth rains.' }],
    ],
    ['/note off', ['setNote', null]],
    ['/scenario carl You lie.', ['setScenario', 'Carl', 'You lie.']],
    ['/scenario Carl off', ['setScenario', 'Carl', null]],
    ['/letter Bob, Carl Come.', ['sendLetter', { to: ['Bob', 'Carl'], subject: '', text: 'Come.' }]],
    ['/letter Bob Tonight: Come.', ['sendLetter', { to: ['Bob'], subject: 'Tonight', text: 'Come.' }]],
    ['/letter Bob At 10:30', ['sendLetter', { to: ['Bob'], subject: '', text: 'At 10:30' }]],
    ['/director Bob Be brief.', ['direct', 'Bob', 'Be brief.']],
    ['/player Bob Ann Lee', ['setPlayer', 'Bob', 'Ann Lee']],
    ['/player Bob -', ['setPlayer', 'Bob', null]],
  ])('HC-16 HC-19 HC-20 HC-21 HC-37 %s', async (line, call) => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type(`${line}\r`);
    await expect.poll(() => play.calls).toEqual([call]);
  });

  test.each([
    ['/note --depth', '--depth  is not a whole number'],
    ['/note --depth -1 x', '--depth -1 is not a whole number'],
    ['/note --every 0 x', '--every 0 is not a whole number'],
    ['/note --role king x', '--role king is not one of system, user'],
    ['/note --loud x', 'unknown option --loud'],
    ['/note --depth 2', 'missing argument'],
    ['/note --to Bob, Carl', 'missing argument: a TEXT for --to'],
    ['/scenario Bob', 'missing argument'],
    ['/letter', 'missing argument'],
    ['/director Bob', 'missing argument'],
    ['/player Bob', 'missing argument'],
  ])('%s says what is wrong and asks for nothing', async (line, complaint) => {
    const play = new SmallPlay([]);
    const emulator = await open(play, { columns: 160 });
    emulator.type(`${line}\r`);
    await emulator.shows(complaint);
    expect(play.calls).toEqual([]);
  });

  test('HC-22 /note and /notes show what whom one writes as may know', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play, { columns: 100, rows: 30 });
    emulator.type('/notes\r');
    await emulator.shows('there are no notes or letters');
    emulator.type('\r');
    emulator.type('/note\r');
    await emulator.shows("there is no author's note");
    play.told = {
      note: { depth: 2, role: 'system', every: 3, to: ['Alice', 'Bob'], text: 'It rains.' },
      scenarios: [{ name: 'Alice', text: 'You lost the key.' }],
      letters: [
        { from: 'Bob', to: 'Alice', subject: 'Tonight', text: 'Come.' },
        { from: null, to: 'Alice', subject: '', text: 'Be brief.' },
      ],
      sent: [],
    };
    emulator.type('\r');
    emulator.type('/notes\r');
    await emulator.shows('Be brief.');
    expect(emulator.inside()).toContain('Letter from Bob to Alice — Tonight:\n    Come.\n');
  });
});
