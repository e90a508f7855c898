import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../src/domain/errors.ts';
import type { Message } from '../../src/domain/message.ts';
import type { Insert, LivePlace, PromptEpoch, PromptInput } from '../../src/prompt/input.ts';
import type { PromptPlan } from '../../src/prompt/plan.ts';
import { templateNamed } from '../../src/prompt/template/templates.ts';
import { plainTemplate, type TurnTemplate } from '../../src/prompt/template/turn-template.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';
import { runs } from '../cases.ts';
import { characters } from '../quay.ts';
import { epochAfter, epochAt, input, message, viewOf } from './scene.ts';

const story = (count: number, words = 8) =>
  Array.from({ length: count }, (_, n) => message(n, `${n} ${'water '.repeat(words)}`.trim()));
const named = (name: string): TurnTemplate => templateNamed(name) ?? plainTemplate;
const liveNote = (name: string, text: string | null): Insert => ({
  name,
  source: 'test',
  reason: 'test',
  zone: 'live',
  tier: 'should',
  text: text ?? '',
});
const toldOnce = (name: string, text: string | null): Insert => ({
  ...liveNote(name, text),
  zone: 'told',
  isByWords: true,
});
const standing = (name: string, text: string | null): Insert => ({ ...liveNote(name, text), zone: 'epoch' });
/** The prompt up to what comes and goes: all its history but what is answered, where the card's reminder stands before that. */
const throughHistory = ({ blocks }: PromptPlan): string =>
  blocks
    .slice(
      0,
      blocks.findIndex(({ zone }) => zone === 'live'),
    )
    .map(({ text }) => text)
    .join('');
const history = (plan: PromptPlan) => plan.blocks.filter(({ zone }) => zone === 'history');

