import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MiB } from '../../src/cards/limits.ts';
import type { Measured } from './report.ts';
import { sized } from './size.ts';
import { program, requireBuilt } from './startup.ts';

const usage = fileURLToPath(new URL('usage.cjs', import.meta.url));
const header = JSON.stringify({ user_name: 'Ann', character_name: 'Bob', chat_metadata: {} });
const rain = 'The rain goes on and on. ';

/** A file of one shape, and how it comes in. */
interface Shape {
  readonly name: string;
  readonly command: readonly string[];
  readonly file: string;
  readonly parts: () => Iterable<string>;
  /** Whether it is refused: what that costs is told whole, not by the megabyte. */
  readonly isRefused?: boolean;
}

function* made(count: number, one: (at: number) => string): Generator<string> {
  for (let at = 0; at < count; at++) yield one(at);
}

function* joined(before: string, parts: Iterable<string>, after: string): Generator<string> {
  let joint = before;
  for (const part of parts) {
    yield `${joint}${part}`;
    joint = ',';
  }
  yield after;
}

function* chat(count: number, mes: (at: number) => string): Generator<string> {
  yield header;
  for (let at = 0; at < count; at++)
    yield `\n${JSON.stringify({ name: at % 2 ? 'Ann' : 'Bob', is_user: at % 2 === 1, mes: mes(at) })}`;
}

function* swiped(count: number): Generator<string> {
  yield header;
  for (let at = 0; at < count; at++) {
    const swipes = Array.from({ length: 99_999 }, (_, n) => `s${n}${'x'.repeat(long / 130_000)}`);
    yield `\n${JSON.stringify({ name: 'Bob', mes: swipes[0], swipes, swipe_id: 0 })}`;
  }
}

/** World info with all fields that SillyTavern writes. */
const worldEntry = (uid: number) => ({
  ...{ uid, key: [`lantern${uid}`], keysecondary: [], comment: `Entry ${uid}`, content: `Of lantern${uid}.` },
  ...{ constant: false, vectorized: false, selective: true, selectiveLogic: 0, addMemo: true, order: 100 },
  ...{ position: 0, disable: false, ignoreBudget: false, excludeRecursion: false, preventRecursion: false },
  ...{ delayUntilRecursion: 0, probability: 100, useProbability: true, depth: 4, role: 0, outletName: '' },
  ...{ group: '', groupOverride: false, groupWeight: 100, scanDepth: null, caseSensitive: null },
  ...{ matchWholeWords: null, useGroupScoring: null, automationId: '', sticky: null, cooldown: null },
  ...{ delay: null, displayIndex: uid, triggers: [], matchPersonaDescription: false, matchScenario: false },
  ...{ matchCharacterDescription: false, matchCharacterPersonality: false, matchCreatorNotes: false },
  ...{ matchCharacterDepthPrompt: false, characterFilter: { isExclude: false, names: [], tags: [] } },
});

const node = (at: number, text: string) => ({
  ...{ id: `n${at}`, parent: at === 0 ? null : `n${at - 1}` },
  message: {
    author: { role: at % 2 ? 'assistant' : 'user' },
    content: { content_type: 'text', parts: [text] },
  },
});
const conversation = (count: number, text: string) =>
  [
    ...joined(
      '{"mapping":{',
      made(count, (at) => `"n${at}":${JSON.stringify(node(at, text + at))}`),
      '}}',
    ),
  ].join('');

const words = (from: number, letters: number): string => {
  const made: string[] = [];
  for (let [at, length] = [from * 10_000_000, 0]; length < letters; length += (made.at(-1)?.length ?? 0) + 1)
    made.push((at++).toString(36));
  return made.join(' ');
};
/** Text of 20,000 words, few of which are common, as of any writer. */
function prose(from: number, count: number): string {
  let random = from + 1;
  return Array.from({ length: count }, () => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    return `word${Math.floor(20_000 * (random / 2 ** 32) ** 4).toString(36)}`;
  }).join(' ');
}
const signs = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    String.fromCharCode(0x4e00 + (((at + from) * 7919) % 20_000)),
  ).join('');

const count = (usual: number) => sized(usual, 20);
const long = sized(8_000_000, 1000);

const book = (one: (at: number) => object) =>
  joined(
    '{"entries":{',
    made(count(200_000), (at) => `"${at}":${JSON.stringify(one(at))}`),
    '}}',
  );
const shortEntry = (uid: number) => ({
  uid,
  key: [`lantern${uid}`],
  content: `Of lantern${uid}.`,
  order: uid,
});
const ofLore = { command: ['lore', 'import'], file: 'Book.json' };
const ofLines = { command: ['chat', 'import'], file: 'chat.jsonl' };
const ofDocument = { command: ['chat', 'import'], file: 'conversations.json' };

