import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTag, type SpeakRequest, speak } from '../../../src/inference/understudy/speak.ts';
import { sentencesOf } from '../../../src/inference/understudy/voice.ts';
import { prompt } from '../replies.ts';

const stop = ['\nAlice:', '\nBob:', '\nCarl:'];

const say = (over: Partial<SpeakRequest> = {}): string =>
  speak({ prompt, seed: 1, stop, maxTokens: 500, tag: defaultTag, whispers: false, ...over }).pieces.join('');

const seeds = Array.from({ length: 200 }, (_, seed) => seed);
const everySeed = (over: Partial<SpeakRequest> = {}): string[] => seeds.map((seed) => say({ ...over, seed }));
const lastLine = (line: string): string => prompt.replace(/Carl: .*\nBob:$/, `${line}\nBob:`);

describe('the understudy speaks', () => {
  test('the same words for the same prompt and seed, others for another seed', () => {
    expect(say()).toBe(say());
    expect(new Set(everySeed()).size).toBeGreaterThan(100);
  });

  test('one to three sentences', () => {
    const counts = new Set(everySeed().map((text) => sentencesOf(text).length));
    expect([...counts].sort()).toEqual([1, 2, 3]);
  });

  test('the head of its line where the prompt ends in a bare name, by a whisper to whoever whispered', () => {
    const heads = [...stop, '\nAlice (', '\nCarl (', '\nBob (to '];
    const bare = (line: string) => lastLine(line).slice(0, -1);
    for (const seed of seeds) {
      expect(say({ prompt: bare('Alice: Well?'), stop: heads, seed })).toMatch(/^: \S/);
      expect(say({ prompt: bare('Alice (to Bob, Carl): Well?'), stop: heads, seed })).toMatch(
        /^ \(to Alice\): \S/,
      );
      expect(say({ prompt: `${bare('Alice: Well?')}: Hm.\nBob is`, stop: heads, seed })).not.toMatch(
        /^ ?[:(]/,
      );
    }
  });

  test('of no thing where the line that it answers names none', () => {
    const said = everySeed({ prompt: lastLine('Alice: Why?') }).join('\n');
    expect(said).not.toMatch(/You say|about the|mention the|\{word\}|the {2}/);
  });

  test('to whoever whispered to it, and to nobody else', () => {
    for (const line of ['Alice (to Bob): Psst.', 'Alice: __known_to_chars__Bob__ Psst.']) {
      const all = everySeed({ prompt: lastLine(line) }).join('\n');
      expect(all).toContain('Alice');
      expect(all).not.toContain('Carl');
    }
  });

  test('what its character is quoted with, and names who is there', () => {
    const all = everySeed().join('\n');
    expect(all).toContain('Mind the step, it is wet.');
    expect(all).toContain('The river keeps what it is given.');
    expect(all).toContain('Carl');
    expect(all).toContain('Alice');
  });

  test('of what was said, but never of a name as if it were a thing', () => {
    const all = everySeed({ prompt: lastLine('Alice: Where is the lantern, Alice, alice?') }).join('\n');
    expect(all).toContain('lantern');
    expect(all).not.toContain('alice');
  });

  test('a line of its own from long ago, but none of its last ones', () => {
    const old = 'Bob: I once rowed a king across.\nAlice: And then?\n';
    const turns = ['one fish', 'two fish', 'red fish'].map(
      (fish) => `Bob: I caught ${fish}.\nAlice: Really?\n`,
    );
    const all = everySeed({ prompt: `${old}${turns.join('')}Bob:` }).join('\n');
    expect(all).toContain('I once rowed a king across.');
    expect(all).not.toContain('I caught');
  });

  test('no line of another character', () => {
    expect(everySeed().join('\n')).not.toMatch(/lantern went out|far shore/);
  });

  test('within one line, with a space after the cue', () => {
    for (const text of everySeed()) expect(text).toMatch(/^ \S[^\n]*$/);
  });

  test('goes on with an unfinished reply', () => {
    for (const seed of seeds) {
      const text = say({ prompt: `${prompt} I was about to`, seed });
      expect(text).toMatch(/^ and then – \S/);
    }
    expect(say({ prompt: `${prompt} I was done. ` })).toMatch(/^\S/);
    expect(say({ prompt: `${prompt} I was done.` })).toMatch(/^ \S/);
    expect(say({ prompt: `${prompt} Line one.\nAnd line two.` })).toMatch(/^ \S/);
  });

  test('through a turn template, and without any cue at all', () => {
    const chatml = '<|im_start|>user\nAlice: Hello there.<|im_end|>\n<|im_start|>assistant\nBob:';
    expect(everySeed({ prompt: chatml }).join('\n')).not.toContain('<|');
    const whispered = '<|im_start|>Alice: __known_to_chars__Bob__ Psst.<|im_end|>\n<|im_start|>Bob:';
    expect(say({ prompt: whispered })).toMatch(/Alice__\)$/);
    expect(say({ prompt: '', stop: [] })).not.toBe('');
    expect(say({ prompt: 'Once upon a time\n', stop: [] })).not.toBe('');
  });

  test('no more than the tokens it is allowed', () => {
    const part = { prompt, seed: 1, stop, maxTokens: 3, tag: defaultTag, whispers: false };
    expect(speak(part)).toMatchObject({ reason: 'length', stoppedBy: '' });
    expect(speak(part).pieces).toHaveLength(3);
  });

  test('up to a stop string', () => {
    const whole = say();
    const word = whole.slice(5, 9);
    const said = speak({
      prompt,
      seed: 1,
      stop: [...stop, word],
      maxTokens: 500,
      tag: defaultTag,
      whispers: false,
    });
    expect(said).toMatchObject({ reason: 'stop', stoppedBy: word });
    expect(whole.startsWith(said.pieces.join(''))).toBe(true);
  });

  test('for all prompts something, without throwing', () => {
    const line = fc
      .tuple(fc.constantFrom('Bob: ', 'Alice: ', '', '"'), fc.string({ unit: 'binary' }))
      .map((p) => p.join(''));
    fc.assert(
      fc.property(fc.array(line), fc.integer(), fc.boolean(), (lines, seed, whispers) => {
        const text = say({ prompt: `${lines.join('\n')}\nBob:`, seed, whispers });
        expect(text.trim().length).toBeGreaterThan(3);
      }),
    );
  });
});

