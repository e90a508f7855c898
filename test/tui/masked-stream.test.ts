import { afterEach, expect, test } from 'vitest';
import { defaultTagStyle } from '../../src/domain/audience/audience.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PlaySettings } from '../../src/play/chat/parts.ts';
import { openScene } from '../histories.ts';
import { type Emulator, openScreen } from './emulator.ts';

const T = defaultTagStyle.tag;
const tag = { ...defaultTagStyle, heads: true };
const usage = {
  ...{ promptTokens: 1, reusedTokens: 0, generatedTokens: 1 },
  firstTokenMs: 0,
  totalMs: 0,
  model: '',
};

/** A model that writes this character by character, and waits at each until a frame was painted behind it. */
const slowly = (text: string, painted: () => Promise<void>): Backend => ({
  ...createUnderstudy(),
  async *complete() {
    for (const piece of text) {
      yield { type: 'delta', text: piece };
      await painted();
    }
    yield { type: 'finished', text, reason: 'eos', usage };
  },
});

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** All that the screen of somebody writes while Ansel does, with a frame painted at every border. */
async function watched(viewer: string, text: string, settings: Partial<PlaySettings>): Promise<string> {
  let emulator: Emulator | null = null;
  let count = 100;
  const painted = async () => {
    count += 1;
    emulator?.type(`${'\x7f'.repeat(3)}${count}`);
    await emulator?.shows(` > ${count}`);
  };
  const scene = openScene({ settings, backend: async () => slowly(text, painted) });
  closers.push(() => scene.close());
  scene.said('Odile', 'Where is it?', ['Ansel']);
  if (!text.includes('answer')) scene.said('Tomas', 'Well?');
  const play = scene.playing(viewer);
  let now = 0;
  const screen = await openScreen(play, {}, { now: () => (now += 1000) });
  emulator = screen.emulator;
  await play.reply('Ansel');
  await emulator.settled();
  emulator.type('\x03\x03');
  await screen.ended;
  await play.close();
  return emulator.writes.join('');
}

test.each<[string, string, Partial<PlaySettings>]>([
  ['a head', ' (to Odile): zqword, she said.', { tag }],
  ['a head with the own name before it', 'Ansel (to Odile): zqword.', { tag }],
  ['a head that is not closed', ' (to Odile: zqword', { tag }],
  ['a head that names nobody we know', ' (to Everyone): zqword', { tag }],
  ['no head, but a tag', ` zqword (ooc: ${T}Odile__)`, { tag }],
  ['a usual head, in answer to a whisper', ': zqword, is my answer.', { tag }],
  ['a tag before it', `Hm. (ooc: ${T}Odile__) zqword`, {}],
  ['nothing, in answer to a whisper', 'zqword, is my answer.', {}],
  ['a tag behind it, with reveal strict', `zqword (ooc: ${T}Odile__)`, { reveal: 'strict' }],
  ['a tag in its middle, with reveal strict', `zqword ${T}Odile__ zqword`, { reveal: 'strict' }],
])(
  'KT-10 what the painter writes for an outsider never holds a word that is private by %s',
  async (_, text, settings) => {
    expect(await watched('Tomas', text, settings)).not.toContain('zq');
  },
);

test('KT-10 the one whom it is for sees it grow', async () => {
  const seen = await watched('Odile', ' (to Odile): zqword, she said.', { tag });
  expect(seen).toContain('zqword, sh');
});

test('KT-10 with tags, what turns out private leaves the screen', async () => {
  const seen = await watched('Tomas', `zqword (ooc: ${T}Odile__) then zxword`, {});
  expect(seen).toContain('zqword');
  expect(seen).not.toContain('zx');
});

const escapeKey = '\x1b[27u';
/** What an outsider may open meanwhile, and what shows that it is there. */
const panels = [
  ['/branches', 'Branches'],
  ['/as', 'Write as'],
  ['/home', 'n new chat'],
  ['/notes', 'no notes'],
  ['/search she', 'Search: she'],
  ['/prompt Tomas', 'Prompt for Tomas'],
] as const;

/** Opens a panel and closes it, copies the newest message; the terminal is not looked at. */
async function lookAround(emulator: Emulator, at: number): Promise<void> {
  const [line, title] = panels[at % panels.length] ?? panels[0];
  emulator.type(`\x1b[O\x15${line}\r`);
  await emulator.shows(title);
  emulator.type(escapeKey);
  await emulator.hides(title);
  emulator.type(`\x15\x0fyq${at}`);
  await emulator.shows(` > ${at}`);
}

test.each<[string, Partial<PlaySettings>]>([
  [' (to Odile): zqword, she said.', { tag }],
  [`Hm. (ooc: ${T}Odile__) she zqword`, {}],
  [`zqword she ${T}Odile__ zqword`, { reveal: 'strict' }],
])(
  'KT-10 no panel, list, notice, title or copy of an outsider has a word that is masked: %s',
  async (text, settings) => {
    let emulator: Emulator | null = null;
    let seen = 0;
    const painted = async () => {
      seen += 1;
      if (seen % 4 === 0 && emulator !== null) await lookAround(emulator, seen / 4);
    };
    const scene = openScene({ settings, backend: async () => slowly(text, painted) });
    closers.push(() => scene.close());
    scene.said('Odile', 'Where is it?', ['Ansel']);
    scene.said('Odile', 'Nothing, she said.');
    const play = scene.playing('Tomas');
    let now = 0;
    const terminal = { hasMouse: true, notify: 'desktop', copiesHere: false } as const;
    const screen = await openScreen(play, { rows: 40 }, { now: () => (now += 1000), settings: terminal });
    emulator = screen.emulator;
    closers.push(async () => {
      emulator?.type('\x03\x03\x03');
      await screen.ended;
      await play.close();
    });
    await play.reply('Ansel');
    for (const at of panels.keys()) await lookAround(emulator, 100 + at);
    const written = emulator.writes.join('');
    const copies = Array.from(written.matchAll(/\x1b\]52;c;([\w+/=]*)/g), ([, base64 = '']) =>
      Buffer.from(base64, 'base64').toString(),
    );
    expect(copies).toContain('Nothing, she said.');
    expect(`${written}${copies.join('')}`).not.toContain('zq');
  },
);
