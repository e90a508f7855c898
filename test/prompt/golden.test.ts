import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlay } from '../../src/play/open-play.ts';
import { openScene } from '../histories.ts';

let scene: ReturnType<typeof openScene>;
beforeAll(async () => {
  scene = openScene();
  const pinned = scene.said('Tomas', 'I was told to ask for you, Maren.');
  scene.replied('Maren', 'Then ask.');
  const asked = scene.said('Tomas', 'Where is the kee?', ['Maren']);
  scene.replied('Maren', 'Under the third stone. Say it to nobody.\nAnsel: I heard nothing.', {
    to: ['Tomas'],
  });
  scene.said('Odile', 'What are you two whispering?', ['Ansel']);
  scene.replied('Ansel', 'Lovers, I think.', { to: ['Odile'] });
  await scene.playing('Ansel').pin(pinned);
  await scene.playing('Maren').pin(asked);
  await scene.playing('Tomas').edit(asked, 'Where is the key?');
  scene.replied('Odile', 'Lamp oil, anyone? It', { cut: true });
});
afterAll(() => scene.close());

/** A plan as a person reads it: the bytes, and beside them why they are there. */
async function printed(name: string): Promise<string> {
  const { blocks, prompt, stop, tokens } = await scene.playing().prompt(name);
  const ids = new Map(scene.seenBy('everyone').map(({ id }, at) => [id, `message-${at + 1}`]));
  const named = (text: string) => text.replace(/\b[0-9a-z]{12}\b/g, (id) => ids.get(id) ?? id);
  const rows = blocks.map(
    (b) => `${b.zone} ${b.tier} ${b.tokens} ${named(`${b.name} | ${b.source}`)} | ${b.reason}`,
  );
  return [prompt, '=====', ...rows, '=====', `stop ${JSON.stringify(stop)}`, `tokens ${tokens}`, ''].join(
    '\n',
  );
}

describe('the prompt of a scene with a whisper, a pin, an edit and a cut reply', () => {
  test.each(['Maren', 'Ansel', 'Odile'])('KT-07 RP-083 RP-086 for %s', async (name) => {
    await expect(await printed(name)).toMatchFileSnapshot(`golden/${name.toLowerCase()}.golden.txt`);
  });

  test('rendering the blocks is the only way to the prompt', async () => {
    const plan = await scene.playing().prompt('Ansel');
    expect(plan.blocks.map(({ text }) => text).join('')).toBe(plan.prompt);
    expect(plan.blocks.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(plan.tokens);
  });

  test('RP-041 a reply that is continued ends the prompt', async () => {
    let prompt = '';
    const { backend } = scene.parts;
    const real = await backend();
    const parts = {
      ...scene.parts,
      backend: async () => ({
        ...real,
        complete: (request: Parameters<typeof real.complete>[0], signal: AbortSignal) => {
          prompt = request.prompt;
          return real.complete(request, signal);
        },
      }),
    };
    await openPlay(parts, scene.id, 'Odile').continueReply();
    expect(prompt.endsWith('\nOdile: Lamp oil, anyone? It')).toBe(true);
    await scene.playing().undo();
  });
});
