import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../src/domain/audience/audience.ts';
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
async function printed(name: string, play = scene.playing()): Promise<string> {
  const { blocks, prompt, stop, tokens } = await play.prompt(name);
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

  test.each(['Maren', 'Ansel', 'Odile'])('KT-07 with heads, for %s', async (name) => {
    const settings = { ...scene.parts.settings, tag: { ...defaultTagStyle, heads: true } };
    const text = await printed(name, openPlay({ ...scene.parts, settings }, scene.id));
    await expect(text).toMatchFileSnapshot(`golden/heads-${name.toLowerCase()}.golden.txt`);
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

describe('the prompt of a scene in which somebody is away and somebody was told of the past', () => {
  test.each(['Maren', 'Quill'])('RP-059 KT-07 for %s', async (name) => {
    const apart = openScene();
    try {
      const said = apart.said('Tomas', 'I was told to ask for you, Maren.');
      apart.said('Tomas', 'Where is the key?', ['Maren']);
      const director = apart.playing('*');
      await director.leave('Odile');
      await director.join('Quill', { knowsPast: true, newcomer: () => ({ name: 'Quill', card: null }) });
      apart.said('Quill', 'What did I miss?');
      await apart.playing('Tomas').changeAudience(said, { to: ['Maren', 'Quill'] });
      const { blocks, prompt } = await apart.playing().prompt(name);
      const rows = blocks.map(
        (block) => `${block.zone} ${block.tier} ${block.name.split(' ')[0]} | ${block.reason}`,
      );
      const text = [prompt, '=====', ...rows, ''].join('\n');
      await expect(text).toMatchFileSnapshot(`golden/${name.toLowerCase()}-apart.golden.txt`);
    } finally {
      apart.close();
    }
  });
});
