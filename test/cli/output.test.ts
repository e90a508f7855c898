import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Output } from '../../src/cli/output.ts';

const hostile = 'before\x1b]0;title\x07\x1b[2Jafter\n';

const written = (isTTY: boolean): string => {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const out = new Output(false, stream as never, stream as never);
  out.raw(hostile);
  return String(stream.read());
};

test('invariant 9: a prompt or an export is given to a file as it is, and to a terminal without what could steer it', () => {
  expect(written(false)).toBe(hostile);
  expect(written(true)).not.toMatch(/[\x07\x1b]/);
  expect(written(true)).toContain('after');
});
