import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankCharacter } from '../../../src/play/texts/authoring.ts';
import { type CharacterText, readCharacter, writeCharacter } from '../../../src/play/texts/card-text.ts';
import { parseJsonWithComments } from '../../../src/play/texts/json-with-comments.ts';
import { runs } from '../../cases.ts';

const piece = fc.constantFrom(
  '"',
  '"""',
  '\\',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\u0000',
  '\u007f',
  "'''",
  '#',
  'a',
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
);
const { book: _, ...blank } = blankCharacter('');
const character: fc.Arbitrary<CharacterText> = fc
  .record(
    Object.fromEntries(
      Object.entries(blank).map(([key, value]) => [key, Array.isArray(value) ? fc.array(text) : text]),
    ),
  )
  .map((fields) => ({ ...(fields as unknown as CharacterText), name: `N${fields.name}` }));

describe.each(['toml', 'json'] as const)('a character as %s', (format) => {
  test('invariant 7 reads as it was written, whatever the texts and the remarks hold', () => {
    fc.assert(
      fc.property(character, fc.array(text), (given, remarks) => {
        expect(readCharacter(writeCharacter(given, format, remarks), format)).toEqual(given);
      }),
      runs(200),
    );
  });
});

test('half a character of UTF-16 becomes a whole one in TOML, as it does in any file', () => {
  const given = { ...blank, name: 'N', description: 'a\ud800b' };
  expect(readCharacter(writeCharacter(given, 'toml'), 'toml').description).toBe('a\ufffdb');
});

describe('what is wrong is told with its line', () => {
  test.each([
    ['toml', 'name = "N"\ndescripton = ""', /line 2: .*"descripton".* description/],
    ['toml', 'name = "N"\n\ntags = "one"', /line 3: tags is a list of texts/],
    ['toml', 'name = "N"\ngreetings = [1]', /line 2: greetings is a list/],
    ['toml', 'name = "N"\npersonality = 7', /line 2: personality is a text/],
    ['toml', '# no name\ndescription = "x"', /line 1: the character has no name/],
    ['toml', 'description = "x"\nname = "  "', /line 2: the character has no name/],
    ['toml', 'name = "N"\ndescription = "', /line 2: /],
    ['toml', 'name = "N"\n[[chars]]', /line 2: .*"chars"/],
    ['json', '{"name": "N",\n"description": x}', /line 2: expected a value, not x/],
    ['json', '{"name": "N"\n"description": ""}', /line 2: expected a comma or }/],
    ['json', '{"name": "N",\n\n"nickame": ""}', /line 3: .*"nickame".* nickname/],
    ['json', '["N"]', /line 1: a character is an object/],
    ['json', '{"name": "N"', /line 1: .*not the end/],
    ['json', '', /line 1: expected a value, not the end/],
  ] as const)('%s %j', (format, given, message) => {
    expect(() => readCharacter(given, format)).toThrow(message);
  });
});

describe('JSON with comments', () => {
  test('is JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.boolean(), (value, isWide) => {
        const given = JSON.stringify(value, null, isWide ? 2 : 0);
        expect(parseJsonWithComments(given)).toEqual(JSON.parse(given));
      }),
      runs(200),
    );
  });

  test('takes and refuses what JSON does, where there is no comment and no trailing comma', () => {
    const part = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', 'true', ' ', '\\', '"');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const given = parts.join('');
        fc.pre(!/,\s*[}\]]/.test(given));
        const attempt = (read: (from: string) => unknown) => {
          try {
            return { value: read(given) };
          } catch {
            return 'refused';
          }
        };
        expect(attempt(parseJsonWithComments)).toEqual(attempt(JSON.parse));
      }),
      runs(2000),
    );
  });

  test('has comments of both kinds and trailing commas, and no comment inside a text', () => {
    const given = '// one\n{"a": /* two\n*/ [1, 2,], "b": "// no", }\n// three';
    expect(parseJsonWithComments(given)).toEqual({ a: [1, 2], b: '// no' });
  });

  test('has an end to its depth', () => {
    expect(() => parseJsonWithComments('['.repeat(100_000))).toThrow(/less nesting/);
  });
});
