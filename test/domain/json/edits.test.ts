import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editedJson } from '../../../src/domain/json/edits.ts';

const edited = (text: string, change: (value: never) => unknown): string => {
  const before = JSON.parse(text);
  return editedJson(text, before, change(structuredClone(before) as never));
};

test('an edit changes its value and no other byte: numbers beyond 2^53, spacing and escapes stay', () => {
  const text = '{ "id": 12345678901234567890,\n\t"n": 1.50, "s": "\\u00e9", "list": [ 1,2 ] }';
  expect(edited(text, (value: object) => ({ ...value, s: 'x' }))).toBe(text.replace('"\\u00e9"', '"x"'));
});

test('what is not there is added in the style of the text, what goes takes its comma along', () => {
  const spread = '{\n    "a": 1,\n    "b": {\n        "c": [\n            1\n        ]\n    }\n}\n';
  expect(edited(spread, (value: object) => ({ ...value, d: { e: [2] } }))).toBe(
    '{\n    "a": 1,\n    "b": {\n        "c": [\n            1\n        ]\n    },\n    "d": {\n        "e": [\n            2\n        ]\n    }\n}\n',
  );
  expect(edited('{"a":1,"b":2}', ({ a }: { a: number }) => ({ a }))).toBe('{"a":1}');
  expect(edited('{"a":1}', (value: object) => ({ ...value, d: [2] }))).toBe('{"a":1,"d":[2]}');
});

test('edits reach what another text has besides: only what differs is carried over', () => {
  const [before, after] = [{ list: [{ a: 1 }, { a: 2 }] }, { list: [{ a: 1 }, { a: 3 }] }];
  expect(editedJson('{"list":[{"a":1,"x":7},{"a":2,"y":8}]}', before, after)).toBe(
    '{"list":[{"a":1,"x":7},{"a":3,"y":8}]}',
  );
  expect(editedJson('{"list":[{"b":1}],"n":1}', { list: [], n: 1 }, { list: [5], n: 2 })).toBe(
    '{"list":[{"b":1},5],"n":2}',
  );
});

test('for all values, the text edited reads as what it was changed to', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(value, value, fc.constantFrom(0, 2, 4, '\t'), (one, other, indent) => {
      const [before, after] = [
        JSON.parse(JSON.stringify({ a: one })),
        JSON.parse(JSON.stringify({ a: other })),
      ];
      const text = editedJson(JSON.stringify(before, null, indent), before, after);
      expect(JSON.parse(text)).toEqual(after);
    }),
  );
});

test('for all lists, what is added or taken out anywhere leaves the others as they are', () => {
  const list = fc.array(fc.record({ k: fc.integer({ max: 3, min: 0 }) }), { maxLength: 6 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const text = editedJson(JSON.stringify(before), before, after);
      expect(JSON.parse(text)).toEqual(after);
    }),
  );
});
