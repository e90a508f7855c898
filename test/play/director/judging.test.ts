import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Backend } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { judge } from '../../../src/play/director/judging.ts';
import { OpenChat } from '../../../src/play/open/open-chat.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { openStore } from '../../histories.ts';
import { classifying, playingWith } from '../classifier.ts';
import { kinds, scene, speakers } from '../scene.ts';
import { usage } from '../usage.ts';

const asked = ({ questions }: ReturnType<typeof classifying>): number => questions.length;

describe('what the classifier judged is the outcome of its turn', () => {
  test('RP-048 a speaker is picked once for a message: after a rewind and in another process it is not asked again', async () => {
    const model = classifying(() => 'Odile');
    const play = playingWith(model);
    await play.setDirector({ strategy: 'model' });
    await play.say('Well?');
    await play.rewind({ turns: 1 });
    await play.regenerate();
    expect(speakers().slice(-2)).toEqual(['Tomas', 'Odile']);
    const other = openStore(dirname(scene.store.file));
    const there = openPlay({ ...scene.parts, ...model, store: other }, scene.id);
    await there.rewind({ turns: 1 });
    await there.regenerate();
    expect(speakers().slice(-2)).toEqual(['Tomas', 'Odile']);
    expect(asked(model)).toBe(1);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
    other.close();
  });

  test('RP-048 whether somebody speaks up is asked anew about another version of the reply, not where the same was said', async () => {
    const lines = ['Aye.', 'No.', 'No.'];
    const voice = async (): Promise<Backend> => ({
      ...createUnderstudy(),
      async *complete() {
        yield { type: 'finished', text: lines.shift() ?? '', reason: 'eos', usage };
      },
    });
    const model = classifying(() => 'no');
    const play = playingWith({ ...model, backend: voice });
    const judged = () => kinds().filter((kind) => kind === 'judged').length;
    await play.say('Maren?');
    const once = asked(model);
    expect([once > 0, judged()]).toEqual([true, once]);
    await play.regenerate();
    expect([asked(model), judged()]).toEqual([2 * once, 2 * once]);
    await play.regenerate();
    expect([asked(model), judged()]).toEqual([2 * once, 3 * once]);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-030 what is taken after a failure is no outcome, and is asked for again', async () => {
    let isDown = true;
    const model = classifying(() => (isDown ? Promise.reject(new Error('down')) : 'Odile'));
    const play = playingWith(model);
    await play.setDirector({ strategy: 'model' });
    await play.say('Well?');
    expect(speakers().at(-1)).toBe('Maren');
    expect(kinds()).not.toContain('judged');
    isDown = false;
    await play.rewind({ turns: 1 });
    await play.regenerate();
    expect(speakers().at(-1)).toBe('Odile');
    expect(kinds()).toContain('judged');
  });

  test('KT-07 the same words are judged anew where others heard them', async () => {
    const model = classifying(({ choices }) => (choices.includes('yes') ? 'no' : 'nobody'));
    const play = playingWith(model);
    await play.setDirector({ talkativeness: { Maren: 0, Ansel: 0, Odile: 0 } });
    const hears = () => model.questions.filter(({ choices }) => !choices.includes('yes')).length;
    await play.say('Where is Odile?', { to: ['Odile', 'Maren'] });
    const whispered = hears();
    await play.say('Where is Odile?');
    expect(hears()).toBe(whispered + 1);
    await play.say('Where is Odile?');
    expect(hears()).toBe(whispered + 1);
    expect(kinds().filter((kind) => kind === 'judged').length).toBeGreaterThan(hears());
  });

  test('KT-07 what was asked for one is asked again for another, though both read the same', async () => {
    const model = classifying(() => 'no');
    const said = scene.said('Maren', 'Well?');
    const chat = new OpenChat({ ...scene.parts, ...model }, scene.id);
    const after = chat.view('everyone').find(said);
    const question = { prompt: 'Well?', choices: ['yes', 'no'] };
    for (const name of ['Odile', 'Ansel', 'Odile']) {
      const about = { kind: 'whim', owner: scene.who(name), message: after?.id ?? null };
      await judge(chat, question, { asked: about, after }, new AbortController().signal);
    }
    expect(asked(model)).toBe(2);
  });
});
