import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SottoError } from '../../../src/domain/errors.ts';
import type { Backend, CompletionEvent, CompletionRequest, Usage } from '../../../src/inference/backend.ts';
import type { ModelFailure } from '../../../src/inference/questions/ask-model.ts';
import { type Classifier, createClassifier } from '../../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { Clockwork } from '../../play/clockwork.ts';
import { clientOf } from '../dialects.ts';
import { bodySentBy } from './body-sent.ts';

const usage: Usage = {
  ...{ promptTokens: 1, reusedTokens: 0, generatedTokens: 1 },
  ...{ firstTokenMs: 0, totalMs: 0, model: '' },
};

/** What a model does when it is asked: says this, hangs (after it said something), or its server fails so. */
type Deed = string | { readonly hangs: string } | { readonly code: string };

/** A model that does these one after the other, and the requests that it had. */
function model(...deeds: Deed[]) {
  const requests: CompletionRequest[] = [];
  async function* complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    const deed = deeds[requests.length] ?? '';
    requests.push(request);
    if (typeof deed === 'string') return yield { type: 'finished', text: deed, reason: 'eos', usage };
    if ('code' in deed) return yield { type: 'failed', text: '', failure: { ...deed, message: 'no' } };
    if (deed.hangs !== '') yield { type: 'delta', text: deed.hangs };
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield { type: 'aborted', text: deed.hangs };
  }
  const backend: Backend = { ...createUnderstudy(), complete };
  return { requests, backend };
}

const asking = (clock: Clockwork, ...models: ReturnType<typeof model>[]): Classifier =>
  createClassifier({
    models: models.map(({ backend }, at) => ({ name: `model-${at}`, backend })),
    ...{ hard: 4000, timeoutMs: 10_000, after: clock.after, estimate: (text: string) => text.length },
  });

const mood = z._default(z.object({ who: z.string(), degree: z.int().check(z.gte(0), z.lte(3)) }), {
  who: '',
  degree: 0,
});
const extraction = { schema: mood, prompt: 'How is Bob?' };
const never = new AbortController().signal;
const good = '{"who":"Bob","degree":2}';

const extracting = async (clock: Clockwork, ...models: ReturnType<typeof model>[]) => {
  const failures: ModelFailure[] = [];
  const found = await asking(clock, ...models).extract(extraction, never, (one) => failures.push(one));
  return { found, failures };
};

test('RP-028 the answer is what the schema says, in a fence of Markdown or among words as well', async () => {
  for (const said of [good, `\`\`\`json\n${good}\n\`\`\``, `Here it is: ${good}. Anything else?`]) {
    const { found, failures } = await extracting(new Clockwork(), model(said));
    expect(found).toEqual({ type: 'found', value: { who: 'Bob', degree: 2 }, model: 'model-0' });
    expect(failures).toEqual([]);
  }
});

test('RP-028 RP-031 what the schema does not allow is asked for once more, more strictly; then its default counts, and is no outcome', async () => {
  const bad = '{"who":"Bob","degree":7}';
  const only = model(bad, 'Bob is well.', good);
  const { found, failures } = await extracting(new Clockwork(), only);
  expect(found).toEqual({ type: 'default', value: { who: '', degree: 0 } });
  expect(failures).toMatchObject([
    { reason: 'nonsense', raw: bad, prompt: only.requests[0]?.prompt },
    { reason: 'nonsense', raw: 'Bob is well.', prompt: only.requests[1]?.prompt },
  ]);
  expect(only.requests).toHaveLength(2);
  const [first = '', second = ''] = only.requests.map(({ prompt }) => prompt);
  expect(second.startsWith(first)).toBe(true);
  expect(second.slice(first.length)).toMatch(/JSON alone/);
});

test.each([
  ['a refusal', "I'm sorry, I can't help with that.", 'refusal'],
  ['nothing', ' \n', 'refusal'],
  ['a moderated answer', { code: 'filtered' }, 'refusal'],
  ['a failure of the server', { code: 'server_error' }, 'error'],
] as const)('RP-012 %s passes that one call on to the next model', async (_, deed, reason) => {
  const [first, second] = [model(deed), model(good)];
  const { found, failures } = await extracting(new Clockwork(), first, second);
  expect(found).toMatchObject({ type: 'found', model: 'model-1' });
  expect(failures).toMatchObject([{ model: 'model-0', reason }]);
  expect(second.requests[0]?.prompt).toBe(first.requests[0]?.prompt);
});

