import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../../src/domain/message.ts';
import { packed, sinceItBegan } from '../../../src/play/story/scenes/script.ts';
import { runs } from '../../cases.ts';

/** Lines of a scene under ids that are as those of messages are, the first first. */
const anyScene = fc
  .array(fc.stringMatching(/^[0-9a-z]{12}$/), { minLength: 1, maxLength: 260 })
  .map((ids) => ids.map((id, at) => ({ id, text: `Line ${at}`, hidden: at % 11 === 10 }) as Message));

test('27 a scene is read from its beginning while it is not long, then from a line that stays the first: each time what was asked about is in it', () => {
  fc.assert(
    fc.property(anyScene, fc.nat({ max: 12 }), (scene, asked) => {
      let moves = 0;
      let first: string | undefined;
      for (let said = 1; said <= scene.length; said += 1) {
        const read = sinceItBegan(scene.slice(0, said).reverse(), asked);
        const shown = scene.slice(0, said).filter(({ hidden }) => !hidden);
        expect(read).toEqual(shown.slice(shown.length - read.length));
        expect(read.length).toBeGreaterThanOrEqual(Math.min(shown.length, asked));
        if (shown.length <= 96) expect(read).toEqual(shown);
        const isFound = read[0]?.id.startsWith('0') === true;
        if (shown.length > 97 && isFound && read[0]?.id !== first) moves += 1;
        first = read[0]?.id;
      }
      expect(moves).toBeLessThanOrEqual(1 + scene.filter(({ id }) => id.startsWith('0')).length);
    }),
    runs(100),
  );
});

test('27 parts of a scene stay as they are while more is said, but for the last, which grows', () => {
  const anyLines = fc.array(
    fc.record({
      text: fc.string({ maxLength: 40 }),
      tokens: fc.integer({ min: 1, max: 60 }),
      weight: fc.constant(0),
    }),
    { minLength: 2 },
  );
  fc.assert(
    fc.property(anyLines, fc.integer({ min: 20, max: 100 }), (lines, room) => {
      const before = packed(lines.slice(0, -1), room);
      const after = packed(lines, room);
      expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
      expect(after[before.length - 1]?.slice(0, before.at(-1)?.length)).toEqual(before.at(-1));
      for (const part of after)
        expect(part.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(room);
    }),
    runs(100),
  );
});
