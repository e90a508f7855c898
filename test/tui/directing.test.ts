import { describe, expect, test } from 'vitest';
import { bob, carl, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

describe('choose who speaks next', () => {
  test('stands in the rule above the composer, with the reason', async () => {
    const play = new SmallPlay([...scene]);
    play.next = { speakers: [bob, carl], why: 'named' };
    const emulator = await open(play);
    await emulator.shows('─ next: Bob, Carl (named) ─');
    play.next = { speakers: [], why: 'manual' };
    play.emit({ type: 'state' });
    await emulator.shows('next: nobody (manual)');
    play.next = { speakers: [], why: 'the model decides' };
    play.seconds = 5;
    play.emit({ type: 'state' });
    await emulator.shows('next: somebody (the model decides) · auto after 5 s ─');
  });

  test('a hostile name breaks neither the rule nor the frame', async () => {
    const play = new SmallPlay([...scene]);
    play.next = { speakers: [{ id: 'x', name: `\x1b[2J${'W'.repeat(200)}` }], why: 'named' };
    const emulator = await open(play, { columns: 40, rows: 10 });
    await emulator.shows('next: ');
    for (const row of emulator.rows()) expect(row.length).toBeLessThanOrEqual(40);
  });

  test('F3 lists who may answer and leaves it to the director; a choice is told to the play', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type('\x1bOR');
    await emulator.shows('Who answers your next message');
    emulator.type('2');
    await emulator.hides('Who answers your next message');
    emulator.type('/next Bob\r');
    await expect
      .poll(() => play.calls)
      .toEqual([
        ['chooseNext', null],
        ['chooseNext', 'Carl'],
        ['chooseNext', 'Bob'],
      ]);
  });

  test('what would be said is told at every change; a command is not', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type('/to bo');
    await emulator.shows('/to bo');
    expect(play.sayings.at(-1)).toBe('bo');
    emulator.type('b, carl hush');
    await emulator.shows('hush');
    expect(play.whispered).toEqual(['Bob', 'Carl']);
    emulator.type('\x15\x7f/as');
    await emulator.shows('/as');
    expect(play.whispered).toEqual([]);
    expect(play.sayings.slice(-3)).toEqual(['', null, null]);
  });
});

describe('telling the director', () => {
  test.each([
    ['/strategy list', ['setDirector', { strategy: 'list' }], 'list: everyone once'],
    ['/mute bob', ['setDirector', { mute: ['Bob'] }], 'nobody is muted'],
    ['/mute bob, @Carl', ['setDirector', { mute: ['Bob', 'Carl'] }], 'nobody is muted'],
    ['/unmute @Bob', ['setDirector', { unmute: ['Bob'] }], 'nobody is muted'],
    [
      '/talkative Bob 0.3',
      ['setDirector', { talkativeness: { Bob: 0.3 } }],
      'the talkativeness of Bob is 0.3',
    ],
    ['/self-reply on', ['setDirector', { selfReply: true }], 'self-reply is off'],
    ['/auto 7', ['auto', 7], 'the others continue after 7 s of silence'],
    ['/auto', ['auto', true], 'the others continue after 5 s of silence'],
    ['/auto off', ['auto', null], 'auto mode is off'],
  ])('%s', async (line, call, answer) => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type(`${line}\r`);
    await emulator.shows(answer);
    expect(play.calls).toEqual([call]);
  });

  test.each([
    ['/strategy fair', 'there is no strategy "fair"'],
    ['/self-reply maybe', '"maybe" is not on or off: /self-reply ON|OFF'],
    ['/rewind 0', '"0" is not a whole number above 0, such as 3: /rewind [N]'],
    ['/talkative Bob', 'missing argument: /talkative NAME 0..1'],
    ['/mute', 'missing argument: /mute NAME'],
  ])('%s is refused', async (line, answer) => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type(`${line}\r`);
    await emulator.shows(answer);
    expect(play.calls).toEqual([]);
  });

  test('/strategy lists what there is, the present one first chosen', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type('/strategy\r');
    await emulator.shows('pooled  someone who has been silent');
    emulator.type('4');
    await emulator.shows('manual: nobody');
    expect(play.calls).toEqual([['setDirector', { strategy: 'manual' }]]);
  });

  test.each([
    [false, 'no classifier is set ([backend.classifier] in the config); natural until then'],
    [true, 'the classifier chooses'],
  ])('RP-047 /strategy model says whether there is a classifier: %s', async (hasClassifier, answer) => {
    const play = new SmallPlay([...scene]);
    play.directed = { ...play.directed, hasClassifier };
    const emulator = await open(play, { columns: 100 });
    emulator.type('/strategy\r');
    await emulator.shows('5 model');
    await emulator.shows(answer);
    emulator.type('\x1b');
    await emulator.hides(answer);
    emulator.type('/strategy model\r');
    await emulator.shows(`model: ${answer}`);
  });

  test('KT-18 Esc ends auto mode also while nobody writes', async () => {
    const play = new SmallPlay([...scene]);
    play.seconds = 5;
    const emulator = await open(play);
    await emulator.shows('auto after 5 s');
    emulator.type('\x1b');
    await expect.poll(() => play.calls).toEqual([['stop']]);
  });
});
