import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const esc = '\x1b';

beforeEach(() => {
  vi.stubEnv('SOTTO_SCREEN_VIM', 'on');
  onTestFinished(() => void vi.unstubAllEnvs());
});

test('Esc leaves writing, keys move and change the line, i writes again; the key line says which mode it is', async () => {
  const emulator = await open(new SmallPlay([...scene]));
  emulator.type('one two three');
  await emulator.shows('INSERT');
  emulator.type(esc);
  await emulator.shows('NORMAL');
  emulator.type('bbxxx');
  await emulator.shows('Alice > one  three');
  emulator.type('u');
  await emulator.shows('Alice > one o three');
  emulator.type('0iWell, ');
  await emulator.shows('Alice > Well, one o three');
  await emulator.shows('INSERT');
  emulator.type(esc);
  await emulator.shows('NORMAL');
  emulator.type('dd');
  await emulator.shows('write, or /to NAME');
  emulator.type('p');
  await emulator.shows('Well, one o three');
});

test('in normal mode j k gg G Ctrl+D Ctrl+U go through the transcript and n N from hit to hit', async () => {
  const many = Array.from({ length: 200 }, (_, at) =>
    message(`m${at}`, at === 50 ? 'a needle' : `line ${at}.`),
  );
  const emulator = await open(new SmallPlay(many));
  emulator.type(esc);
  await emulator.shows('NORMAL');
  emulator.type('gg');
  await emulator.shows('line 0.');
  emulator.type('\x04');
  await emulator.hides('line 0.');
  emulator.type('\x15');
  await emulator.shows('line 0.');
  emulator.type('jjj');
  await emulator.hides('line 0.');
  emulator.type('kkk');
  await emulator.shows('line 0.');
  emulator.type('G');
  await emulator.shows('line 199.');
  emulator.type('/needle\r');
  await emulator.shows('a needle');
});

test(': begins a command; in a list j and k move, / filters until Esc, and Esc closes it', async () => {
  const emulator = await open(new SmallPlay([...scene]));
  emulator.type(esc);
  await emulator.shows('NORMAL');
  emulator.type(':as\r');
  await emulator.shows('/ to filter');
  await emulator.shows('j k g G move');
  emulator.type('j');
  emulator.type('/ca');
  await emulator.shows('› ca');
  emulator.type(esc);
  await emulator.shows('j k g G move');
  emulator.type('\r');
  await emulator.shows('writing as Carl');
});

test('a text moves by g and G, and q closes it', async () => {
  const emulator = await open(new SmallPlay([...scene]), { columns: 80, rows: 16 });
  emulator.type('/prompt Alice\r');
  await emulator.shows('Prompt for Alice');
  emulator.type('G');
  await emulator.showsInside('Bob:');
  emulator.type('g');
  await emulator.showsInside('20 of 100 tokens');
  emulator.type('q');
  await emulator.hides('Prompt for Alice');
});

test('without the setting letters are written, and no mode is told', async () => {
  vi.stubEnv('SOTTO_SCREEN_VIM', 'off');
  const emulator = await open(new SmallPlay([...scene]));
  emulator.type('jjj');
  await emulator.shows('Alice > jjj');
  expect(emulator.text()).not.toMatch(/NORMAL|INSERT/);
});

test('issue 29 dw, cw and counts edit the line, and : finds a command beside what is written', async () => {
  const emulator = await open(new SmallPlay([...scene]));
  emulator.type('one two three four');
  await emulator.shows('INSERT');
  emulator.type(esc);
  await emulator.shows('NORMAL');
  emulator.type('02dw');
  await emulator.shows('Alice > three four');
  emulator.type('cwsix');
  await emulator.shows('Alice > six four');
  emulator.type(esc);
  await emulator.shows('NORMAL');
  emulator.type(':');
  await emulator.shows('Commands');
  emulator.type('jumpk');
  await emulator.shows('› jumpk');
  emulator.type(esc);
  await emulator.shows('/ filter');
  emulator.type(esc);
  await emulator.hides('Commands');
  await emulator.shows('Alice > six four');
});
