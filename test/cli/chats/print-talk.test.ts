import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepCard } from '../../../src/app/cards/cards.ts';
import { App } from '../../../src/app/run/app.ts';
import { Output } from '../../../src/cli/output.ts';
import { printTalk } from '../../../src/cli/print-talk.ts';
import { startChat } from '../../../src/play/new-chat.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { scripted } from '../../play/scripted.ts';
import { innCard } from '../inn.ts';
import { Stage } from '../sotto.ts';

/** Printed lines of a reply of this text, and how often the store was asked for the chat, its branches or a view. */
async function printed(chars: readonly string[], text: string) {
  const stage = new Stage();
  const stdout = new PassThrough();
  const context = new App({ data: stage.data });
  onTestFinished(() => context.close());
  const cards = [
    keepCard(context, stage.file('inn.json', JSON.stringify({ ...innCard, role: 'Bob', chars }))),
  ];
  const id = startChat(context.newChatParts, { cards, as: 'Carl' });
  const play = openPlay({ ...context.playParts, backend: scripted(text) }, id);
  const { store } = context;
  const asked = [
    vi.spyOn(store.chats, 'read'),
    vi.spyOn(store.tree, 'branches'),
    vi.spyOn(store.terminals, 'of'),
    vi.spyOn(store, 'view'),
  ];
  const done = printTalk(context, new Output(true, stdout as never, process.stderr), play);
  await play.reply('Bob');
  done();
  await play.close();
  const times = asked.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  const lines = String(stdout.read() ?? '')
    .trim()
    .split('\n');
  return { times, deltas: lines.filter((line) => line.includes('"delta"')).length };
}

const longer = `${'word '.repeat(40)}.`;

test('the store is asked no more often for a longer reply, whose deltas are printed as they come', async () => {
  const short = await printed(['Bob', 'Carl'], 'Yes.');
  const long = await printed(['Bob', 'Carl'], longer);
  expect(short.deltas).toBeGreaterThan(1);
  expect(long.deltas).toBeGreaterThan(100);
  expect(long.times).toBe(short.times);
});

test('the same where deltas are held, as one, until the audience is certain', async () => {
  const [short, long] = [await printed(innCard.chars, 'Yes.'), await printed(innCard.chars, longer)];
  expect([short.deltas, long.deltas]).toEqual([1, 1]);
  expect(long.times).toBe(short.times);
});