describe('the budget', () => {
  test('invariant 5 RP-014 for all budgets and histories the prompt fits, or a visible error names the largest must', () => {
    const words = fc.oneof({ weight: 20, arbitrary: fc.nat(60) }, fc.nat(4000));
    const messages = fc
      .array(words, { maxLength: 60 })
      .map((sizes) => sizes.map((size, n) => message(n, 'w '.repeat(size))));
    fc.assert(
      fc.property(
        messages,
        fc.integer({ min: 1, max: 1500 }),
        fc.nat(1500),
        fc.nat(60),
        (all, hard, soft, from) => {
          const budget = { hard, soft: Math.min(hard, soft) };
          try {
            const pins = [`m${from}`];
            const plan = buildPrompt(input(all, { budget, epoch: epochAt(from, pins), pins }));
            expect(plan.tokens).toBeLessThanOrEqual(hard);
            const musts = plan.blocks.filter(({ tier }) => tier === 'must').map(({ name }) => name);
            const newest = all.at(-1) ? [`message ${all.at(-1)?.id}`] : [];
            const isAnswered = newest.length > 0 && all.at(-1)?.speaker !== 'Maren';
            const end = isAnswered ? ['reminder', ...newest] : [...newest, 'reminder'];
            expect(musts).toEqual(['rules', 'identity', 'style', 'format', ...end, 'cue']);
            const kept = history(plan).map(({ source }) => source);
            expect(kept).toEqual(all.map(({ id }) => id).slice(all.length - kept.length));
            expect(plan.windowFrom).toBe(kept[0] ?? null);
          } catch (error) {
            if (!isSottoError(error)) throw error;
            expect(error).toMatchObject({ code: 'prompt_too_large', family: 'failed' });
            const newest = all.slice(-1);
            const roomy = { hard: 8192, soft: 8192, lines: hard };
            const { blocks } = buildPrompt(input(newest, { budget: roomy }));
            const musts = blocks.filter(({ tier }) => tier === 'must');
            expect(musts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(hard);
          }
        },
      ),
      runs(300),
    );
  });

  test('RP-014 the error names the largest must and what to do', () => {
    const rules = 'Be brief. '.repeat(100);
    expect(() => buildPrompt(input([], { rules, budget: { hard: 200, soft: 100 } }))).toThrow(
      /needs \d+ tokens and may have 200; the largest part is "rules" \(\d{3}\); .*prompt\.hard/,
    );
  });

  test('RP-014 what should be there goes before what must be, and is told', () => {
    const full = buildPrompt(input([]));
    const examples = full.blocks.find(({ name }) => name === 'examples');
    const hard = full.tokens - 1;
    const plan = buildPrompt(input([], { budget: { hard, soft: hard } }));
    expect(plan.dropped).toEqual([{ name: 'examples', tokens: examples?.tokens, reason: 'over the budget' }]);
  });

  test('RP-090 the oldest messages go first, and are told', () => {
    const plan = buildPrompt(input(story(40), { budget: { hard: 600, soft: 500 } }));
    expect(history(plan).at(-1)?.source).toBe('m39');
    expect(plan.dropped[0]).toMatchObject({
      name: expect.stringMatching(/^message m\d+$/),
      reason: 'older than the window',
    });
  });

  test('a card that takes more than the soft limit leaves room for what was said last', () => {
    const budget = { hard: 600, soft: 200 };
    const all = story(40);
    const plan = buildPrompt(input(all, { budget, epoch: epochAt(0) }));
    expect(history(plan).length).toBeGreaterThan(2);
    const long = [...all, message(40, 'water '.repeat(200))];
    const whole = { ...budget, lines: 8192 };
    expect(history(buildPrompt(input(long, { budget: whole }))).map(({ source }) => source)).toEqual(['m40']);
  });

  test('of a million messages only those are read that may fit', () => {
    const view = viewOf(story(5000));
    buildPrompt(input([], { view, budget: { hard: 1500, soft: 1200 } }));
    expect(view.read).toBeLessThan(200);
  });
});

describe('the window', () => {
  const budget = { hard: 900, soft: 800 };
  const next = (count: number, over: Partial<PromptInput<unknown>> = {}) =>
    buildPrompt(input(story(count), { budget, ...over }));

  test('invariant 6 stays where it began until it is full, then goes back to a share of the soft limit', () => {
    let epoch: PromptEpoch | null = null;
    let trims = 0;
    let before = '';
    for (let count = 1; count < 150; count += 1) {
      const plan = next(count, { epoch });
      const isTrimmed = epoch !== null && plan.windowFrom !== epoch.from;
      if (isTrimmed) {
        trims += 1;
        expect(plan.tokens).toBeLessThan(800);
      } else if (before !== '' && plan.examplesLeft === (epoch?.examplesLeft === true))
        expect(plan.prompt.startsWith(before)).toBe(true);
      epoch = epochAfter(plan, epoch);
      before = throughHistory(plan);
    }
    expect(trims).toBeGreaterThan(1);
    expect(trims).toBeLessThan(10);
  });

  test('RP-013 for all words of the human, what is read ahead while they type begins the prompt that answers them', () => {
    const one = fc.record({ size: fc.nat(30), words: fc.array(fc.nat(6), { minLength: 1, maxLength: 2 }) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 40, maxLength: 60 }), (turns) => {
        const all: Message[] = [];
        const add = (speaker: string, size: number) =>
          all.push(message(all.length, 'w '.repeat(size), { speaker }));
        let epoch: PromptEpoch | null = null;
        for (const { size, words } of turns) {
          add('Maren', size);
          const ahead = buildPrompt(input(all, { budget, epoch, awaited: 'Tomas' }));
          for (const more of words) add('Tomas', more);
          const answering: PromptPlan = buildPrompt(input(all, { budget, epoch }));
          expect(answering.windowFrom).toBe(ahead.windowFrom);
          expect(answering.prompt.startsWith(throughHistory(ahead))).toBe(true);
          epoch = epochAfter(answering, epoch);
        }
      }),
      runs(60),
    );
  });

  test('RP-013 for all lines of one, what is read ahead while it is written begins the prompt of the next who answers', () => {
    const one = fc.record({ size: fc.nat(30), words: fc.nat(6), first: fc.nat(8) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 40, maxLength: 60 }), (turns) => {
        const all: Message[] = [];
        const add = (speaker: string, size: number) =>
          all.push(message(all.length, 'w '.repeat(size), { speaker }));
        let epoch: PromptEpoch | null = null;
        for (const { size, words, first } of turns) {
          add('Maren', size);
          add('Tomas', words);
          const ahead = buildPrompt(input(all, { budget, epoch, awaited: 'Odile' }));
          add('Odile', first);
          const answering: PromptPlan = buildPrompt(input(all, { budget, epoch }));
          expect(answering.windowFrom).toBe(ahead.windowFrom);
          expect(answering.prompt.startsWith(throughHistory(ahead))).toBe(true);
          epoch = epochAfter(answering, epoch);
        }
      }),
      runs(60),
    );
  });

  test('begins anew when the message where it began is no longer perceived', () => {
    const plan = buildPrompt(input(story(5), { epoch: { from: 'gone', sealed: [] } }));
    expect(history(plan)).toHaveLength(5);
    expect(plan.windowFrom).toBe('m0');
  });

  test('never shows what came before it began', () => {
    const kept = history(next(10, { epoch: epochAt(4) })).map(({ source }) => source);
    expect(kept).toEqual(['m4', 'm5', 'm6', 'm7', 'm8', 'm9']);
  });

  test('invariant 6 for all texts that come and go, prompts of one epoch share all through the last line', () => {
    const step = fc.record({
      words: fc.nat(30),
      pin: fc.boolean(),
      unpinned: fc.boolean(),
      note: fc.option(fc.string({ maxLength: 80 }), { nil: null }),
      lore: fc.option(fc.string({ maxLength: 80 }), { nil: null }),
      mood: fc.option(fc.string({ maxLength: 80 }), { nil: null }),
    });
    const template = fc.constantFrom(...['plain', 'chatml', 'gemma', 'alpaca'].map(named));
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 60 }), template, (steps, turns) => {
        const layout = {
          order: 'cache' as const,
          live: 0,
          context: null,
          preset: null,
          template: turns,
          isChat: false,
        };
        const all: Message[] = [];
        let pins: string[] = [];
        let epoch: PromptEpoch | null = null;
        let before = '';
        for (const { words, pin, unpinned, note, lore, mood } of steps) {
          all.push(message(all.length, `${all.length} ${'water '.repeat(words)}`));
          if (pin) pins = [...pins, `m${all.length - 1}`];
          if (unpinned) pins = pins.slice(1);
          const inserts = [liveNote('note', note), toldOnce('lore', lore), standing('mood', mood)].filter(
            ({ text }) => text !== '',
          );
          const plan: PromptPlan = buildPrompt(
            input(all, { budget: { hard: 1200, soft: 900 }, layout, pins, inserts, epoch }),
          );
          const isSameEpoch =
            plan.windowFrom === epoch?.from &&
            plan.sealed === null &&
            plan.examplesLeft === (epoch.examplesLeft ?? false);
          if (isSameEpoch) expect(plan.prompt.startsWith(before)).toBe(true);
          epoch = epochAfter(plan, epoch);
          before = throughHistory(plan);
        }
      }),
      runs(200),
    );
  });

  test('a pin made meanwhile is told once, until the window is trimmed; one that is taken off leaves the prompt', () => {
    const pins = ['m1', 'm3'];
    const zones = (over: Partial<PromptInput<unknown>>) =>
      next(10, { pins, ...over })
        .blocks.filter(({ name }) => name === 'pins')
        .map(({ zone, source }) => `${zone} ${source}`);
    const epoch = epochAfter(next(10, { pins: ['m1'] }));
    expect(zones({ epoch })).toEqual(['epoch pins', 'told m3']);
    expect(zones({ epoch: null })).toEqual(['epoch m1 m3']);
    expect(zones({ epoch, pins: ['m3'] })).toEqual(['epoch m3']);
    const trimmed = buildPrompt(input(story(60), { budget, pins, epoch }));
    expect(trimmed.blocks.filter(({ name }) => name === 'pins').map(({ zone }) => zone)).toEqual(['epoch']);
  });
});

