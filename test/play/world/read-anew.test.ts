import { expect, onTestFinished, test } from 'vitest';
import type { Backend } from '../../../src/inference/backend.ts';
import { openBackend } from '../../../src/inference/servers/detect.ts';
import { encode } from '../../../src/inference/understudy/tokens.ts';
import type { Play } from '../../../src/play/play.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { patience } from '../../inference/replies.ts';
import { askedFor } from '../passed.ts';
import { scene } from '../scene.ts';
import { passingPlay, settled } from './passes.ts';

const silent = { reply: [] };
const owners = ['Maren', 'Odile', 'Tomas'];
const most = 100;
const asks = 'Beside the play:';

/** A pass as a server with a slot for each of the cast saw it, in tokens. */
interface Read {
  readonly owner: string;
  readonly anew: number;
  readonly question: number;
  /** Of the lines since the owner's slot was last used, and of what came back to mind by the last words: these stand behind what changes. */
  readonly lines: number;
  /** Whether the window of the prompt begins elsewhere than that of the one before in this slot. */
  readonly isTrimmed: boolean;
}

const lengthOf = (text: string): number => encode(text).length;

/** The rows of a prompt that are lines of the dialogue, by what stands in the scene. */
const rowsOf = (prompt: string): string[] => {
  const said = new Set(scene.seenBy('everyone').map(({ text }) => text));
  return prompt.split('\n').filter((row) => said.has(row.replace(/^\w+: /, '')));
};

const toldBehindWords = (prompt: string): string[] => {
  const rows = prompt.split('\n');
  const words = rows.findLastIndex((row) => row.startsWith('Tomas: '));
  return rows.slice(words).filter((row) => row.startsWith('[You remember'));
};

/** Measures each pass that goes to this server. */
function measuring(backend: Backend, reads: Read[]): Backend {
  const lastIn = new Map<string, { readonly rows: string[]; readonly examples: boolean }>();
  const complete: Backend['complete'] = async function* (request, signal) {
    const { prompt, cache } = request;
    const owner = askedFor(prompt.slice(prompt.lastIndexOf(asks)));
    for await (const event of backend.complete(request, signal)) {
      if (event.type === 'finished') {
        const key = cache?.key ?? '';
        const rows = rowsOf(owner === '' ? prompt : prompt.slice(0, prompt.lastIndexOf(asks)));
        const before = lastIn.get(key);
        const examples = prompt.includes('Mind the step. It minds nobody.');
        if (owner !== '' && before) {
          const fresh = rows.filter((row) => !before.rows.includes(row));
          reads.push({
            owner,
            anew: event.usage.promptTokens - event.usage.reusedTokens,
            question: lengthOf(prompt.slice(prompt.lastIndexOf(asks))),
            lines: lengthOf([...fresh, ...toldBehindWords(prompt)].join('\n')),
            isTrimmed: rows[0] !== before.rows[0] || examples !== before.examples,
          });
        }
        lastIn.set(key, { rows, examples });
      }
      yield event;
    }
  };
  return { ...backend, complete };
}

let noticedSoFar = 0;
const answer = (prompt: string) => {
  if (!prompt.includes(asks)) return null;
  noticedSoFar += 1;
  const [other = ''] = owners.filter((name) => name !== askedFor(prompt.slice(prompt.lastIndexOf(asks))));
  const others = { [other]: { affinity: 1, facts: [`Fact ${noticedSoFar} of them.`] } };
  return { text: JSON.stringify({ mood: `mood ${noticedSoFar}`, verb: `doing ${noticedSoFar}`, others }) };
};

/** Maren, Odile and Tomas on a server with a slot for each of them; what each pass read. */
async function served(hard = 8192): Promise<{ play: Play; reads: Read[] }> {
  scene.given({ kind: 'character_left', payload: { character: scene.who('Ansel'), isGone: true } });
  const server = await startFakeServer({ slots: 8, script: answer });
  onTestFinished(() => server.close());
  const reads: Read[] = [];
  const backend = measuring(await openBackend({ kind: 'llamacpp', url: server.url, ...patience }), reads);
  const budget = { context: 0, hard, soft: Math.floor(hard * 0.75) };
  const settings = { ...scene.parts.settings, budget };
  return { play: passingPlay({ backend: async () => backend, settings }), reads };
}

const line = (turn: number) => `${turn}: ${'the ferry is late again and nobody knows why '.repeat(2)}`.trim();

/** Human's lines and the answers of these to them in turn, all passed over. */
async function played(play: Play, turns: number, ...speakers: readonly string[]): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await play.say(line(turn), silent);
    await settled(play);
    await play.reply(speakers[turn % speakers.length] ?? '');
    await settled(play);
  }
}

const beyond = (reads: readonly Read[]): Read[] =>
  reads.filter(({ anew, question, lines, isTrimmed }) => !isTrimmed && anew > question + lines + most);
const trims = (reads: readonly Read[], who: string): number =>
  reads.filter(({ owner, isTrimmed }) => owner === who && isTrimmed).length;

test('ruling 10 over 30 turns in which everything changes each pass of three reads its question, the lines since and at most 100 tokens more', async () => {
  const { play, reads } = await served();
  await played(play, 30, 'Maren', 'Odile');
  expect(reads.length).toBeGreaterThan(150);
  expect(beyond(reads)).toEqual([]);
  expect([trims(reads, 'Maren'), trims(reads, 'Odile')]).toEqual([0, 0]);
  expect(trims(reads, 'Tomas')).toBeLessThan(5);
});

test('ruling 10 so it is where windows are full: whose replies read a window has it cut by these alone; who is silent has one that stays for some lines', async () => {
  const { play, reads } = await served(2200);
  await played(play, 4, 'Odile');
  await played(play, 40, 'Maren');
  expect(beyond(reads)).toEqual([]);
  const silentOnes = owners.filter((owner) => owner !== 'Maren').map((owner) => trims(reads, owner));
  for (const count of silentOnes) expect(count).toBeGreaterThan(0);
  for (const count of [...silentOnes, trims(reads, 'Maren')]) expect(count).toBeLessThan(10);
});
