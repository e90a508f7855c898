import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import type { StoredEvent } from '../../../src/domain/events/events.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { runs } from '../../cases.ts';
import { until as settled } from '../../until.ts';
import { anew, audience, scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { dictated, terminal } from '../two.ts';

interface Line {
  readonly id: string;
  readonly text: string;
  readonly speaker: string;
  readonly knownTo: readonly string[];
  readonly answers?: string | null;
}

/** What was said and replied in the scene, whoever perceives it. */
const lines = (): Map<string, Line> => {
  const isLine = ({ kind }: StoredEvent) => kind === 'message_said' || kind === 'reply_received';
  const events = [...scene.store.log.all({ chat: scene.id })].filter(isLine);
  return new Map(events.map(({ id, payload }) => [id, { id, ...(payload as Omit<Line, 'id'>) }]));
};

const lineOf = (text: string): Line => [...lines().values()].find((line) => line.text === text)!;

describe('what a line answers', () => {
  test('KT-24 a question that was asked while its answerer whispered is answered aloud, the whisper in private', async () => {
    const [maren, ansel] = [dictated(), dictated()];
    const here = terminal(scene, 'Maren', maren.backend);
    const there = terminal(scene, 'Ansel', ansel.backend);
    const whispered = here.play.say('quiet', { to: ['Odile'] });
    maren.write('Hush');
    await settled(() => expect(scene.store.scratch.of(scene.id)?.text).toBe('Hush'));
    const asked = there.play.say('Odile, are you cold?');
    maren.write('.');
    maren.end();
    ansel.write('A little.');
    ansel.end();
    await Promise.all([whispered, asked]);
    expect([audience('Hush.'), audience('A little.')]).toEqual([['Maren', 'Odile'], []]);
    expect(lineOf('Hush.').answers).toBe(lineOf('quiet').id);
    expect(lineOf('A little.').answers).toBe(lineOf('Odile, are you cold?').id);
  });

  test('another version of a reply answers what the reply answered, whatever was said since, which waits for an answer', async () => {
    const [maren, ansel] = [dictated(), dictated()];
    const here = terminal(scene, 'Maren', maren.backend);
    const there = terminal(scene, 'Ansel', ansel.backend);
    const whispered = here.play.say('quiet', { to: ['Odile'] });
    await settled(() => expect(scene.store.scratch.of(scene.id)).toBeDefined());
    await there.play.say('Odile, are you cold?', { reply: [] });
    maren.write('Hush.');
    maren.end();
    await whispered;
    const reminder =
      '[What Ansel said aloud is not answered yet: "Odile, are you cold?". Odile answers that now.]';
    expect((await scene.playing().prompt('Odile')).prompt).toContain(reminder);
    expect((await scene.playing().prompt('Tomas')).prompt).not.toContain('is not answered yet');
    maren.write('Still.');
    maren.end();
    await here.play.regenerate();
    expect(audience('Still.')).toEqual(['Maren', 'Odile']);
    expect(lineOf('Still.').answers).toBe(lineOf('quiet').id);
    ansel.write('A little.');
    ansel.end();
    await there.play.reply('Odile');
    expect(audience('A little.')).toEqual([]);
    expect((await scene.playing().prompt('Odile')).prompt).not.toContain('is not answered yet');
  });

  test('a line that nobody asked for answers what another said last, never its own speaker', async () => {
    const asked = scene.said('Tomas', 'Maren?', ['Maren']);
    await scene.play.reply('Maren');
    await scene.play.reply('Maren');
    const replies = [...lines().values()].slice(-2);
    expect(replies.map(({ answers }) => answers)).toEqual([asked, asked]);
    for (const { text } of replies) expect(audience(text)).toEqual(['Maren', 'Tomas']);
  });
});

/** Somebody asks, in private or aloud, and these answer in turn; or the model of a terminal ends the line it writes. */
const deed = fc.oneof(
  fc.record({
    type: fc.constant('ask' as const),
    at: fc.nat({ max: 2 }),
    isWhisper: fc.boolean(),
    by: fc.constantFrom(['Maren'], ['Odile'], ['Maren', 'Odile', 'Maren'], ['Maren', 'Maren']),
  }),
  fc.record({ type: fc.constant('end' as const), at: fc.nat({ max: 2 }) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** Two terminals and a script, each with a model of its own that ends its lines when it is told. */
function threeOf() {
  const models = [dictated(), dictated(), dictated()];
  const plays = [
    terminal(scene, 'Tomas', models[0]!.backend).play,
    terminal(scene, 'Ansel', models[1]!.backend).play,
    openPlay({ ...scene.parts, backend: models[2]!.backend }, scene.id, 'Ansel'),
  ];
  const left: number[][] = [[], [], []];
  const end = (at: number): void => {
    const n = left[at]!.shift();
    if (n === undefined) return;
    models[at]!.write(`Answer ${n}.`);
    models[at]!.end();
  };
  const ask = (n: number, { at, isWhisper, by }: Extract<Deed, { type: 'ask' }>): Promise<void> => {
    const reply = isWhisper ? by.slice(0, 1) : by;
    left[at] = reply.map(() => n);
    const said = plays[at]!.say(`Question ${n}?`, { reply, ...(isWhisper && { to: reply }) });
    return said.catch((error: unknown) => {
      if (!isSottoError(error)) throw error;
      left[at] = [];
    });
  };
  return { ask, end, left };
}

/** The question that a reply goes back to, by what it and those before it answer. */
function rootOf(all: Map<string, Line>, line: Line): Line {
  const before = all.get(line.answers ?? '');
  if (line.answers === undefined || !before) return line;
  expect(before.speaker).not.toBe(line.speaker);
  return rootOf(all, before);
}

test('KT-24 RP-021 however two terminals and a script ask at once, each line answers its own question, to those who heard that', async () => {
  const history = fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 12 }), async (deeds) => {
    anew({});
    const { ask, end, left } = threeOf();
    const under: Promise<unknown>[] = [];
    const busy = new Set<number>();
    for (const [n, one] of deeds.entries()) {
      if (one.type === 'end') end(one.at);
      else if (!busy.has(one.at)) {
        busy.add(one.at);
        under.push(ask(n, one).finally(() => busy.delete(one.at)));
      }
      for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    }
    for (const at of left.keys()) while (left[at]!.length > 0) end(at);
    await Promise.all(under);
    const all = lines();
    for (const line of all.values()) {
      if (!line.text.startsWith('Answer')) continue;
      const question = rootOf(all, line);
      expect(question.text).toBe(line.text.replace('Answer', 'Question').replace('.', '?'));
      expect(line.knownTo.toSorted()).toEqual(question.knownTo.toSorted());
    }
    for (const close of closers.splice(0).reverse()) await close();
  });
  await fc.assert(history, runs(40));
});
