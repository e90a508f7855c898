import { inCharacter } from '../../domain/audience/ooc.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import { foldName, memberOf } from '../../domain/world/world.ts';
import { totalOf } from '../../memory/score.ts';
import { lastRows } from '../../prompt/history.ts';
import type { RecallHit } from '../../store/recall/past.ts';
import type { RecallQuery } from '../../store/recall/recall.ts';
import type { Store } from '../../store/store.ts';
import type { PlaySettings } from '../chat/parts.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { pinnedIn } from '../story/memories/memories.ts';
import { type Life, pastOf } from '../story/memories/past.ts';
import { beginningOfWindow } from './in-window.ts';
import { meaningOf, rowsAsked } from './newest-lines.ts';
import { Sieve, type Surfaced, type SurfaceFor, surfacedId } from './sieve.ts';

/** What says less than this share of what the best says is no memory. */
const leastShare = 0.25;
/** What shares no word with what is asked, but answers a line that asks the same, must say so much by its neighbours. */
const leastLent = 0.6;
/**
 * Nor is what means less than this share of what the lines that are asked mean themselves, each above what is usual in the past:
 * something is always the nearest, and where all of it is about other things none of it stands out so far. With a small model
 * (the one of `weights.fusion`) nearly all of what is nearest does, answers and others: a larger share would leave out more of
 * what answers than of the rest.
 */
const leastAlike = 0.2;

/** The first of them that may stand in a prompt: each text once, at most so many, of another chat at most its quota. */
function chosen(found: readonly Surfaced[], here: Life | undefined, settings: PlaySettings): Surfaced[] {
  const { most, perChat } = settings.memory;
  const texts = new Set<string>();
  const counts = new Map<string, number>();
  return found
    .filter((one) => {
      const { life, relevance } = one;
      const key = one.type === 'memory' && one.memory.of !== null ? one.memory.of : surfacedId(one);
      const count = counts.get(life.chat) ?? 0;
      const isFull = life !== here && relevance !== null && count >= perChat;
      if (isFull || texts.has(key) || texts.has(foldName(one.text))) return false;
      texts.add(key).add(foldName(one.text));
      counts.set(life.chat, count + 1);
      return true;
    })
    .slice(0, most);
}

/** What is asked: the last lines of the view, the newest first, for of many words the first are looked up. */
function question(chat: OpenChat, view: AnyView): Pick<RecallQuery, 'text' | 'vector'> {
  const { ooc } = chat.parts.settings;
  const rows = lastRows({ ooc }, view, { count: rowsAsked });
  const text = [...rows]
    .reverse()
    .map((one) => inCharacter(one.text, ooc))
    .join('\n');
  return { vector: meaningOf(chat, rows), text };
}

/** What of other chats its owner keeps in mind by a person's wish. */
const pinnedElsewhere = <Who>(sieve: Sieve<Who>): Surfaced[] =>
  sieve.lives.slice(1).flatMap((life) =>
    pinnedIn(sieve.view(life), life.viewer).map((memory): Surfaced => {
      const { text, at } = memory;
      return { type: 'memory', life, memory, text, at, relevance: null, score: 0, parts: {} };
    }),
  );

/** Those of a chat's cast whose names say who spoke, there and in the other lives. */
function namesIn(lives: readonly Life[]): { id: CharacterId; name: string }[] {
  const [here, ...others] = lives;
  const names = new Set(here?.known.map(({ name }) => foldName(name)));
  const namesakes = others.flatMap(({ known }) => known.filter(({ name }) => names.has(foldName(name))));
  return [...(here?.known ?? []), ...namesakes].map(({ id, name }) => ({ id, name }));
}

/**
 * What comes back to the mind of a speaker whose line is next, oldest first: from its own past alone, without what its prompt
 * holds already.
 */
export function surfacedFor<Who>(chat: OpenChat, about: SurfaceFor<Who>): Surfaced[] {
  const { settings, store } = chat.parts;
  const { speaker, known, head } = about;
  const { most } = settings.memory;
  const lives = most === 0 ? [] : pastOf(chat, memberOf(known, speaker.id) ?? speaker, head);
  const from = lives.length === 0 ? 0 : beginningOfWindow(chat, about);
  const [here] = lives;
  if (!here || (lives.length === 1 && from === 0)) return [];
  const sieve = new Sieve(chat, about, lives, from);
  const found = recalled(store, sieve, question(chat, known.view), most);
  return chosen([...pinnedElsewhere(sieve), ...found], here, settings).sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** What this brings back, the best first, as far as it may stand in the prompt and says enough. */
function recalled<Who>(
  { recall }: Store,
  sieve: Sieve<Who>,
  question: Pick<RecallQuery, 'text' | 'vector'>,
  most: number,
): Surfaced[] {
  const past = sieve.asked.map(({ chat, viewer, head }) => ({ chat, viewer, head }));
  const asked = { ...question, cast: namesIn(sieve.lives), limit: most * 8 };
  return saidEnough(recall.recall(past, asked), sieve);
}

function saidEnough<Who>(hits: readonly RecallHit[], sieve: Sieve<Who>): Surfaced[] {
  const read = hits
    .filter(({ parts }) => parts.text + parts.answers > 0 || isAlike(parts))
    .flatMap((hit) => sieve.read(hit).map((one) => ({ ...one, parts: hit.parts })));
  const best = read[0]?.score ?? 0;
  const saysMost = read.reduce((found, { parts }) => Math.max(found, totalOf(parts)), 0);
  return read
    .filter(({ score }) => score >= best * leastShare)
    .filter(({ parts }) => isAlike(parts) || totalOf(parts) >= saysMost * leastOf(parts))
    .map((one) => ({ ...one, relevance: one.score / best }));
}

const leastOf = ({ text }: RecallHit['parts']): number => (text > 0 ? leastShare : leastLent);

const isAlike = ({ alike = 0 }: RecallHit['parts']): boolean => alike >= leastAlike;
