import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type LineHead,
  type LineHeadReading,
  lineHeadFor,
  lineHeadGrammar,
  readLineHead,
} from '../../../src/domain/audience/line-head.ts';
import { foldName } from '../../../src/domain/world/world.ts';
import { runs } from '../../cases.ts';

const cast = [
  'Alice',
  'Bob',
  'Old Tom',
  'Old',
  'Vane, Lord',
  'A) B',
  'A): X',
  'Bob (the elder)',
  'C: D',
  '__J__',
  '\u200fדוד',
];
const read = (text: string, state: LineHeadReading['state'] = 'whole', names = cast): LineHead =>
  readLineHead(text, { own: 'Alice', names, state });

describe('the head of a line', () => {
  test.each<[string, LineHead['kind'], string[], string]>([
    [': Hello.', 'usual', [], 'Hello.'],
    [' (aloud): Hello.', 'aloud', [], 'Hello.'],
    [' ( Aloud ) Hello.', 'aloud', [], 'Hello.'],
    [' (to Bob): Hush.', 'private', ['Bob'], 'Hush.'],
    ['(TO bob, old tom): Hush.', 'private', ['bob', 'old tom'], 'Hush.'],
    [' (to Bob and Old Tom): Hush.', 'private', ['Bob', 'Old Tom'], 'Hush.'],
    [' (whispers softly to Bob): Hush.', 'private', ['Bob'], 'Hush.'],
    [' (to Vane, Lord, Bob): Hush.', 'private', ['Vane, Lord', 'Bob'], 'Hush.'],
    [
      ' (to A) B, Bob (the elder), C: D, __J__): Hush.',
      'private',
      ['A) B', 'Bob (the elder)', 'C: D', '__J__'],
      'Hush.',
    ],
    [' (to \u200fדוד): Hush.', 'private', ['\u200fדוד'], 'Hush.'],
    ['Alice (to Bob): Hush.', 'private', ['Bob'], 'Hush.'],
    ['alice: Hello.', 'usual', [], 'Hello.'],
    [' (to Everyone): Hush.', 'private', [], 'Hush.'],
    [' (to everyone but Bob): Hush.', 'private', [], 'Hush.'],
    [" (to Bob's horse): Hush.", 'private', [], 'Hush.'],
    [' (to Nobody, Bob): Hush.', 'private', ['Bob'], 'Hush.'],
    [' (to): Hush.', 'private', [], 'Hush.'],
    [' (to Bob: Hush.', 'private', ['Bob'], 'Hush.'],
    [' (to Bob\nHush.', 'private', ['Bob'], 'Hush.'],
    [' (to Bob) Hush.', 'private', ['Bob'], 'Hush.'],
    [' (to Bob', 'private', ['Bob'], ''],
    ['Hello.', 'none', [], 'Hello.'],
    ['Alice laughs.', 'none', [], 'Alice laughs.'],
    [' (smiling): Hello.', 'none', [], ' (smiling): Hello.'],
    ['', 'none', [], ''],
  ])('of %j is %s', (text, kind, names, rest) => {
    expect(read(text)).toEqual({ kind, names, text: rest });
  });

  test.each([
    '',
    ' ',
    '(',
    ' (to',
    ' (to Bob',
    ' (to Bob)',
    ' (to Bob, ',
    ' (whispers to',
    'Al',
    'Alice',
    'Alice (to Bob',
    ' (alo',
    ' (smiling',
    ' (to A):',
  ])('is not yet known of %j', (text) => {
    expect(read(text, 'growing').kind).toBe('open');
  });

  test('a line cut in its head is private, to those whom it has named whole', () => {
    expect(read(' (to Bob, Old T', 'cut')).toMatchObject({ kind: 'private', names: ['Bob'] });
    expect(read(' (to Bo', 'cut')).toMatchObject({ kind: 'private', names: [] });
    expect(read(' (wh', 'cut').kind).toBe('private');
  });

  test('for all names of a cast, what we write reads back', () => {
    fc.assert(
      fc.property(fc.subarray(cast, { minLength: 1 }), (names) => {
        const head = read(`${lineHeadFor(names)} (to nobody) said.`);
        expect(head).toEqual({ kind: 'private', names, text: '(to nobody) said.' });
      }),
      runs(300),
    );
  });

  const piece = fc.oneof(
    fc.constantFrom(':', ' ', '(', ')', '(to ', 'to', ', ', ' and ', '\n', '(aloud)', 'Al', 'x', '):', 'Old'),
    fc.constantFrom(...cast),
  );
  const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));

  test('for all texts and all their beginnings, a head once read stays as it is', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const whole = read(raw);
        for (let length = 0; length <= raw.length; length += 1) {
          const begun = read(raw.slice(0, length), 'growing');
          if (begun.kind === 'open' || begun.kind === 'none') continue;
          expect([begun.kind, begun.names.map(foldName)]).toEqual([whole.kind, whole.names.map(foldName)]);
          expect(whole.text.startsWith(begun.text.trimEnd())).toBe(true);
        }
      }),
      runs(2000),
    );
  });
});

test('KT-10 a head that lists for longer than everybody has names is for nobody else', () => {
  const endless = ` (to ${'Bob, '.repeat(1000)}Bob): Hush.`;
  for (const state of ['growing', 'cut', 'whole'] as const)
    expect(readLineHead(endless, { own: 'Alice', names: ['Bob', 'Bobby'], state })).toMatchObject({
      kind: 'private',
      names: [],
    });
});

describe('the grammar of a head', () => {
  test('allows the usual head, aloud, and names alone, in quotes that nothing in a name can end', () => {
    expect(lineHeadGrammar(['Bob', 'A "B" \\ C'])).toBe(
      [
        'root ::= head text',
        'head ::= ":" | " (aloud):" | " (to " to0 "):"',
        'to0 ::= "Bob" (", " to1)? | to1',
        'to1 ::= "A \\"B\\" \\\\ C"',
        'text ::= ([^\\n] | "\\n")*',
      ].join('\n'),
    );
  });

  test('KT-04 names each once, in the order of the cast, so that no list goes on for ever', () => {
    const heads = lineHeadGrammar(['Bob', 'Carl', 'Dora']).split('\n').slice(1, -1);
    expect(heads).toEqual([
      'head ::= ":" | " (aloud):" | " (to " to0 "):"',
      'to0 ::= "Bob" (", " to1)? | to1',
      'to1 ::= "Carl" (", " to2)? | to2',
      'to2 ::= "Dora"',
    ]);
  });

  test('allows nobody where nobody is there', () => {
    expect(lineHeadGrammar([])).toBe(
      'root ::= head text\nhead ::= ":" | " (aloud):"\ntext ::= ([^\\n] | "\\n")*',
    );
  });
});
