import { expect, onTestFinished, test } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { atTheInn, innCard } from './inn.ts';
import { ofType, type Stage } from './sotto.ts';

/** llama-server as nearly everybody starts it: four slots over one cache. */
const defaultServer = async (): Promise<string> => {
  const { url, close } = await startFakeServer({ slots: 4, contextSize: 32_768, unified: true });
  onTestFinished(close);
  return url;
};

/** What the store of this stage remembers of a server. */
const remembered = ({ data }: Stage, url: string) => {
  const context = new App({ data });
  onTestFinished(() => context.close());
  return context.store.servers.cacheOf(url);
};

const sysPrompt = 'Alice, Bob and Carl are kept at an inn by the rain, and one of them has a letter. '.repeat(
  30,
);

test('each reply of a script, a process of its own, finds what the server read before, and what it is is remembered', async () => {
  const stage = await atTheInn({ ...innCard, sys_prompt: sysPrompt });
  const url = await defaultServer();
  const at = ['--backend', 'llamacpp', '--url', url];
  const shares: number[] = [];
  for (const [turn, name] of ['Bob', 'Carl', 'Bob', 'Carl', 'Bob', 'Carl'].entries()) {
    await stage.json('say', `And then, for the ${turn}th time?`, '--no-reply');
    const [usage] = ofType(await stage.json('reply', '--by', name, '--as', name, ...at), 'usage');
    shares.push(Number(usage?.reusedTokens) / Number(usage?.promptTokens));
  }
  expect(Math.min(...shares.slice(2))).toBeGreaterThan(0.6);
  expect(remembered(stage, url)).toMatchObject({ keepsSlots: false, slots: 4 });
});

test('what doctor finds out of a server is what play knows of it', async () => {
  const stage = await atTheInn();
  const url = await defaultServer();
  const lines = await stage.json('doctor', '--backend', 'llamacpp', '--url', url);
  const finding = ofType(lines, 'check').find(({ name }) => name === 'cache');
  expect(finding).toMatchObject({
    ok: true,
    finding: expect.stringMatching(/4 slots over one cache.*asks for one slot/),
    remedy: expect.stringContaining('-np'),
  });
  expect(remembered(stage, url)).toMatchObject({ keepsSlots: false });
});
