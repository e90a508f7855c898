import { expect, test } from 'vitest';
import type { Backend, CompletionEvent } from '../../src/inference/backend.ts';
import { openAiBody } from '../../src/inference/dialects/openai-body.ts';
import { createOpenAiReader } from '../../src/inference/dialects/openai-stream.ts';
import { Spending, withBudget } from '../../src/inference/spending.ts';
import { ask, hear } from './replies.ts';

const costing = (cost: number): Backend & { asked: number } => ({
  ...{ kind: 'openai', url: 'http://x', isModel: true, asked: 0 },
  async *complete(): AsyncGenerator<CompletionEvent> {
    this.asked += 1;
    const usage = {
      promptTokens: 1,
      reusedTokens: 0,
      generatedTokens: 1,
      firstTokenMs: 0,
      totalMs: 0,
      model: 'm',
      cost,
    };
    yield { type: 'finished', text: '', reason: 'stop', usage };
  },
  probe: () => Promise.reject(new Error('nobody')),
});

test('when the budget is spent nothing more is asked, and the person is told of the limit, not of what all have cost: it holds the prompts of others', async () => {
  const server = costing(0.4);
  const backend = withBudget(server, new Spending(), 1);
  for (let reply = 0; reply < 3; reply++) expect((await hear(backend)).end.type).toBe('finished');
  const { end } = await hear(backend);
  expect(end).toMatchObject({ type: 'failed', failure: { code: 'over_budget' } });
  expect(end.type === 'failed' && end.failure.message).toMatch(
    /used up the budget of .*1 since sotto started; raise it with .*backend\.budget/,
  );
});

test('without a budget replies go on, and what all servers cost is one sum', async () => {
  const spending = new Spending();
  for (const backend of [withBudget(costing(2), spending, 0), withBudget(costing(3), spending, 0)])
    await hear(backend);
  expect(spending.spent).toBe(5);
});

test('OpenRouter is asked what a reply costs, and nobody else; what is said is read, unless it is no number', () => {
  expect(openAiBody({ dialect: 'openrouter', model: 'm' }, ask())).toMatchObject({
    usage: { include: true },
  });
  expect(openAiBody({ dialect: 'vllm', model: 'm' }, ask())).not.toHaveProperty('usage');
  const costOf = (cost: unknown) => {
    const reader = createOpenAiReader({ url: 'http://x', name: 'x' });
    const chunk = {
      choices: [{ text: 'Hi', finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1, cost },
    };
    const read = [...reader.read(JSON.stringify(chunk)), ...reader.read('[DONE]')];
    return JSON.stringify(read).match(/"cost":([^,}]+)/)?.[1];
  };
  expect(costOf(0.0012)).toBe('0.0012');
  for (const cost of ['free', -1, null]) expect(costOf(cost)).toBeUndefined();
});
