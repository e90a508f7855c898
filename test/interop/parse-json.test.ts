import { expect, test } from 'vitest';
import { parseJson } from '../../src/interop/parse-json.ts';
import { readText } from './files.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('JSON may nest 256 deep and no deeper', () => {
  expect(JSON.stringify(parseJson(nested(256)))).toBe(nested(256));
  expect(() => parseJson(nested(257))).toThrow('nests too deep');
  expect(() => parseJson('{')).toThrow();
});

test('a chat with a line that nests too deep is refused, and the line is named', () => {
  const deep = `{"name":"Mira","mes":"Hi.","extra":{"x":${nested(100_000)}}}`;
  expect(() => readText(`{"user_name":"a","chat_metadata":{}}\n${deep}`)).toThrow(
    expect.objectContaining({ code: 'broken_line', message: expect.stringContaining('line 2') }),
  );
});
