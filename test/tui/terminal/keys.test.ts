import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Input, key } from '../../../src/tui/terminal/key-names.ts';
import { KeyStream } from '../../../src/tui/terminal/keys.ts';

/** What was typed together, key by key; everything else as it is. */
const apart = (input: Input): Input[] =>
  input.type === 'key' && input.name === '' ? Array.from(input.text, (text) => key(text, { text })) : [input];

const open = (taken = apart) => {
  let time = 0;
  let due: { at: number; run: () => void } | null = null;
  const inputs: Input[] = [];
  const clock = {
    now: () => time,
    after: (milliseconds: number, run: () => void) => {
      due = { at: time + milliseconds, run };
      return () => {
        due = null;
      };
    },
  };
  const stream = new KeyStream(clock, (input) => inputs.push(...taken(input)));
  stream.marksPastes = true;
  const wait = (milliseconds: number): void => {
    time += milliseconds;
    const ready = due !== null && due.at <= time ? due : null;
    if (ready !== null) {
      due = null;
      ready.run();
    }
  };
  return { stream, inputs, wait };
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const read = (text: string): Input[] => {
  const { stream, inputs, wait } = open();
  stream.feed(bytes(text));
  wait(50);
  return inputs;
};

const char = (text: string): Input => key(text, { text });

const pieces = [
  'a',
  'é',
  '日',
  '👩‍👧',
  ' ',
  '\r',
  '\n',
  '\t',
  '\x7f',
  '\x03',
  '\x1b[A',
  '\x1bOP',
  '\x1b[1;5D',
  '\x1b[3~',
  '\x1b[13;2u',
  '\x1b[97;5:1u',
  '\x1b[27;5;99~',
  '\x1b[<64;10;5M',
  '\x1b[200~two\r\nlines \x1b[A\x1b[201~',
  '\x1bx',
  '\x1b\r',
  '\x1b[?1u',
  '\x1b[?2004;1$y',
  '\x1b]11;rgb:0000/0000/0000\x1b\\',
  '\x1b[I',
  '\x1b[O',
  '\x1bOI',
  '\x1b[?62;22c',
];

describe('keys', () => {
  test('for all inputs, cut at every byte: the same keys', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const all = bytes(parts.join(''));
        const whole = read(parts.join(''));
        for (let cut = 1; cut < all.length; cut += 1) {
          const { stream, inputs, wait } = open();
          stream.feed(all.slice(0, cut));
          stream.feed(all.slice(cut));
          wait(50);
          expect(inputs).toEqual(whole);
        }
        const { stream, inputs, wait } = open();
        for (const byte of all) stream.feed(Uint8Array.of(byte));
        wait(50);
        expect(inputs).toEqual(whole);
      }),
    );
  });

  const finals = [...'ABCDEFHPQRS'].flatMap((letter) => [
    `\x1b[${letter}`,
    `\x1bO${letter}`,
    ...[2, 3, 4, 5, 6, 7, 8].map((mask) => `\x1b[1;${mask}${letter}`),
  ]);
  const tildes = Array.from({ length: 24 }, (_, number) => [`\x1b[${number + 1}~`, `\x1b[${number + 1};5~`]);
  const coded = [9, 13, 27, 97, 127, 0x65e5].flatMap((code) => [`\x1b[${code}u`, `\x1b[27;5;${code}~`]);

  test.each([...finals, ...tildes.flat(), ...coded])(
    '%j in pieces, however long the terminal takes for the rest',
    (text) => {
      const whole = read(text);
      expect(whole.length).toBeLessThan(2);
      const all = bytes(text);
      for (let cut = 1; cut < all.length; cut += 1) {
        const { stream, inputs, wait } = open();
        stream.feed(all.slice(0, cut));
        wait(cut < 3 ? 49 : 60_000);
        stream.feed(all.slice(cut));
        wait(60_000);
        expect(inputs, `cut at ${cut}`).toEqual(whole);
      }
    },
  );

  test('for all bytes nothing throws and no key types a control character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (chunk) => {
        const { stream, inputs } = open();
        stream.feed(chunk);
        for (const input of inputs) {
          if (input.type === 'key') expect(input.text).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        }
      }),
    );
  });

  test.each<[string, string, Input[]]>([
    ['text and Enter in one chunk', 'hi\r', [char('h'), char('i'), key('enter')]],
    ['an arrow', '\x1b[A', [key('up')]],
    ['an arrow of the application mode', '\x1bOA', [key('up')]],
    ['Ctrl+Left', '\x1b[1;5D', [key('left', { ctrl: true })]],
    ['Alt+x', '\x1bx', [key('x', { alt: true })]],
    ['Ctrl+C', '\x03', [key('c', { ctrl: true })]],
    ['Ctrl+C of a kitty', '\x1b[99;5u', [key('c', { ctrl: true })]],
    ['Ctrl+C of modifyOtherKeys', '\x1b[27;5;99~', [key('c', { ctrl: true })]],
    ['Escape of a kitty', '\x1b[27u', [key('escape')]],
    ['a key let go', '\x1b[97;1:3u', []],
    ['Shift+Enter', '\x1b[13;2u', [key('enter', { shift: true })]],
    ['Shift+Tab', '\x1b[Z', [key('tab', { shift: true })]],
    ['Delete', '\x1b[3~', [key('delete')]],
    ['a paste is one event', '\x1b[200~a\rb\x1b[201~', [{ type: 'paste', text: 'a\rb' }]],
    ['the wheel', '\x1b[<65;3;2M', [{ type: 'mouse', button: 65, row: 1, column: 2, down: true }]],
    ['an answer', '\x1b[?62;4c', [{ type: 'answer', text: '?62;4c' }]],
    [
      'focus reports are no keys',
      '\x1b[I\x1b[O',
      [
        { type: 'focus', isFocused: true },
        { type: 'focus', isFocused: false },
      ],
    ],
    ['Escape twice', '\x1b\x1b', [key('escape'), key('escape')]],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('characters that came together are one event, up to the next key that types nothing', () => {
    const { stream, inputs } = open((input) => [input]);
    stream.feed(bytes('hi, 日👩‍👧\x7fé\x1b[Aab\x03c'));
    const together = (text: string) => key('', { text });
    expect(inputs).toEqual([
      together('hi, 日👩‍👧'),
      key('backspace'),
      char('é'),
      key('up'),
      together('ab'),
      key('c', { ctrl: true }),
      char('c'),
    ]);
  });

  test('Escape alone is a key after 50 ms and not before', () => {
    const { stream, inputs, wait } = open();
    stream.feed(bytes('\x1b'));
    wait(49);
    expect(inputs).toEqual([]);
    wait(1);
    expect(inputs).toEqual([key('escape')]);
  });

  test('Enter within 30 ms of a printed key is a line break only where pastes are not marked', () => {
    for (const [marksPastes, pause, name] of [
      [false, 29, 'newline'],
      [false, 30, 'enter'],
      [true, 0, 'enter'],
    ] as const) {
      const { stream, inputs, wait } = open();
      stream.marksPastes = marksPastes;
      stream.feed(bytes('a'));
      wait(pause);
      stream.feed(bytes('\r'));
      expect(inputs.at(-1)).toEqual(key(name));
    }
  });

  test.each<[string, string[]]>([
    ['hello\r', ['hello', 'enter']],
    ['one\rtwo\r\rthree', ['one', 'newline', 'two', 'newline', 'newline', 'three']],
    ['one\r\ttwo\r', ['one', 'newline', 'tab', 'two', 'newline']],
    ['\r', ['enter']],
    ['one\ntwo\r', ['one', 'newline', 'two', 'enter']],
    ['one\x1b\rtwo\r', ['one', 'enter', 'two', 'enter']],
  ])('before the terminal has said whether it marks pastes, %j sends no half of one', (chunk, expected) => {
    const { stream, inputs } = open();
    stream.marksPastes = null;
    stream.feed(bytes(chunk));
    const names = inputs.map((input) => (input.type === 'key' ? input.text || ` ${input.name} ` : ''));
    expect(names.join('').trim().split(/ +/)).toEqual(expected);
    stream.feed(bytes('\r'));
    expect(inputs.at(-1)).toEqual(key('enter'));
  });

  test('Escape alone, and the rest of an arrow within the wait, is an arrow; after it Escape and text', () => {
    const { stream, inputs, wait } = open();
    stream.feed(bytes('\x1b'));
    wait(49);
    stream.feed(bytes('[A'));
    expect(inputs).toEqual([key('up')]);
    stream.feed(bytes('\x1b'));
    wait(50);
    stream.feed(bytes('[A'));
    expect(inputs.slice(1)).toEqual([key('escape'), char('['), char('A')]);
  });

  test('a terminal that never answers makes Escape wait longer once, and no more', () => {
    const { stream, inputs, wait } = open();
    stream.isAnswerDue = true;
    stream.feed(bytes('\x1b'));
    wait(50);
    expect(inputs).toEqual([]);
    wait(950);
    stream.feed(bytes('\x1b'));
    wait(50);
    expect(inputs).toEqual([key('escape'), key('escape')]);
  });

  test('answers that the terminal owes never become text, however slowly and in whatever pieces they come', () => {
    const answers = '\x1b[?1u\x1b[?2004;1$y\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?62;22c';
    fc.assert(
      fc.property(fc.array(fc.nat(answers.length), { maxLength: 6 }), (cuts) => {
        const { stream, inputs, wait } = open();
        stream.isAnswerDue = true;
        const places = [0, ...cuts.sort((a, b) => a - b), answers.length];
        for (const [index, from] of places.slice(0, -1).entries()) {
          stream.feed(bytes(answers.slice(from, places[index + 1])));
          wait(300);
        }
        const read = inputs.map((input) => (input.type === 'answer' ? input.text : input));
        expect(read).toEqual(['?1u', '?2004;1$y', ']11;rgb:1e1e/1e1e/2e2e', '?62;22c']);
        stream.feed(bytes('\x1b'));
        wait(50);
        expect(inputs.at(-1)).toEqual(key('escape'));
      }),
    );
  });
});