describe('the examples', () => {
  test('V1-EX-PRUNE leave before anything of the history does, and stay away', () => {
    const budget = { hard: 900, soft: 800 };
    const [maren] = characters;
    const character = maren
      ? { ...maren, exampleDialogue: `<START>\n${'{{char}}: Mind the step.\n'.repeat(8)}` }
      : null;
    const has = (plan: PromptPlan) => plan.blocks.some(({ name }) => name === 'examples');
    const all = buildPrompt(input(story(10), { budget, character, epoch: epochAt(0) }));
    expect([has(all), history(all).length]).toEqual([true, 10]);
    let epoch: PromptEpoch | null = epochAt(0);
    const plans = Array.from({ length: 50 }, (_, n) => {
      const plan = buildPrompt(input(story(10 + n), { budget, character, epoch }));
      epoch = epochAfter(plan, epoch);
      return plan;
    });
    const whole = plans.filter(({ windowFrom }) => windowFrom === 'm0');
    const gone = whole.findIndex((plan) => !has(plan));
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(whole.length);
    expect(whole.slice(gone).map(has)).not.toContain(true);
    expect(whole.map((plan) => history(plan).length)).toEqual(whole.map((_, n) => 10 + n));
    const trimmed = buildPrompt(input(story(60), { budget, character, epoch: epochAt(0) }));
    expect([has(trimmed), trimmed.windowFrom === 'm0']).toEqual([false, false]);
    const next = buildPrompt(
      input(story(61), { budget, character, epoch: { from: trimmed.windowFrom ?? '', sealed: [] } }),
    );
    expect([has(next), next.windowFrom]).toEqual([false, trimmed.windowFrom]);
  });

  test('27 leave with the oldest lines where they alone would free little, since all is read anew for either', () => {
    let epoch: PromptEpoch | null = epochAt(0);
    const plans = Array.from({ length: 120 }, (_, n) => {
      const plan = buildPrompt(input(story(10 + n), { budget: { hard: 2400, soft: 1600 }, epoch }));
      epoch = epochAfter(plan, epoch);
      return plan;
    });
    const gone = plans.findIndex(({ blocks }) => !blocks.some(({ name }) => name === 'examples'));
    expect(plans[gone - 1]?.windowFrom).toBe('m0');
    expect(plans[gone]?.windowFrom).not.toBe('m0');
    expect(plans.slice(gone).some(({ blocks }) => blocks.some(({ name }) => name === 'examples'))).toBe(
      false,
    );
  });
});

