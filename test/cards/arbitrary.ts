import fc from 'fast-check';
import { v1, v2, v3 } from './fixtures.ts';

const anything = fc.jsonValue({ maxDepth: 4 });

/** Objects with keys that nobody expects. */
export const odd = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'tags')),
  anything,
);

/** Cards of every kind: proper ones in which any field may be replaced, removed or added. */
export const anyCard = fc
  .tuple(
    fc.constantFrom<object>(v1, { ...v1, name: 'Åsa 🐝' }),
    fc.constantFrom('v1', 'v2', 'v3', 'multi'),
    odd,
    odd,
    fc.record(
      {
        description: anything,
        alternate_greetings: anything,
        character_book: fc.oneof(anything, fc.record({ entries: fc.array(odd) })),
        extensions: odd,
        assets: fc.oneof(anything, fc.array(odd)),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([base, kind, outside, inside, replaced]): Record<string, unknown> => {
    const data = { ...inside, ...base, ...replaced };
    if (kind === 'v1') return { ...inside, ...base };
    if (kind === 'multi') return { ...outside, chars: ['A', data, inside] };
    return { ...outside, ...(kind === 'v2' ? v2 : v3), data };
  })
  .map((card): Record<string, unknown> => JSON.parse(JSON.stringify(card)));
