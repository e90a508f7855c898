import { describe, expect, test } from 'vitest';
import type { Backend, CompletionRequest } from '../../../src/inference/backend.ts';
import { anew, kinds, scene } from '../scene.ts';
import { scripted } from '../scripted.ts';

/** A model that writes these lines, and what was asked of it. */
const asked = (...lines: string[]): CompletionRequest[] => {
  const requests: CompletionRequest[] = [];
  const model = scripted(...lines);
  const backend = async (): Promise<Backend> => {
    const opened = await model();
    return {
      ...opened,
      complete: (request, signal) => {
        requests.push(request);
        return opened.complete(request, signal);
      },
    };
  };
  anew({ backend });
  return requests;
};

describe('what a model writes for the human', () => {
  test('HC-12 a line grows as it comes, and nothing of it is said or kept', async () => {
    asked('I will wait.');
    const before = kinds();
    const heard: string[] = [];
    const line = await scene.play.ghostwrite((text) => heard.push(text) > 0);
    expect(line).toBe('I will wait.');
    expect(heard).toContain('I will');
    expect([kinds(), scene.play.state().generating]).toEqual([before, null]);
  });

  test('KT-10 a whisper comes as one that the human would type', async () => {
    asked('Not here. __known_to_chars__Maren__');
    expect(await scene.play.ghostwrite()).toBe('/to Maren Not here.');
  });

  test('whoever listens ends it, and so does stop; what was written by then is given', async () => {
    asked('I will wait.');
    let line = '';
    await scene.play.ghostwrite((text) => {
      line = text;
      return text.length < 6;
    });
    expect(line).toBe('I will');
    const seen: string[] = [];
    await scene.play.ghostwrite((text) => {
      seen.push(text);
      scene.play.stop();
      return true;
    });
    expect(seen).toEqual(['I']);
  });

  test('KT-07 HC-12 what the played character does not perceive changes no byte of what is asked', async () => {
    const requests = asked('I will wait.');
    scene.said('Tomas', 'Is anybody here?');
    await scene.play.ghostwrite();
    await scene.play.suggest();
    const before = requests.splice(0);
    scene.said('Maren', 'The key is under the mat.', ['Ansel']);
    await scene.play.ghostwrite();
    await scene.play.suggest();
    expect(requests).toEqual(before);
    expect(before[0]?.prompt).toContain('Is anybody here?');
  });

  test('three lines are suggested, drawn from three seeds, none of them twice', async () => {
    const requests = asked('One.', 'Two.', 'One.');
    expect(await scene.play.suggest()).toEqual(['One.', 'Two.']);
    expect(new Set(requests.map(({ seed }) => seed)).size).toBe(3);
  });

  test('HC-12 an empty line is refused; who looks on as everyone is nobody to write for', async () => {
    asked('');
    await expect(scene.play.ghostwrite()).rejects.toMatchObject({ code: 'empty_reply' });
    await expect(scene.play.suggest()).rejects.toMatchObject({ code: 'empty_reply' });
    await expect(scene.playing('*').ghostwrite()).rejects.toMatchObject({ code: 'looking_on' });
  });
});

describe('a reply that is asked for again with an instruction', () => {
  test('it is another version, and the instruction is in that one prompt alone', async () => {
    const requests = asked('A long and winding answer.', 'Short.', 'Another.');
    await scene.play.say('Well?', { reply: ['Maren'] });
    await scene.play.refine('much shorter');
    expect(scene.texts('Tomas').slice(-2)).toEqual(['Well?', 'Short.']);
    expect(await scene.play.swipe('prev')).toEqual({ index: 1, of: 2 });
    await scene.play.swipe('next');
    await scene.play.regenerate();
    const told = requests.map(({ prompt }) => prompt.includes('much shorter'));
    expect(told).toEqual([false, true, false]);
    expect(requests[1]?.prompt).toContain('It read: A long and winding answer.');
    expect(JSON.stringify([...scene.store.log.all({ chat: scene.id })])).not.toContain('much shorter');
  });

  test('what is no reply cannot be refined', async () => {
    asked('Aye.');
    await scene.play.say('Well?', { reply: [] });
    await expect(scene.play.refine('shorter')).rejects.toMatchObject({ code: 'no_reply' });
  });
});