describe('the newest message', () => {
  test('SP-17 is never dropped; a visible error names it when it does not fit', () => {
    const long = [...story(3), message(3, 'water '.repeat(400))];
    const build = (hard: number) => buildPrompt(input(long, { budget: { hard, soft: hard, lines: 8192 } }));
    const { tokens } = build(8192).blocks.find(({ source }) => source === 'm3') ?? { tokens: 0 };
    const fixed = buildPrompt(input([], { budget: { hard: 8192, soft: 8192 } })).tokens;
    const tight = build(fixed + tokens);
    expect(history(tight).map(({ source, tier }) => [source, tier])).toEqual([['m3', 'must']]);
    expect(() => build(tokens)).toThrow(/the largest part is "message m3" \(6\d\d\)/);
  });

  test('SP-17 what only should be there makes room for it', () => {
    const long = [message(0, 'water '.repeat(100))];
    const full = buildPrompt(input(long));
    const plan = buildPrompt(input(long, { budget: { hard: full.tokens - 1, soft: 1, lines: 8192 } }));
    expect(plan.dropped.map(({ name }) => name)).toEqual(['examples']);
    expect(history(plan)).toHaveLength(1);
  });
});

describe('the layout', () => {
  const names = (plan: PromptPlan) => plan.blocks.map(({ name }) => name.replace('message ', ''));
  const inserts = [liveNote('note', 'It rains.'), { ...liveNote('deep', 'Night.'), depth: 2 }];
  const at = (live: LivePlace, order: 'cache' | 'classic' = 'cache') =>
    names(
      buildPrompt(
        input(story(4), {
          inserts,
          played: 'Odile',
          layout: { order, live, context: null, preset: null, template: plainTemplate, isChat: false },
        }),
      ),
    ).slice(5);

  test('RP-084 live texts stand where the setting says, others at their own depth', () => {
    expect(at(0)).toEqual(['m0', 'm1', 'deep', 'm2', 'm3', 'note', 'reminder', 'cue']);
    expect(at(1)).toEqual(['m0', 'm1', 'deep', 'm2', 'note', 'm3', 'reminder', 'cue']);
    expect(at(99)).toEqual(['note', 'm0', 'm1', 'deep', 'm2', 'm3', 'reminder', 'cue']);
    expect(at('before_history')).toEqual(['note', 'm0', 'm1', 'deep', 'm2', 'm3', 'reminder', 'cue']);
    expect(at('after_user')).toEqual(['m0', 'm1', 'deep', 'm2', 'note', 'm3', 'reminder', 'cue']);
  });

  test('RP-084 layout classic is the literal order: everything before a window that slides', () => {
    expect(at(0, 'classic')).toEqual(['note', 'm0', 'm1', 'deep', 'm2', 'm3', 'reminder', 'cue']);
    const layout = {
      order: 'classic' as const,
      live: 0,
      context: null,
      preset: null,
      template: plainTemplate,
      isChat: false,
    };
    const from = (count: number) =>
      buildPrompt(input(story(count), { layout, budget: { hard: 900, soft: 700 }, epoch: epochAt(0) }))
        .windowFrom;
    const slid = [60, 61, 62].map((count) => Number(from(count)?.slice(1)));
    expect(slid.map((n) => n - (slid[0] ?? 0))).toEqual([0, 1, 2]);
  });

  test('nice texts go first, the oldest of them, then what should be there', () => {
    const many = [
      { ...liveNote('old scene', 'Long ago. '.repeat(20)), tier: 'nice' as const },
      { ...liveNote('last scene', 'Just now. '.repeat(20)), tier: 'nice' as const },
    ];
    const full = buildPrompt(input([], { inserts: many }));
    const dropped = (hard: number) =>
      buildPrompt(input([], { inserts: many, budget: { hard, soft: hard } })).dropped.map(({ name }) => name);
    expect(dropped(full.tokens - 1)).toEqual(['old scene']);
    expect(dropped(full.tokens - 145)).toEqual(['old scene', 'last scene', 'examples']);
  });
});
