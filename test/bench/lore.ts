import type { Lorebook, LoreEntry } from '../../src/cards/character.ts';
import { loreOf } from '../../src/lore/activation/activate.ts';
import type { LoreContext } from '../../src/lore/activation/context.ts';
import type { LoreMessage } from '../../src/lore/activation/timeline.ts';
import { bookRules, defaultSettings } from '../../src/lore/books/books.ts';
import { scannable } from '../../src/lore/keys/scannable.ts';
import { headless } from './processes.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { isSmallest, sized } from './size.ts';
import { program, requireBuilt } from './startup.ts';
import { numbersFrom, utterances } from './story.ts';
import { repeated, took } from './timing.ts';

const messages = sized(10_000, 100);
const runs = sized(50, 1);
const keysEach = 3;
const everything = 1_000_000;
/** How many keys the chat speaks of: as usual, and in a chat that wakes a quarter of a large book. */
const few = 50;
const many = 1500;
const syllables = 'ka lo mi ren sa tu vel do qui nor esh ta bri um oth la'.split(' ');

/** Made-up names, of which the chat holds a few. */
function wordFrom(next: () => number): string {
  const count = 2 + Math.floor(next() * 3);
  return Array.from({ length: count }, () => syllables[Math.floor(next() * syllables.length)] ?? '').join('');
}

/** A book of so many entries with three keys each; one in ten names another's key, so that they wake each other. */
function bookOf(count: number, depth: number): { book: Lorebook; words: string[] } {
  const next = numbersFrom(count);
  const words = Array.from({ length: count * keysEach }, (_, at) => `${wordFrom(next)}${at}`);
  const entries = Array.from({ length: count }, (_, at): LoreEntry => {
    const other = at % 10 === 0 ? words[Math.floor(next() * words.length)] : '';
    return {
      keys: words.slice(at * keysEach, (at + 1) * keysEach),
      content: `What is known of ${at}. ${other}`,
      enabled: true,
      insertion_order: at,
      extensions: {},
    };
  });
  return { book: { scan_depth: depth, recursive_scanning: true, extensions: {}, entries }, words };
}

/** What one speaker has perceived of a chat that comes back to so many of the keys again and again. */
function viewOf(words: readonly string[], keys: number): LoreMessage[] {
  const cast = ['a', 'b', 'c'];
  const next = numbersFrom(7);
  const told = Array.from({ length: keys }, () => words[Math.floor(next() * words.length)] ?? '');
  return utterances(cast, messages + runs + 1)
    .map(({ text, knownTo }, at) => {
      const one = () => told[Math.floor(next() * told.length)];
      const said =
        at % 10 === 0 ? [text, ...Array.from({ length: Math.ceil(keys / 200) }, one)].join(' ') : text;
      return { id: String(at), text: scannable(said, 'message'), by: 'other' as const, knownTo };
    })
    .filter(({ knownTo }) => knownTo.length === 0 || knownTo.includes('a'));
}

/** The way without an automaton: each key is looked for in each text. */
function keyByKey(book: Lorebook, said: readonly LoreMessage[], depth: number): number {
  const text = said
    .slice(-depth)
    .map((message) => message.text)
    .join('\n')
    .toLowerCase();
  return book.entries.filter(({ keys }) => keys.some((key) => text.includes(key.toLowerCase()))).length;
}

async function measured(count: number, depth: number, keys = few): Promise<Measured[]> {
  const { book, words } = bookOf(count, depth);
  const all = viewOf(words, keys);
  const already = all.length - runs - 1;
  const scene = (said: readonly LoreMessage[]): LoreContext => ({
    messages: said,
    countTokens: (text) => text.length >> 2,
    chance: () => 0,
  });
  const lore = loreOf(bookRules(book, { id: 'bench', rank: 'global', settings: defaultSettings }));
  const name = `${count.toLocaleString('en')} entries, depth ${depth === everything ? 'all' : depth}`;
  const first = await repeated(1, () => took(() => lore.activate(scene(all.slice(0, already)))));
  const samples = await repeated(runs, (run) => {
    const said = all.slice(0, already + run + 1);
    return took(() => lore.activate(scene(said)));
  });
  const awake = lore.activate(scene(all)).activated.length;
  const of = keys === few ? name : `${name}, ${awake.toLocaleString('en')} awake`;
  if (keys !== few) return [{ case: of, unit: 'ms', samples }];
  const baseline = await repeated(1, () => took(() => keyByKey(book, all, depth)));
  return [
    { case: `${of}, first`, unit: 'ms', samples: first },
    { case: of, unit: 'ms', samples, baseline },
  ];
}

const large = isSmallest ? [600] : [20_000, 100_000];
const said = sized(20, 1);
const short = 100;

/** `sotto say` that somebody answers, each a process of its own, in a chat with a large lorebook. Baseline: with none. */
async function saidAmong(scene: Scene, count: number): Promise<Measured> {
  const { book, words } = bookOf(count, 4);
  const [data, without] = [scene.copyOf(short), scene.copyOf(short)];
  const context = scene.context(data);
  const play = context.play();
  context.store.library.setPreset({ kind: 'lorebook', name: 'large', body: { ...book }, foreign: {} });
  play.setBook('large', true);
  await play.prompt(play.state().cast.find(({ id }) => id !== play.state().playing.id)?.name ?? '');
  await play.close();
  context.close();
  const say = (run: number) => ['say', `And ${words[run * keysEach]}?`];
  const [samples, baseline]: [number[], number[]] = [[], []];
  for (let run = 0; run < said; run += 1) {
    samples.push(await headless([program, ...say(run), ...scene.flags(data)]));
    baseline.push(await headless([program, ...say(run), ...scene.flags(without)]));
  }
  return { case: `say, ${count.toLocaleString('en')} entries`, unit: 'ms', samples, baseline };
}

/** What wakes in a chat of 10,000 messages, turn by turn, against a scan for one key after the other; what `say` costs. */
export async function lore(scene: Scene): Promise<Measured[]> {
  requireBuilt();
  const results: Measured[] = [];
  for (const count of large) results.push(await saidAmong(scene, count));
  for (const count of [1000, 5000].slice(0, sized(2, 1))) {
    for (const depth of [4, 100, everything]) results.push(...(await measured(count, depth)));
  }
  results.push(...(await measured(sized(5000, 1000), everything, many)));
  return results;
}