describe('KT-10 the understudy whispers', () => {
  test('back to who whispered to it', () => {
    for (const line of [
      'Alice: __known_to_chars__Bob,Alice__ Psst.',
      'Alice: Psst (ooc: __known_to_chars__ bob __)',
    ]) {
      for (const text of everySeed({ prompt: lastLine(line) })) {
        expect(text).toMatch(/ \(ooc: __known_to_chars__Alice__\)$/);
      }
    }
  });

  test('with the tag of the settings', () => {
    const whispered = lastLine('Alice: @@only:Bob__ Psst.');
    expect(say({ prompt: whispered, tag: '@@only:' })).toMatch(/\(ooc: @@only:Alice__\)$/);
    expect(say({ prompt: whispered })).not.toContain('ooc');
  });

  test('never otherwise: a public line, a whisper earlier on, its own whisper, the rules of the tag', () => {
    const earlier = lastLine('Alice: __known_to_chars__Bob__ Psst.\nCarl: What was that?');
    const own = lastLine('Bob: __known_to_chars__Bob,Alice__ Psst.');
    const rules = `Whisper with (ooc: __known_to_chars__Bob,Carl__).\n${prompt}`;
    for (const one of [prompt, earlier, own, rules]) {
      expect(everySeed({ prompt: one }).join('')).not.toContain('__');
    }
  });

  test('rarely of its own accord when it may', () => {
    const whispers = everySeed({ whispers: true }).filter((text) =>
      /__known_to_chars__(Alice|Carl)__\)$/.test(text),
    );
    expect(whispers.length).toBeGreaterThan(5);
    expect(whispers.length).toBeLessThan(60);
  });
});

test('RP-003 over 200 turns replies neither shrink nor turn generic', () => {
  const history: string[] = [];
  const replies: string[] = [];
  for (let turn = 0; turn < 200; turn++) {
    history.push(`Alice: What do you make of the ${['harbour', 'storm', 'letter', 'bridge'][turn % 4]}?`);
    const text = say({
      prompt: `${prompt.slice(0, -4)}${history.slice(-40).join('\n')}\nBob:`,
      seed: turn,
    }).trim();
    history.push(`Bob: ${text}`);
    replies.push(text);
  }
  const length = (some: string[]): number => some.join('').length / some.length;
  expect(length(replies.slice(150))).toBeGreaterThan(0.7 * length(replies.slice(0, 50)));
  expect(length(replies.slice(150))).toBeLessThan(1.5 * length(replies.slice(0, 50)));
  expect(new Set(replies.slice(150)).size).toBeGreaterThan(40);
});
