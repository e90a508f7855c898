import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { grammarOfSchema } from '../../../src/inference/dialects/schema-grammar.ts';

const token = /"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[\w]+|[()|*+?]/g;
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** What a grammar allows, as a regular expression; rules that hold themselves allow nothing. */
const allowedBy = (grammar: string): RegExp => {
  const rules = new Map(grammar.split('\n').map((line) => line.split(' ::= ') as [string, string]));
  const within = (name: string, above: readonly string[]): string =>
    [...(above.includes(name) ? '' : (rules.get(name) ?? '')).matchAll(token)]
      .map(([part]) => {
        if (part.startsWith('"')) return `(?:${quoted(part.slice(1, -1).replace(/\\(["\\])/g, '$1'))})`;
        if (part === '(') return '(?:';
        return /^\w/.test(part) ? `(?:${within(part, [...above, name])})` : part;
      })
      .join('') || '(?!)';
  return new RegExp(`^${within('root', [])}$`, 'u');
};

const mood = z.object({
  who: z.string(),
  'how "so"': z.enum(['calm', 'angry']),
  degree: z.optional(z.int()),
  signs: z.array(z.object({ sign: z.string() })),
  until: z.nullable(z.number()),
  isOver: z.optional(z.boolean()),
});

const jsonOf = (value: unknown): string => JSON.stringify(value);

test('∀ values of a schema: the grammar allows them as JSON', () => {
  const allowed = allowedBy(grammarOfSchema(z.toJSONSchema(mood)));
  const words = fc.string({ unit: fc.constantFrom('a', 'ß', '"', '\\', '\n', '{', '7') });
  const value = fc.record(
    {
      who: words,
      'how "so"': fc.constantFrom('calm', 'angry'),
      signs: fc.array(fc.record({ sign: words }), { maxLength: 3 }),
      until: fc.option(fc.constantFrom(0, -1.5, 12, 1e21)),
      degree: fc.integer(),
      isOver: fc.boolean(),
    },
    { requiredKeys: ['who', 'how "so"', 'signs', 'until'], noNullPrototype: true },
  );
  fc.assert(
    fc.property(value, ({ degree, isOver, ...must }) => {
      const optional = { ...(degree !== undefined && { degree }), ...(isOver !== undefined && { isOver }) };
      expect(jsonOf({ ...must, ...optional })).toMatch(allowed);
    }),
  );
});

test.each([
  ['a word before it', 'Sure: {"who":"Bob","how \\"so\\"":"calm","signs":[],"until":null}'],
  ['another choice', '{"who":"Bob","how \\"so\\"":"glad","signs":[],"until":null}'],
  ['what must be there left out', '{"who":"Bob","how \\"so\\"":"calm","until":null}'],
  ['a field of another kind', '{"who":7,"how \\"so\\"":"calm","signs":[],"until":null}'],
])('the grammar does not allow %s', (_, reply) => {
  expect(reply).not.toMatch(allowedBy(grammarOfSchema(z.toJSONSchema(mood))));
});

test('the grammar of an object all of whose fields may be absent allows each of them alone, and none', () => {
  const allowed = allowedBy(
    grammarOfSchema(z.toJSONSchema(z.object({ a: z.optional(z.int()), b: z.optional(z.int()) }))),
  );
  for (const value of [{}, { a: 1 }, { b: 2 }, { a: 1, b: 2 }]) expect(jsonOf(value)).toMatch(allowed);
});
