import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Context, Sequence } from '../../../src/inference/gguf/native.ts';
import { Sequences } from '../../../src/inference/gguf/sequences.ts';

/** A context that counts its sequences; what they hold is another matter. */
const contextOf = (totalSequences: number): Context & { open: Set<object> } => {
  const open = new Set<object>();
  return {
    contextSize: 512,
    totalSequences,
    open,
    get sequencesLeft() {
      return totalSequences - open.size;
    },
    getSequence: () => {
      const sequence = { dispose: async () => void open.delete(sequence) } as Sequence;
      open.add(sequence);
      return sequence;
    },
  };
};

const step = fc.record({ owner: fc.nat({ max: 12 }), fails: fc.boolean() });

test('for all orders of asking: each of the latest owners keeps its sequence, and nobody shares one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.array(step, { maxLength: 60 }),
      async (count, steps) => {
        const context = contextOf(count);
        const sequences = new Sequences(context);
        let kept: [owner: number, sequence: Sequence][] = [];
        for (const { owner, fails } of steps) {
          const sequence = sequences.take(String(owner));
          const before = kept.find(([one]) => one === owner);
          if (before) expect(sequence).toBe(before[1]);
          const others = kept.filter(([one]) => one !== owner);
          const isFull = !before && others.length === count;
          if (isFull) expect(sequence).toBe(others[0]?.[1]);
          kept = [...(isFull ? others.slice(1) : others), [owner, sequence]];
          if (fails) {
            await sequences.discard(String(owner));
            kept.pop();
          }
          expect(new Set(kept.map(([, one]) => one)).size).toBe(kept.length);
          expect(context.open.size).toBe(kept.length);
        }
      },
    ),
  );
});
