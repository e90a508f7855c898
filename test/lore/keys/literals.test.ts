import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../src/lore/keys/fold.ts';
import { literalsOf } from '../../../src/lore/keys/literals.ts';
import { compile } from '../../../src/lore/keys/pattern.ts';
import { holdsOften } from '../../cases.ts';

/** A name may be given once. */
const isValid = (source: string): boolean => {
  try {
    return new RegExp(source) !== null;
  } catch {
    return false;
  }
};

const folded = (text: string): string => String.fromCharCode(...fold(text));

test.each<[string, readonly string[] | null]>([
  ['dragon', ['dragon']],
  ['\\bdragons?\\b', ['dragon']],
  ['(dragon|wyrm)s?', ['dragon', 'wyrm']],
  ['(?:the )?(?<beast>dragon|wyrm) of \\w+', ['dragon', 'wyrm']],
  ['colou?r', ['colo']],
  ['drag(?:on)+', ['drag']],
  ['dragon{2,}fly', ['dragon']],
  ['(?!not )dragon', ['dragon']],
  ['[dD]ragon', ['ragon']],
  ['蜂の巣', ['蜂の巣']],
  ['dragon|at', null],
  ['(dragon)?', null],
  ['(dragon){0,3}', null],
  ['a.b.c', null],
  ['(?s-i:dragon)', null],
  ['[]dragon]', null],
  ['\\p{Script=Han}dragon', ['dragon']],
  [`\\p{${'dragon'.repeat(20)}}`, null],
  [`\\k<${'dragon'.repeat(20)}>`, null],
  ['(dragon', null],
])('V3-EN-REGEX of /%s/ it is known what each match holds', (source, literals) => {
  expect(literalsOf({ source, flags: 'i' })).toEqual(literals);
});

test('V3-EN-REGEX ∀ expressions: whatever one matches holds one of its literals, in some case', async () => {
  const sign = fc.constantFrom(
    'a',
    'b',
    'the',
    'sun',
    'king',
    'ς',
    '蜂',
    '\\w',
    '\\d',
    '[a-c]',
    '[^x]',
    '\\.',
    ' ',
  );
  const repeated = fc.constantFrom('', '', '', '?', '*', '+', '{0}', '{2}', '{1,3}', '+?');
  const repeatedly = (atom: fc.Arbitrary<string>) =>
    fc.array(fc.tuple(atom, repeated), { minLength: 1, maxLength: 4 }).map((atoms) => atoms.flat().join(''));
  const anyOf = (branch: fc.Arbitrary<string>) =>
    fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|'));
  const group = fc
    .tuple(fc.constantFrom('(', '(?:', '(?<n>'), anyOf(repeatedly(sign)))
    .map(([opening, inner]) => `${opening}${inner})`);
  const pattern = anyOf(repeatedly(fc.oneof({ weight: 4, arbitrary: sign }, group))).filter(isValid);
  const matched = pattern.chain((source) =>
    fc.tuple(fc.constant(source), fc.stringMatching(new RegExp(source))),
  );
  let known = 0;
  const holds = fc.asyncProperty(matched, fc.boolean(), async ([source, text], isUpper) => {
    const literals = literalsOf({ source, flags: 'i' });
    const compiled = compile(source, 'i');
    const found = typeof compiled === 'string' ? null : compiled.matcher(isUpper ? text.toUpperCase() : text);
    const match = found?.find() ? (found.group() ?? '') : undefined;
    if (literals === null || match === undefined) return;
    known += 1;
    expect(literals.some((literal) => folded(match).includes(folded(literal)))).toBe(true);
  });
  await holdsOften(holds, 1000, () => ({ known: [known, 20] }));
});