test.each([
  ['hang', '', 'nothing came'],
  ['timeout', '{"who":', 'finish'],
] as const)('RP-029 a %s ends after the time that a model may take', async (reason, hangs, detail) => {
  const clock = new Clockwork();
  const first = model({ hangs });
  const extracted = extracting(clock, first, model(good));
  await expect.poll(() => clock.waiting(10_000)).toBe(1);
  clock.pass(10_000);
  const { found, failures } = await extracted;
  expect(found).toMatchObject({ type: 'found', model: 'model-1' });
  expect(failures).toMatchObject([{ reason, raw: hangs, detail: expect.stringContaining(detail) }]);
});

test('who is too late is told of at once, who is stopped never', async () => {
  for (const [reason, told] of [
    [new SottoError('server', 'too_late', 'late'), ['hang']],
    [undefined, []],
  ] as const) {
    const stop = new AbortController();
    const failures: ModelFailure[] = [];
    const hanging = model({ hangs: '' });
    const asked = asking(new Clockwork(), hanging).extract(extraction, stop.signal, (one) =>
      failures.push(one),
    );
    await expect.poll(() => hanging.requests.length).toBe(1);
    stop.abort(reason);
    expect(failures.map((one) => one.reason)).toEqual(told);
    await expect(asked).rejects.toMatchObject({ code: 'interrupted' });
    expect(failures).toHaveLength(told.length);
  }
});

test('time counts only while the server has the question', async () => {
  const clock = new Clockwork();
  const waiting = model({ hangs: '' });
  const extracted = extracting(clock, waiting);
  await expect.poll(() => waiting.requests.length).toBe(1);
  waiting.requests[0]?.standing?.sent?.(false);
  expect(clock.waiting(10_000)).toBe(0);
  waiting.requests[0]?.standing?.sent?.(true);
  clock.pass(10_000);
  expect((await extracted).failures).toMatchObject([{ reason: 'hang' }]);
});

test('what failed is asked again with what was kept of it, and no default counts then', async () => {
  const { failures } = await extracting(new Clockwork(), model('Bob?', 'Bob!'));
  const [failure] = failures;
  if (!failure) throw new Error('nothing failed');
  const { prompt, wanted } = JSON.parse(JSON.stringify(failure));
  const again = asking(new Clockwork(), model(good)).again({ prompt, wanted }, never);
  expect(await again).toEqual({ value: { who: 'Bob', degree: 2 }, model: 'model-0' });
  const bad = asking(new Clockwork(), model('{"who":"Bob","degree":9}')).again({ prompt, wanted }, never);
  await expect(bad).rejects.toMatchObject({ code: 'no_answer' });
});

test('RP-132 what is asked again may be as long as it might at first, a choice and JSON', async () => {
  const long = { maxTokens: 4321 };
  const failures: ModelFailure[] = [];
  const keep = (one: ModelFailure) => void failures.push(one);
  await asking(new Clockwork(), model('', '')).extract({ ...extraction, ...long }, never, keep);
  const choice = { prompt: 'Who?', choices: ['Ann', 'Bob'], ...long };
  await expect(asking(new Clockwork(), model('')).ask(choice, never, keep)).rejects.toThrow();
  expect(failures).toHaveLength(2);
  for (const failure of failures) {
    const { prompt, wanted } = JSON.parse(JSON.stringify(failure));
    const again = model(wanted.type === 'choice' ? 'Bob' : good);
    await asking(new Clockwork(), again).again({ prompt, wanted }, never);
    expect(again.requests.map(({ maxTokens }) => maxTokens)).toEqual([4321]);
  }
});

test('RP-028 a server is told the schema in the way that it takes: schema, else grammar, else words alone', async () => {
  const sentTo = async (dialect: Parameters<typeof clientOf>[0]['dialect']) =>
    bodySentBy(async (url) => {
      const backend = clientOf({ dialect }, url, { model: 'understudy' });
      await asking(new Clockwork(), { backend, requests: [] }).extract(extraction, never);
    });
  const schema = expect.objectContaining({ type: 'object', required: ['who', 'degree'] });
  expect(await sentTo('llamacpp')).toMatchObject({ json_schema: schema });
  expect(await sentTo('llamacpp')).not.toHaveProperty('grammar');
  expect(await sentTo('ollama')).toMatchObject({ format: schema });
  expect(await sentTo('vllm')).toMatchObject({ structured_outputs: { json: schema } });
  expect(await sentTo('koboldcpp')).toMatchObject({ grammar: expect.stringMatching(/^root ::= /) });
  const words = JSON.stringify(await sentTo('openai'));
  expect(words).not.toMatch(/root ::=|json_schema|response_format/);
  expect(words).toMatch(/Answer in JSON by this schema/);
});
