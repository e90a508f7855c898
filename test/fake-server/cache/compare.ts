// Compares the emulated slots with those of a real llama-server by random requests, one after another:
// `npm run fake-server:compare -- URL --slots 4 --ctx 8192 --unified`, each option as the server was started.
import { parseArgs } from 'node:util';
import { LlamaCppSlots } from './slots.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slots: { type: 'string', default: '1' },
    ctx: { type: 'string', default: '16384' },
    window: { type: 'string', default: '0' },
    requests: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    unified: { type: 'boolean', default: false },
    'no-cache-idle-slots': { type: 'boolean', default: false },
    'no-host-cache': { type: 'boolean', default: false },
  },
});
const url = positionals[0] ?? 'http://127.0.0.1:8080';
const slots = Number(values.slots);
const contextSize = Number(values.ctx);
let state = Number(values.seed);

/** Below a bound, the same in each run. */
const draw = (bound: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * bound);
};
const tokens = (length: number): number[] => Array.from({ length }, () => 1000 + draw(25_000));

const ask = async (path: string, body?: object) => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return Object(await (await fetch(url + path, init)).json());
};

const pool = new LlamaCppSlots({
  slots,
  contextSize,
  unified: values.unified,
  cacheIdleSlots: !values['no-cache-idle-slots'],
  slidingWindow: Number(values.window),
  ...(values['no-host-cache'] && { hostTokens: 0 }),
});

const emulated = async (prompt: number[], slot: number, reply: readonly number[]) => {
  const lease = await pool.acquire({ tokens: prompt, slot }, new AbortController().signal);
  while (lease.read());
  for (const token of reply.slice(0, -1)) lease.write(token);
  lease.release();
  return [lease.slot.id, lease.reused, ...pool.slots.map(({ kept }) => kept.tokens.length)];
};

const real = async (prompt: number[], id_slot: number) => {
  const more = { n_predict: 1 + draw(6), cache_prompt: true, return_tokens: true, ignore_eos: true };
  const answer = await ask('/completion', { prompt, id_slot, ...more });
  const held = (await ask('/slots')).map((slot: { n_prompt_tokens?: number }) => slot.n_prompt_tokens ?? 0);
  return { reply: answer.tokens, seen: [answer.id_slot, answer.timings?.cache_n, ...held] };
};

const beginning = tokens(draw(contextSize / 8));
const stories = Array.from({ length: slots + 2 }, () => [...beginning, ...tokens(draw(contextSize / 4))]);
const differences: string[] = [];
for (let at = 0; at < Number(values.requests); at += 1) {
  const story = stories[draw(stories.length)] ?? [];
  if (draw(8) === 0) story.length = Math.max(1, draw(story.length));
  story.push(...tokens(draw(contextSize / 32)));
  if (story.length > contextSize / 2) story.length = Math.max(1, draw(contextSize / 4));
  const prompt = [...story, ...tokens(1 + draw(80))];
  const slot = draw(3) === 0 ? -1 : draw(slots);
  const { reply, seen } = await real(prompt, slot);
  const expected = await emulated(prompt, slot, reply);
  if (JSON.stringify(seen) !== JSON.stringify(expected))
    differences.push(`${at} of ${prompt.length} tokens in ${slot}: real ${seen}, emulated ${expected}`);
}
process.stdout.write(
  [...differences.slice(0, 20), `${differences.length} of ${values.requests} differ`, ''].join('\n'),
);
