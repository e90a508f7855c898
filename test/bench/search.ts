import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { repeated, took } from './timing.ts';

const many = Number(process.env.SOTTO_BENCH_MESSAGES ?? 100_000);
const queries = {
  'a word of every message': 'the',
  'two such words': 'the fog',
  'a phrase that nobody said': '"took took took took took took"',
  'a rare word': 'zither',
  'a rare and a common word': 'the zither',
} as const;

/**
 * The first page of hits in a long chat, a seventh of which is whispers, for one who has heard a third of these.
 * `SOTTO_BENCH_MESSAGES=1000000` searches a longer one. Baseline: the same words in a chat of 1,000 messages.
 */
export async function search(scene: Scene): Promise<Measured[]> {
  const contexts = [many, 1000].map((count) => scene.context(scene.copyOf(count)));
  const plays = contexts.map((context) => context.play());
  for (const play of plays) {
    for (let line = 0; line < 5; line += 1) await play.say(`A zither in the fog, ${line}.`, { reply: [] });
  }
  const timed = (at: number, text: string) => repeated(20, () => took(() => plays[at]!.search(text)));
  const results: Measured[] = [];
  for (const [what, text] of Object.entries(queries)) {
    results.push({ case: what, unit: 'ms', samples: await timed(0, text), baseline: await timed(1, text) });
  }
  for (const play of plays) await play.close();
  for (const context of contexts) context.close();
  return results;
}
