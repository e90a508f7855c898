import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StopMatcher } from '../../../src/inference/transport/stop.ts';
import { runs } from '../../cases.ts';

const run = (stops: string[], chunks: string[]): { text: string; stop: string | null } => {
  const matcher = new StopMatcher(stops);
  let text = '';
  for (const chunk of chunks) {
    const matched = matcher.push(chunk);
    text += matched.text;
    if (matched.stop !== null) return { text, stop: matched.stop };
  }
  return { text: text + matcher.flush(), stop: null };
};

describe('stop strings', () => {
  test('are found across chunk borders and never come out', () => {
    expect(run(['\nAlice:'], ['Aye.', '\n', 'Ali', 'ce', ': no'])).toEqual({
      text: 'Aye.',
      stop: '\nAlice:',
    });
  });

  test('text that only looked like one comes out', () => {
    expect(run(['\nAlice:'], ['Aye.\nAli', 'stair'])).toEqual({ text: 'Aye.\nAlistair', stop: null });
    expect(run(['\nAlice:'], ['Aye.\nAlice'])).toEqual({ text: 'Aye.\nAlice', stop: null });
  });

  test('a possible beginning is held back, the rest is not', () => {
    expect(new StopMatcher(['\nAlice:']).push('Aye.\nAl')).toEqual({ text: 'Aye.', stop: null });
  });

  test('the one completed first wins, of two completed at once the longer', () => {
    expect(run(['abcd', 'bc'], ['xabcd'])).toEqual({ text: 'xa', stop: 'bc' });
    expect(run(['bc', 'abc'], ['xabc'])).toEqual({ text: 'x', stop: 'abc' });
  });

  test('a repeated beginning does not hide it', () => {
    expect(run(['aab'], ['a', 'a', 'a', 'b'])).toEqual({ text: 'a', stop: 'aab' });
  });

  test('an empty stop string is none', () => {
    expect(run([''], ['text'])).toEqual({ text: 'text', stop: null });
  });

  test('invariant 4: for all texts, stop strings and chunkings, the same text', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ':'), maxLength: 30 });
    const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', ':'), maxLength: 4 }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(letters), stops, (chunks, some) => {
        expect(run(some, chunks)).toEqual(run(some, [...chunks.join('')]));
        expect(run(some, chunks)).toEqual(run(some, [chunks.join('')]));
      }),
      runs(1000),
    );
  });
});
