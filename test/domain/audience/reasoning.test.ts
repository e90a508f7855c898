import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { opensReasoning, splitReasoning } from '../../../src/domain/audience/reasoning.ts';
import { runs } from '../../cases.ts';

describe('what a model thought is taken off the beginning of what it wrote', () => {
  test.each([
    ['<think>Who?</think>\n\nHello.', 'Who?', 'Hello.'],
    ['\n <THINK>\nWho?\n</Think> Hello.', 'Who?', 'Hello.'],
    ['<thinking>a</thinking><reasoning>b</reasoning>\n<think></think>Hi.', 'a\n\nb', 'Hi.'],
    ['Who is it? Bob.\n</think>\n\nHello.', 'Who is it? Bob.', 'Hello.'],
    ['</think>Hello.', '', 'Hello.'],
    ['a</think><think>b</think>Hello.', 'a\n\nb', 'Hello.'],
    ['<think>a</thinking> b</think>Hello.', 'a</thinking> b', 'Hello.'],
    ['<think>a</think>', 'a', ''],
  ])('%j', (raw, reasoning, text) => {
    expect(splitReasoning(raw)).toEqual({ reasoning, text, isOpen: false });
  });

  test.each(['<think>', ' <reasoning>\n\nWho', '<think>a</think> <think>b </thi'])(
    'a block that is not closed is all reasoning: %j',
    (raw) => {
      expect(splitReasoning(raw)).toMatchObject({ text: '', isOpen: true });
    },
  );

  test.each([
    '',
    'Hello.',
    ' Hello.',
    'I <think>so</think>.',
    'Say <think>, then </think>.',
    '<thinks>so</thinks>',
    '< think >so</ think >',
  ])('a text that begins with no such block stays as it is: %j', (text) => {
    expect(splitReasoning(text)).toEqual({ reasoning: '', text, isOpen: false });
  });

  test('what comes in the middle of the answer is answer', () => {
    expect(splitReasoning('<think>a</think>b <think>c</think> d </think>').text).toBe(
      'b <think>c</think> d </think>',
    );
  });

  test.each(['<', ' <thi', '<Reasoning', '</thin', '<think>a</think> <', '\n'])(
    'a beginning that may become a tag is held back: %j',
    (raw) => {
      expect(splitReasoning(raw)).toMatchObject({ text: '', isOpen: false });
    },
  );

  test('a prompt that ends in an open block is known by what its template opens the reply with, and its reply begins with reasoning', () => {
    expect(opensReasoning('<|assistant|><Think>\n')).toBe(true);
    expect(opensReasoning('<|assistant|>\n<think>\nWell,')).toBe(true);
    expect(opensReasoning('<|assistant|>\n<think>\n\n</think>\n\n')).toBe(false);
    expect(opensReasoning('<|assistant|>\n')).toBe(false);
    const isOpened = true;
    expect(splitReasoning(' I <think> so', { isOpened })).toEqual({
      reasoning: 'I <think> so',
      text: '',
      isOpen: true,
    });
    expect(splitReasoning('I <think> so</think> Hi.', { isOpened }).text).toBe('Hi.');
    expect(splitReasoning('<think>again</think> Hi.', { isOpened }).reasoning).toBe('again');
  });
});

describe('for all texts', () => {
  const piece = fc.constantFrom(
    ...['<think>', '</think>', '<thinking>', '</THINKING>', '<reasoning>', '</reasoning>'],
    ...['<', '</', '<thi', 'k>', ' ', '\n', 'Hello', 'né', '<b>'],
  );
  const written = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  const growsIn = (raw: string, isOpened: boolean): void => {
    let shown = '';
    for (let end = 0; end <= raw.length; end += 1) {
      const { text } = splitReasoning(raw.slice(0, end), { isOpened });
      expect(text.startsWith(shown), `${JSON.stringify(shown)} is taken back at ${end}`).toBe(true);
      shown = text;
    }
  };

  test('cut anywhere while it streams, the answer only ever grows, unless a closing tag stands alone', () => {
    const isAlone = /^(?:(?!<(?:think|thinking|reasoning)>)[\s\S])*<\/(?:think|thinking|reasoning)>/i;
    fc.assert(
      fc.property(written, (raw) => {
        fc.pre(!isAlone.test(raw));
        growsIn(raw, false);
      }),
      runs(2000),
    );
  });

  test('behind a prompt that opened the block it only ever grows, whatever comes', () => {
    fc.assert(
      fc.property(written, (raw) => growsIn(raw, true)),
      runs(2000),
    );
  });

  test('every word is either reasoning or answer, none is both', () => {
    const words = (text: string): string[] =>
      text
        .replace(/<\/?(?:think|thinking|reasoning)>/gi, ' ')
        .split(/\s+/)
        .filter((word) => word !== '');
    fc.assert(
      fc.property(written, (raw) => {
        const whole = `${raw} end`;
        const { reasoning, text } = splitReasoning(whole);
        expect([...words(reasoning), ...words(text)]).toEqual(words(whole));
      }),
      runs(2000),
    );
  });
});
