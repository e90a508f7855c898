import { describe, expect, test } from 'vitest';
import type { Lorebook } from '../../../src/cards/character.ts';
import { kinds as allKinds, kindNames } from '../../../src/play/beside/kinds.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { scene } from '../scene.ts';
import { asked, chatBeside, contentOf, questionOf } from './questions.ts';

const ask = (kind: string, text?: string, more: { maxWords?: number } = {}) =>
  scene.play.ask('Ansel', { kind, text, ...more });

describe('kinds of questions', () => {
  test.each(kindNames)('HC-12 the understudy has a sensible answer of the kind %s', async (kind) => {
    const requests = asked();
    scene.said('Maren', 'Thank you, my friend: the key is in the lamp room.');
    scene.said('Tomas', 'Then Odile has the key of the ferry?');
    const { text } = await ask(kind, /analysis|remember/.test(kind) ? 'Where is the key?' : undefined);
    const { type } = allKinds.find(({ name }) => name === kind)!;
    expect(questionOf(requests[0]!)).toContain(`<subquery type="${type}"`);
    expect(text).toMatch(
      {
        'content-analysis': /^Maren said: “Thank you/,
        'session-summary': /Maren.*spoke\.[\s\S]*- Maren: /,
        impersonation: /\S+ \S+/,
        continuation: /\S+ \S+/,
        emotion: /^[a-z]+$/,
        'image-prompt': /^Ansel, .*light/,
        'next-speaker': /^Odile$/,
        remember: /lamp room/,
      }[kind]!,
    );
    expect((await ask(type, 'the key')).kind).toBe(type === 'content-analysis' ? 'content-analysis' : kind);
  });

  test('HC-15 HC-51 a session summary has its parts in their order and a bound of words, which is kept', async () => {
    const long = `The quay.\n${'They talk of the tide and wait. '.repeat(40)}`;
    const requests = asked({ answer: () => long });
    scene.said('Maren', 'Fine weather.');
    const { text } = await ask('session-summary', undefined, { maxWords: 30 });
    const question = questionOf(requests[0]!);
    expect(question).toContain('<subquery type="session-summary" max-words="30"');
    const parts = [
      'title',
      'acts or chapters',
      '✓',
      'few sentences',
      'most important facts',
      'status, location and goals',
    ];
    const places = parts.map((part) => question.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(30);
    expect(text).toMatch(/wait\.$/);
    await ask('session-summary');
    expect(questionOf(requests[1]!)).toContain('at most 200 words');
  });

  test('HC-15 it is about all of the chat, also what its prompt holds no more', async () => {
    const requests = asked(
      { answer: () => 'Much.', contextSize: 3000 },
      { budget: { context: 0, hard: 1500, soft: 1200 } },
    );
    scene.said('Maren', 'The ferry is called Heron.');
    for (let at = 0; at < 120; at += 1) scene.said('Odile', `Lamp oil is ${at} pence, and rising, I hear.`);
    scene.said('Maren', 'The heron was whispered.', ['Odile']);
    await ask('session-summary');
    const read = requests.map(contentOf).join('\n');
    expect(read).toContain('Maren: The ferry is called Heron.');
    expect(requests.map(({ prompt }) => prompt).join('\n')).not.toContain('whispered');
    const own = requests[0]!.prompt.slice(0, requests[0]!.settled);
    expect(own).not.toContain('Heron.');
  });

  test('HC-51 HC-30 remembering asks its five points, of what comes back of all its chats', async () => {
    const requests = asked({ answer: () => 'I had it from Maren.' });
    const then = chatBeside('Then');
    then.said('Maren', 'The key of the lamp room is under the third stair.');
    then.said('Maren', 'The key of the lamp room is gone.', ['Odile']);
    scene.said('Maren', 'Well?');
    const { text } = await ask('remember', 'where the key of the lamp room is');
    const question = questionOf(requests[0]!);
    for (const point of [1, 2, 3, 4, 5]) expect(question).toMatch(new RegExp(`\\n${point}\\. `));
    expect(question).toContain('Ansel is trying to remember something: where the key of the lamp room is');
    expect(contentOf(requests[0]!)).toContain('Maren: The key of the lamp room is under the third stair.');
    expect(question).not.toContain('is gone');
    expect(text).toBe('I had it from Maren.');
  });

  test('HC-12 an emotion is one word, and who speaks next one of those who are there', async () => {
    asked({
      answer: (prompt) =>
        prompt.includes('Which emotion') ? ' "Quiet joy", I think.' : 'I think Odile, then Maren.',
    });
    scene.said('Maren', 'Fine weather.');
    expect((await ask('emotion')).text).toBe('quiet');
    expect((await ask('next-speaker')).text).toBe('Odile');
    const requests = asked({ answer: () => 'Somebody else.' });
    await expect(ask('next-speaker')).rejects.toMatchObject({ code: 'no_answer' });
    expect(requests[0]?.shapes).toEqual([{ grammar: expect.stringContaining('"Odile"') }]);
  });

  test('HC-12 whoever is away is asked of everyone it knows: who is there it does not see', async () => {
    const requests = asked({ answer: () => 'Odile' });
    await scene.play.leave('Ansel');
    await ask('next-speaker');
    await scene.play.leave('Odile');
    await ask('next-speaker');
    const [before, after] = requests.map((request) => /Who of these.*/.exec(questionOf(request))?.[0]);
    expect(before).toContain('Maren, Ansel, Odile, Tomas?');
    expect(after).toBe(before);
  });

  test('HC-12 what is written for the play has its samplers, what is analysed answers the same to the same', async () => {
    const requests = asked({ answer: () => 'Aye.' }, { sampling: { temperature: 1.1 } });
    scene.said('Maren', 'Fine weather.');
    for (const kind of ['impersonation', 'continuation', 'content-analysis']) await ask(kind, 'Rain?');
    expect(requests.map(({ sampling }) => sampling.temperature)).toEqual([1.1, 1.1, 0]);
  });

  test('HC-12 HC-04 an entry of a lorebook in use for the one who is asked is a kind by its name, and nobody else has it', async () => {
    const requests = asked({ answer: () => 'Salt and tar.' });
    scene.said('Maren', 'Fine weather.');
    const entry = {
      ...{ keys: [], content: 'Say in a few words what {{char}} smells.', extensions: {}, enabled: true },
      ...{ insertion_order: 1, name: 'Smell', comment: 'Smell' },
    };
    const book = { name: 'Guides', extensions: {}, entries: [entry] } as unknown as Lorebook;
    const books = ({ speaker }: { speaker: { name: string } }) =>
      speaker.name === 'Ansel' ? [{ id: 'guides', rank: 'character' as const, book }] : [];
    const play = openPlay({ ...scene.parts, books }, scene.id);
    expect(await play.ask('Ansel', { kind: 'smell', text: 'Now.' })).toMatchObject({
      kind: 'smell',
      text: 'Salt and tar.',
    });
    expect(questionOf(requests[0]!)).toContain('Request: Say in a few words what Ansel smells.\nNow.');
    await expect(play.ask('Odile', { kind: 'smell' })).rejects.toMatchObject({
      code: 'no_such_kind',
      exitCode: 3,
    });
  });

  test('a question without words is refused where its kind says nothing by itself', async () => {
    const requests = asked();
    for (const kind of ['content-analysis', 'remember'])
      await expect(ask(kind, ' ')).rejects.toMatchObject({ code: 'empty_text', exitCode: 2 });
    expect(requests).toEqual([]);
  });
});
