import { describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../src/domain/audience/audience.ts';
import { lineHeadGrammar } from '../../src/domain/audience/line-head.ts';
import type { Backend, CompletionRequest } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { templateNamed } from '../../src/prompt/template/templates.ts';
import { plainTemplate } from '../../src/prompt/template/turn-template.ts';
import type { SceneOptions } from '../histories.ts';
import { sceneWith } from './scenes.ts';
import { scripted } from './scripted.ts';

const tag = { ...defaultTagStyle, heads: true };
const withHeads = (options: SceneOptions = {}) =>
  sceneWith({ ...options, settings: { ...options.settings, tag } });

/** The backend, and what it is asked. */
const overheard = (backend: () => Promise<Backend> = async () => createUnderstudy()) => {
  const requests: CompletionRequest[] = [];
  const opened = async (): Promise<Backend> => {
    const real = await backend();
    const complete: Backend['complete'] = (request, signal) => {
      requests.push(request);
      return real.complete(request, signal);
    };
    return { ...real, complete };
  };
  return { requests, backend: opened };
};

describe('privacy.style = head', () => {
  test('KT-04 a reply brings its head: the prompt ends in the bare name, the reply is for whom it names', async () => {
    const { requests, backend } = overheard(scripted(' (to Odile): Under the stone.'));
    const scene = withHeads({ backend });
    await scene.play.reply('Ansel');
    expect(requests[0]?.prompt.endsWith('\nAnsel')).toBe(true);
    expect(requests[0]?.shapes).toEqual([{ grammar: lineHeadGrammar(['Maren', 'Odile', 'Tomas']) }]);
    expect(requests[0]?.stop).toEqual(expect.arrayContaining(['\nOdile:', '\nOdile (', '\nAnsel (to ']));
    expect(scene.texts('Odile').at(-1)).toBe('Under the stone.');
    expect(scene.texts('Tomas')).not.toContain('Under the stone.');
  });

  test('invariant 6 the next prompt goes on with what the model wrote behind the cue', async () => {
    const said = ' (to Odile): Under the stone.';
    const { requests, backend } = overheard(scripted(said, ': Well.'));
    const scene = withHeads({ backend });
    await scene.play.reply('Ansel');
    await scene.play.reply('Ansel');
    await scene.play.reply('Ansel');
    const [first, second, third] = requests.map(({ prompt }) => prompt);
    expect(second).toBe(`${first}${said}\nAnsel`);
    expect(third).toBe(`${second} (to Odile): Well.\nAnsel`);
  });

  test('in the turns of a template the reply begins with the bare name', async () => {
    const template = templateNamed('chatml') ?? plainTemplate;
    const { requests, backend } = overheard(scripted(': Well.'));
    const scene = withHeads({ backend, settings: { template } });
    await scene.play.reply('Ansel');
    expect(requests[0]?.prompt.endsWith('<|im_start|>assistant\nAnsel')).toBe(true);
  });

  test('RP-041 what is gone on with keeps its head and its audience; tags in it change nothing', async () => {
    const more = ` stone. (ooc: ${defaultTagStyle.tag}Tomas__)`;
    const { requests, backend } = overheard(scripted(' (to Odile): Under the', more));
    const scene = withHeads({ backend });
    await scene.play.reply('Ansel');
    await scene.playing('Odile').continueReply();
    expect(requests[1]?.prompt.endsWith('\nAnsel (to Odile): Under the')).toBe(true);
    expect(requests[1]?.shapes).toBeUndefined();
    expect(scene.texts('Odile').at(-1)).toBe('Under the stone.');
    expect(scene.texts('Tomas').some((text) => text.includes('Under'))).toBe(false);
  });

  test('a chat endpoint is asked for the head in words', async () => {
    const chat = async (): Promise<Backend> => ({
      ...(await scripted('Ansel (to Odile): Hush.')()),
      kind: 'openai-chat',
    });
    const { requests, backend } = overheard(chat);
    const scene = withHeads({ backend });
    await scene.play.reply('Ansel');
    expect(requests[0]?.messages?.at(-1)?.content).toContain('"Ansel (to');
    expect(requests[0]?.shapes).toBeUndefined();
    expect(scene.seenBy('everyone').at(-1)).toMatchObject({
      text: 'Hush.',
      knownTo: [scene.who('Ansel'), scene.who('Odile')],
    });
  });

  test('the understudy answers a whisper by a whisper', async () => {
    const scene = withHeads();
    await scene.playing('Tomas').say('Where is it?', { to: ['Ansel'], reply: ['Ansel'] });
    const reply = scene.seenBy('everyone').at(-1);
    expect(reply?.knownTo).toEqual([scene.who('Ansel'), scene.who('Tomas')]);
    expect(reply?.text).not.toMatch(/^:|\(to|__/);
  });

  test('KT-10 while its head is awaited nobody is told who writes; nothing of it is shown to an outsider', async () => {
    const scene = withHeads({ backend: scripted(' (to Odile): Under the stone.') });
    const seen: unknown[] = [];
    scene.play.subscribe((event) => {
      if (event.type === 'delta' || event.type === 'stream_end') seen.push(event);
      if (event.type === 'state') seen.push(scene.play.state().generating);
    });
    await scene.play.reply('Ansel');
    expect(new Set(seen)).toEqual(new Set(['hidden', null]));
  });

  test.each([
    ['its own next head', ': Well.\nAnsel (to Odile): The key.'],
    ["another's line", ': Well.\nOdile: I know it.'],
    ["the human's whisper", ': Well.\nTomas (to Odile): I know it.'],
  ])('a model that forges %s is stopped there', async (_, text) => {
    const { requests, backend } = overheard(scripted(text));
    const scene = withHeads({ backend });
    await scene.play.reply('Ansel');
    expect(requests[0]?.stop.some((stop) => text.includes(stop))).toBe(true);
    const { prompt } = await scene.play.prompt('Odile');
    expect(prompt).toContain(text.replace(/\n/, '\n> ').replace(': ', 'Ansel: '));
  });
});
