import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../src/domain/audience/audience.ts';
import { SottoError } from '../../src/domain/errors.ts';
import { opened } from '../../src/domain/world/world.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import type { PromptPlan } from '../../src/prompt/plan.ts';
import { openScene, type Scene } from '../histories.ts';
import { libraryEntry, openTiny, withModel } from './library.ts';
import { type Reading, recorded } from './recorded.ts';

const everyone = ['Maren', 'Ansel', 'Odile'];
let tiny: Backend;
beforeAll(async () => {
  tiny = await openTiny({ contextSize: 8192 });
});

const share = ({ usage }: Reading): number => usage.reusedTokens / usage.promptTokens;

describe('a chat of three characters with a model file in this process', () => {
  const readings: Reading[] = [];
  let scene: ReturnType<typeof openScene>;
  beforeAll(async () => {
    const backend = recorded(tiny, readings);
    scene = openScene({ backend: async () => backend, settings: { maxTokens: 16 } });
    for (let night = 0; night < 12; night++) {
      scene.said(
        'Tomas',
        `The storm of night ${night} took the lantern from the door of the old inn by the river.`,
      );
    }
    for (const text of ['Who is there?', 'And who else?']) await scene.play.say(text, { reply: everyone });
  });
  afterAll(() => scene.close());

  test('each of them speaks, and what it said is in the log', () => {
    expect(readings).toHaveLength(6);
    const spoken = scene.seenBy('everyone').slice(-8);
    expect(
      spoken.map(({ speaker }) => opened(scene.state.world).cast.find(({ id }) => id === speaker)?.name),
    ).toEqual(['Tomas', ...everyone, 'Tomas', ...everyone]);
  });

  test('each has a sequence of its own, and in the second round more than 80 % of each prompt is there already', () => {
    const [first, second] = [readings.slice(0, 3), readings.slice(3)];
    const owners = first.map(({ request }) => request.cache?.key);
    expect(new Set(owners).size).toBe(3);
    expect(second.map(({ request }) => request.cache?.key)).toEqual(owners);
    for (const reading of second) expect(share(reading)).toBeGreaterThan(0.8);
    for (const reading of first.slice(1)) expect(share(reading)).toBeLessThan(0.3);
  });
});

test('KT-10 in head style every line begins with a head, though the model knows nothing of it', async () => {
  const style = { ...defaultTagStyle, heads: true };
  const scene = openScene({ backend: async () => tiny, settings: { maxTokens: 24, tag: style } });
  for (const by of [...everyone, ...everyone]) await scene.play.reply(by).catch(onlyEmpty);
  const raws = [...scene.store.log.all({ chat: scene.id })].flatMap(({ kind, payload }) =>
    kind === 'reply_received' ? [(payload as { raw: string }).raw] : [],
  );
  scene.close();
  expect(raws.length).toBeGreaterThan(3);
  for (const raw of raws) expect(raw).toMatch(/^(?:| \(aloud\)| \(to (?:Maren|Ansel|Odile|Tomas|, )+\)):/);
});

const onlyEmpty = (error: unknown): void => {
  if (!(error instanceof SottoError && error.code === 'empty_reply')) throw error;
};

const mustsOf = ({ blocks }: PromptPlan): string[] =>
  blocks.filter(({ tier }) => tier === 'must').map(({ name }) => name);

/** The same chat with more room than it needs. */
const roomy = ({ parts, id }: Scene): Play =>
  openPlay({ ...parts, settings: { ...parts.settings, budget: { context: 0, hard: 8000, soft: 8000 } } }, id);

const anyLine = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.stringMatching(/^(The [a-z]{2,9} rain |“no” |🎉 |<\|im_end\|> ){1,40}$/),
);
const budget = fc
  .record({ hard: fc.integer({ min: 200, max: 2500 }), share: fc.double({ min: 0.3, max: 1, noNaN: true }) })
  .map(({ hard, share: part }) => ({ context: 0, hard, soft: Math.floor(hard * part) }));

test('invariant 5, for all budgets: the prompt fits as the model itself counts it, and no must is missing', async () => {
  let fitted = 0;
  await fc.assert(
    fc.asyncProperty(budget, fc.array(anyLine, { maxLength: 25 }), async (tokens, lines) => {
      const scene = openScene({
        backend: async () => tiny,
        settings: { budget: tokens, template: 'server' },
      });
      try {
        for (const [at, line] of lines.entries()) scene.said(everyone[at % 3] ?? '', line);
        const plan = await scene.playing().prompt('Odile');
        const [counted = Number.NaN] = (await tiny.countTokens?.([plan.prompt])) ?? [];
        expect(counted).toBeLessThanOrEqual(tokens.hard);
        expect(mustsOf(plan)).toEqual(mustsOf(await roomy(scene).prompt('Odile')));
        fitted += 1;
      } catch (error) {
        if (!(error instanceof SottoError && error.code === 'prompt_too_large')) throw error;
      } finally {
        scene.close();
      }
    }),
    { numRuns: 40 },
  );
  expect(fitted).toBeGreaterThan(10);
});

test('a process with a model in it ends by itself', async () => {
  await withModel(async (file) => {
    const backend = new URL('../../src/inference/gguf/backend.ts', import.meta.url);
    const script = `
      import { createGguf } from ${JSON.stringify(backend.href)};
      const load = () => import(${JSON.stringify(libraryEntry.href)});
      const { ok } = await createGguf({ file: ${JSON.stringify(file)}, contextSize: 512, load }).probe();
      process.stdout.write(String(ok));`;
    const path = join(dirname(file), 'program.mts');
    writeFileSync(path, script);
    const how = ['--import', import.meta.resolve('tsx'), path];
    const said = execFileSync(process.execPath, how, { timeout: 60_000, encoding: 'utf8' });
    expect(said).toBe('true');
  });
});
