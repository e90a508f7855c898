import { memoryKey } from '../../domain/events/records.ts';
import type { Message } from '../../domain/message.ts';
import { wordsOf } from '../../domain/search.ts';
import type { View } from '../../domain/view.ts';
import type { Store } from '../../store/store.ts';
import { memoriesIn } from '../story/memories/memories.ts';
import type { LivedChat, Recall, Recalled } from './recall.ts';

/** So many of the newest messages are looked through, of all chats together and of one. */
const most = { all: 4000, ofOne: 1000 };
const saturation = 1.2;
const shortest = 3;
const empty: ReadonlySet<string> = new Set(
  'the and you are was for that with this have has not but all any can did from her him his she they what when who'.split(
    ' ',
  ),
);

interface Document {
  readonly found: Pick<Extract<Recalled, { type: 'message' }>, 'type' | 'chat' | 'message'> | MemoryFound;
  readonly words: ReadonlyMap<string, number>;
  readonly at: string;
}
type MemoryFound = Pick<Extract<Recalled, { type: 'memory' }>, 'type' | 'chat' | 'memory'>;

const counted = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** The messages and memories of a past, the newest chats and lines first where there are too many. */
function documents(view: (past: LivedChat) => View, past: readonly LivedChat[]): Document[] {
  const seen = past.map((one) => ({ ...one, view: view(one) }));
  const share = Math.max(1, Math.min(most.ofOne, Math.floor(most.all / Math.max(1, past.length))));
  return seen.flatMap(({ chat, viewer, view: own }): Document[] => {
    const said = own.last(share).filter(({ hidden }: Message) => !hidden);
    const kept = own.records(memoryKey(viewer)).length > 0 ? memoriesIn(own, viewer) : [];
    return [
      ...said.map((message) => ({
        ...{ found: { type: 'message', chat, message } as const, at: message.at },
        words: counted(message.text),
      })),
      ...kept.map(({ id, owner, text, at }) => ({
        ...{ found: { type: 'memory', chat, memory: { id, owner, text, at } } as const, at },
        words: counted(text),
      })),
    ];
  });
}

const idOf = (one: Recalled): string => (one.type === 'message' ? one.message.id : one.memory.id);

/** Finds by the words that a question and a text have in common, the rarer in this past the better; without an index. */
export const wordRecall =
  (store: Pick<Store, 'view'>): Recall =>
  (past, { text, cast, limit }) => {
    const names = new Set(cast.flatMap(({ name }) => wordsOf(name)));
    const sought = [...new Set(wordsOf(text))].filter(
      (word) => word.length >= shortest && !empty.has(word) && !names.has(word),
    );
    const all = documents(({ chat, viewer, head }) => store.view(chat, viewer, head), past);
    const having = (word: string) => all.filter(({ words }) => words.has(word)).length;
    const rarity = sought.map((word) => [word, having(word)] as const);
    // A word that stands in more than a tenth of a long past tells nothing.
    const telling = rarity.filter(([, count]) => count > 0 && (all.length < 50 || count <= all.length / 10));
    const weight = new Map(telling.map(([word, count]) => [word, Math.log(1 + all.length / count)]));
    const hits = all.flatMap(({ found, words, at }) => {
      const parts = [...weight].flatMap(([word, rare]): [string, number][] => {
        const count = words.get(word) ?? 0;
        return count === 0 ? [] : [[word, (rare * count) / (count + saturation)]];
      });
      const score = parts.reduce((sum, [, one]) => sum + one, 0);
      return score === 0 ? [] : [{ hit: { ...found, score, parts: Object.fromEntries(parts) }, at }];
    });
    const later = (a: (typeof hits)[number], b: (typeof hits)[number]) =>
      `${a.at}${idOf(a.hit)}` < `${b.at}${idOf(b.hit)}` ? 1 : -1;
    hits.sort((a, b) => b.hit.score - a.hit.score || later(a, b));
    return hits.slice(0, limit).map(({ hit }) => hit);
  };
