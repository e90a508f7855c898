import { join } from 'node:path';
import type { App } from '../../src/app/run/app.ts';
import { wordsOf } from '../../src/domain/search.ts';
import { type Connection, openDatabase } from '../../src/store/database/database.ts';
import type { Past } from '../../src/store/recall/past.ts';
import { recallWords } from '../../src/store/schema/recall-words.ts';
import { lineFrom, lived, questionFrom } from './lived.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { sized } from './size.ts';
import { numbersFrom } from './story.ts';
import { repeated, took } from './timing.ts';

const many = sized(Number(process.env.SOTTO_BENCH_MESSAGES ?? 100_000), 200);
const chats = sized(200, 2);
const first = 50;
const perTurn = 40;
const owners = 3;
const hidden = 0.3;

/** What others do: an index of all words, joined with who perceived what. */
function joined({ sqlite }: Connection, { viewer }: Past): (question: string) => unknown {
  sqlite.exec(`CREATE VIRTUAL TABLE plain USING fts5(text, content='', tokenize='porter unicode61');
    INSERT INTO plain(rowid, text) SELECT seq, text FROM event WHERE kind = 'message_said'`);
  const found = sqlite.prepare<[string, string, number]>(
    `SELECT e.seq FROM plain JOIN event e ON e.seq = plain.rowid
     JOIN witness w ON w.branch = e.branch AND w.seq = e.seq AND w.character = ?
     WHERE plain MATCH ? ORDER BY rank LIMIT ?`,
  );
  return (question) => found.all(viewer, wordsOf(question).join(' OR '), first);
}

/** No index at all. */
function alike({ sqlite }: Connection, { viewer }: Past): (question: string) => unknown {
  return (question) => {
    const words = wordsOf(question);
    const count = words.map(() => '(e.text LIKE ?)').join(' + ');
    return sqlite
      .prepare(
        `SELECT e.seq FROM witness w JOIN event e ON e.seq = w.seq WHERE w.character = ?
         ORDER BY ${count} DESC LIMIT ${first}`,
      )
      .all(viewer, ...words.map((word) => `%${word}%`));
  };
}

const asking =
  ({ store }: App, past: Past) =>
  (text: string): unknown =>
    store.recall.recall([past], { text, cast: [], limit: first });

const questionsFrom = (seed: number): string[] => {
  const next = numbersFrom(seed);
  return Array.from({ length: sized(200, 2) }, () => questionFrom(next));
};

/** The same life beside as many more lines as this share of it, which its owner never heard; in turns. */
async function hiddenBeside(scene: Scene, plain: (question: string) => unknown): Promise<Measured> {
  const context = scene.context(scene.emptyFolder());
  const beside = asking(context, lived(context, many, 1, hidden));
  const [samples, baseline]: [number[], number[]] = [[], []];
  const one = async (into: number[], ask: typeof plain, question: string) => {
    into.push(await took(() => ask(question)));
  };
  for (const question of questionsFrom(8).slice(0, 20)) beside(question);
  for (const [run, question] of questionsFrom(7).entries()) {
    if (run % 2 === 0) await one(samples, beside, question);
    await one(baseline, plain, question);
    if (run % 2 === 1) await one(samples, beside, question);
  }
  context.close();
  return { case: `top ${first}, ${hidden * 100} % hidden beside`, unit: 'ms', samples, baseline };
}

async function oneChat(scene: Scene): Promise<Measured[]> {
  const context = scene.context(scene.emptyFolder());
  const past = lived(context, many, 1);
  const beside = openDatabase(context.store.file, join(context.packageRoot, 'drizzle'));
  const questions = questionsFrom(7);
  const timed = (runs: number, ask: (question: string) => unknown) =>
    repeated(runs, (run) => took(() => ask(questions[run] ?? '')));
  const own = asking(context, past);
  for (const question of questionsFrom(8)) own(question);
  const samples = await timed(200, own);
  const results: Measured[] = [
    {
      case: `top ${first} beside a join`,
      unit: 'ms',
      samples,
      baseline: await timed(20, joined(beside, past)),
    },
    { case: `top ${first} beside LIKE`, unit: 'ms', samples, baseline: await timed(3, alike(beside, past)) },
    await hiddenBeside(scene, own),
    ...written(beside),
  ];
  beside.sqlite.close();
  context.close();
  return results;
}

/** What a row costs, in time and room. */
function written({ sqlite }: Connection): Measured[] {
  const room = sqlite.prepare('SELECT sum(length(block)) FROM recall_text_data').pluck();
  const bytes = Number(room.get()) / many / owners;
  const next = numbersFrom(9);
  const lines = Array.from({ length: 10_000 }, () => lineFrom(next));
  const write = sqlite.prepare('INSERT INTO recall_text (rowid, words) VALUES (?, ?)');
  const from = 10 * many;
  const samples = Array.from({ length: 10 }, (_, run) => {
    const part = lines.slice(run * 1000, (run + 1) * 1000);
    const before = performance.now();
    sqlite.transaction(() => {
      for (const [at, text] of part.entries()) write.run(from + run * 1000 + at, recallWords([1], 1, [text]));
    })();
    return (performance.now() - before) / part.length;
  });
  return [
    { case: 'a row written', unit: 'ms', samples },
    { case: 'a row for each of its owners', unit: 'bytes', samples: [bytes] },
  ];
}

/** As in play: the newest lines. */
async function manyChats(scene: Scene): Promise<Measured> {
  const context = scene.context(scene.emptyFolder());
  const pasts = Array.from({ length: chats }, (_, seed) => lived(context, Math.ceil(many / chats), seed + 1));
  const next = numbersFrom(11);
  const turns = Array.from({ length: 120 }, () => [questionFrom(next), questionFrom(next)] as const);
  const samples = await repeated(turns.length, (run) => {
    const [newest, before] = turns[run] ?? ['', ''];
    const asked = { text: `${newest} ${before}`, cast: [], limit: perTurn };
    return took(() => context.store.recall.recall(pasts, asked));
  });
  context.close();
  return { case: `for a turn, over ${chats} chats`, unit: 'ms', samples: samples.slice(sized(20, 0)) };
}

/**
 * What comes back to somebody who perceived six in seven of 100,000 messages (`SOTTO_BENCH_MESSAGES`), in one chat and over
 * 200; beside it the same questions through an index of all words joined with who perceived what, through LIKE, and where the
 * others say more among themselves.
 */
export async function memory(scene: Scene): Promise<Measured[]> {
  return [...(await oneChat(scene)), await manyChats(scene)];
}