const shapes: readonly Shape[] = [
  { ...ofLore, name: 'lorebook, 200,000 entries', parts: () => book(shortEntry) },
  { ...ofLore, name: 'lorebook, 200,000 with all fields', parts: () => book(worldEntry) },
  {
    ...ofLines,
    name: 'chat, 100,000 messages',
    parts: () => chat(count(100_000), (at) => rain.repeat(32) + at),
  },
  { ...ofLines, name: 'chat, 199,999 short messages', parts: () => chat(count(199_999), (at) => `m${at}`) },
  {
    ...ofLines,
    name: 'chat, 20 lines of 8 MB',
    parts: () => chat(20, () => rain.repeat(long / rain.length)),
  },
  { ...ofLines, name: 'chat, 5 lines of words said once', parts: () => chat(5, (at) => words(at, long)) },
  { ...ofLines, name: 'chat, 5 lines of Han signs', parts: () => chat(5, (at) => signs(at, long / 3)) },
  { ...ofLines, name: 'chat, 5 lines of 99,999 swipes', parts: () => swiped(5) },
  {
    ...{ ...ofLines, name: 'chat, 10,000 messages of prose' },
    parts: () => chat(count(10_000), (at) => prose(at, 170)),
  },
  {
    ...{ ...ofLines, name: 'chat, 10,000 messages of Han signs' },
    parts: () => chat(count(10_000), (at) => signs(at, 300)),
  },
  {
    ...{ ...ofDocument, name: 'ChatGPT, one chat of 80,000 messages' },
    parts: () => joined('[', [conversation(count(80_000), 'm')], ']'),
  },
  {
    ...{ ...ofDocument, name: 'ChatGPT, 800 chats of 100 messages' },
    parts: () =>
      joined(
        '[',
        made(count(800), () => conversation(100, rain.repeat(16))),
        ']',
      ),
  },
];

const repeated = (part: string, bytes: number) => () =>
  made(sized(100, 1), () => part.repeat(bytes / 100 / part.length));
const refused: readonly Shape[] = [
  { ...ofLore, name: 'refused: brackets', parts: repeated('[', 50_000_000) },
  {
    ...ofLore,
    name: 'refused: empty entries',
    parts: () =>
      joined(
        '{"entries":[',
        made(sized(5_000_000, 300_000), () => '{}'),
        ']}',
      ),
  },
  {
    ...ofLore,
    name: 'refused: a million keys and more',
    parts: () =>
      joined(
        '{"entries":{"0":{"key":[',
        made(sized(3_000_000, 1_100_000), () => '"a"'),
        ']}}}',
      ),
  },
  {
    ...ofLore,
    name: 'refused: names of fields',
    parts: () =>
      joined(
        '{"entries":{"0":{',
        made(sized(1_500_000, 350_000), (at) => `"n${at}":0`),
        '}}}',
      ),
  },
  { ...ofLines, name: 'refused: a line of 100 MB', parts: repeated('x', 100_000_000) },
  {
    ...ofDocument,
    name: 'refused: a chat of 60 MB',
    parts: () => ['[{"mapping":{"a":"', ...repeated('x', 60_000_000)(), '"}}]'],
  },
].map((shape) => ({ ...shape, isRefused: true }));

const atOnce = 65_536;

function writeFile(file: string, parts: Iterable<string>): number {
  const descriptor = openSync(file, 'w');
  let some = '';
  for (const part of parts) {
    some += part;
    if (some.length < atOnce) continue;
    writeSync(descriptor, some);
    some = '';
  }
  writeSync(descriptor, some);
  closeSync(descriptor);
  return statSync(file).size / 1e6;
}

/** Seconds of processor time and MiB of memory at its most that an import takes in a process of its own. */
function measured({ command, file, parts, isRefused = false }: Shape, folder: string) {
  const path = join(folder, file);
  const megabytes = writeFile(path, parts());
  const args = ['--require', usage, program, '--data', join(folder, 'data'), ...command, path];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if ((status === 0) === isRefused) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
  const { ms, memory } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  return { megabytes, ms, memory };
}

/** What it costs to take in a file of each shape: processor time by the megabyte, or whole where it is refused, and memory. */
export async function intake(): Promise<Measured[]> {
  requireBuilt();
  return [...shapes, ...refused].flatMap((shape): Measured[] => {
    const folder = mkdtempSync(join(tmpdir(), 'sotto-intake-'));
    try {
      const { megabytes, ms, memory } = measured(shape, folder);
      const cost = shape.isRefused ? ms : ms / megabytes;
      return [
        { case: `${shape.name}${shape.isRefused ? '' : ', a MB'}`, unit: 'ms', samples: [cost] },
        { case: `${shape.name}: memory`, unit: 'MiB', samples: [memory / MiB] },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
