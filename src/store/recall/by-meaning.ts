import type { Message } from '../../domain/message.ts';
import { fused } from '../../memory/fuse.ts';
import type { Question } from '../../memory/question.ts';
import type { Alike } from './nearest.ts';
import type { RecallHit } from './past.ts';
import { bestOf, idOf, linesAround, order, type ScoredHit } from './ranked.ts';

/** What is asked, how alike a text is to it, how alike it is itself, and how many hits are wanted. */
interface Asked {
  readonly question: Question;
  readonly own: number;
  readonly likenessOf: (message: Message) => number | null;
  readonly limit: number;
}

/** Likeness counts by what it is above what is usual, and less than that counts a little. */
const hair = 0.01;

/** What is alike with its neighbours, ranked as what says the words is: it says none of them. */
function ranked({ near, usual }: Alike, { question, likenessOf, own, limit }: Asked): RecallHit[] {
  const candidates = near.map(({ candidate }) => candidate);
  const all = linesAround(question, candidates);
  const memories = new Map(
    near.flatMap(({ candidate: { found }, likeness }) =>
      found?.type === 'memory' ? [[found.memory, likeness] as const] : [],
    ),
  );
  const above = ({ found }: ScoredHit): number => {
    const likeness = found.type === 'memory' ? memories.get(found.memory) : likenessOf(found.message);
    return likeness === undefined || likeness === null ? 0 : Math.max(0, likeness - usual) + hair;
  };
  return bestOf(all, question, above, limit).map((hit) => {
    const alike = Math.max(0, hit.parts.text - hair) / Math.max(hair, own - usual);
    return { ...hit, parts: { ...hit.parts, text: 0, near: 0, answers: 0, alike } };
  });
}

/** Fuses what was found by words with what is alike by meaning: the best first, at most so many. */
export function byMeaning(hits: readonly RecallHit[], alike: Alike, asked: Asked): RecallHit[] {
  const byWords = new Map(hits.map((hit) => [idOf(hit), hit]));
  const meant = ranked(alike, asked);
  const byLikeness = new Map(meant.map((hit) => [idOf(hit), hit]));
  const all = new Map([...byLikeness, ...byWords]);
  const counted = fused([...byWords.keys()], meant.map(idOf));
  const found = [...all].flatMap(([id, hit]): RecallHit[] => {
    const parts = counted.get(id);
    const alike = byLikeness.get(id)?.parts.alike ?? 0;
    return parts
      ? [{ ...hit, score: parts.words + parts.meaning, parts: { ...parts, alike, ...hit.parts } }]
      : [];
  });
  return found.sort(order).slice(0, asked.limit);
}
