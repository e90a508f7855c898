import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { grammarOf } from '../../src/domain/audience/gbnf.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { choiceIn } from '../../src/inference/questions/answers.ts';
import type { ModelFailure } from '../../src/inference/questions/ask-model.ts';

import { type Classifier, createClassifier } from '../../src/inference/questions/classifier.ts';
import { createLlamaCpp } from '../../src/inference/servers/llamacpp.ts';
import { createOllama } from '../../src/inference/servers/ollama.ts';
import { patience } from './replies.ts';

type Body = Record<string, unknown>;

interface Model {
  readonly backend: Backend;
  /** What was asked of it, in order. */
  readonly asked: Body[];
}

/** A llama.cpp server whose model gives these answers, one a request, the last one for ever; a number is a status. */
async function answering(...answers: (string | number)[]): Promise<Model> {
  const asked: Body[] = [];
  const server = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    if (request.url !== '/completion') return void response.writeHead(404).end('{}');
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(JSON.parse(body));
    if (typeof answer === 'number') return void response.writeHead(answer).end('{"error":{"message":"no"}}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const end = { content: '', stop: true, stop_type: 'eos', tokens_evaluated: 1, tokens_predicted: 1 };
    const events = [{ content: answer, stop: false }, end];
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { backend: createLlamaCpp({ url, ...patience }), asked };
}

const classifierOf = (...models: Model[]): Classifier =>
  createClassifier({
    models: models.map(({ backend }, at) => ({ name: `model-${at}`, backend })),
    hard: 100,
    timeoutMs: 10_000,
    after: () => () => {},
    estimate: (text) => text.length,
  });

const yesOrNo = { prompt: 'Is the sea wet? Answer yes or no.\nAnswer:', choices: ['yes', 'no'] };
const never = new AbortController().signal;

test('RP-010 RP-028 a question goes out with a grammar of its choices, at temperature 0, as the classifier', async () => {
  const model = await answering(' yes');
  expect(await classifierOf(model).ask(yesOrNo, never)).toEqual({ choice: 'yes', model: 'model-0' });
  expect(model.asked).toMatchObject([
    { prompt: yesOrNo.prompt, temperature: 0, grammar: 'root ::= " "? ("yes" | "no")', n_predict: 32 },
  ]);
});

test.each([
  ['a refusal', "I'm sorry, but I can't answer that."],
  ['nothing', '  '],
  ['a failure', 500],
] as const)(
  'RP-011 RP-012 %s passes that one question on; the next begins with the first model again',
  async (_, bad) => {
    const first = await answering(bad, 'no');
    const [second, third] = [await answering(bad), await answering('yes')];
    const classifier = classifierOf(first, second, third);
    expect(await classifier.ask(yesOrNo, never)).toEqual({ choice: 'yes', model: 'model-2' });
    expect(await classifier.ask(yesOrNo, never)).toEqual({ choice: 'no', model: 'model-0' });
    expect([first, second, third].map(({ asked }) => asked.length)).toEqual([2, 1, 1]);
  },
);

test('RP-028 what is no answer is asked for once more, more strictly, then of the next model', async () => {
  const first = await answering('The sea is wet.', 'Wet, I say.', 'no');
  const second = await answering('yes');
  const failures: ModelFailure[] = [];
  const classifier = classifierOf(first, second);
  const choice = await classifier.ask(yesOrNo, never, (failure) => failures.push(failure));
  expect(choice).toEqual({ choice: 'yes', model: 'model-1' });
  const stricter = expect.stringMatching(/wet\? Answer.*one of these and nothing else: yes, no\n$/s);
  expect([first, second].map(({ asked }) => asked.map(({ prompt }) => prompt))).toEqual([
    [yesOrNo.prompt, stricter],
    [stricter],
  ]);
  expect(failures).toMatchObject([
    { model: 'model-0', reason: 'nonsense', prompt: yesOrNo.prompt, raw: 'The sea is wet.' },
    { model: 'model-0', reason: 'nonsense', prompt: stricter, raw: 'Wet, I say.' },
  ]);
});

test('RP-011 when all fail, the error names each of them and why', async () => {
  const classifier = classifierOf(await answering('Perhaps.'), await answering(500));
  const failure = classifier.ask(yesOrNo, never);
  await expect(failure).rejects.toMatchObject({ family: 'server', code: 'no_answer' });
  await expect(failure).rejects.toThrow(/model-0: said "Perhaps\.".* \| model-1: .*500.*fallbacks/);
});

test('RP-013 a question over the hard limit is refused before anything is sent', async () => {
  const model = await answering('yes');
  const question = { ...yesOrNo, prompt: 'x'.repeat(101) };
  await expect(classifierOf(model).ask(question, never)).rejects.toMatchObject({
    code: 'question_too_large',
    message: expect.stringMatching(/101 tokens.*backend\.classifier\.hard.*100/),
  });
  expect(model.asked).toEqual([]);
});

test('a question that is stopped asks nobody else', async () => {
  const stopped = AbortSignal.abort();
  const models = [await answering('yes'), await answering('yes')];
  await expect(classifierOf(...models).ask(yesOrNo, stopped)).rejects.toMatchObject({ code: 'interrupted' });
  expect(models[1]?.asked).toEqual([]);
});

test('Ollama, which has no grammar, gets the choices as a schema', async () => {
  const asked: Body[] = [];
  const server = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    if (request.url !== '/api/generate') return void response.writeHead(200).end('{}');
    asked.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end('{"response":"\\"no\\""}\n{"response":"","done":true,"done_reason":"stop"}\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const backend = createOllama({ url, ...patience, model: 'small' });
  expect(await classifierOf({ backend, asked }).ask(yesOrNo, never)).toMatchObject({ choice: 'no' });
  expect(asked.at(-1)).toMatchObject({ format: { enum: ['yes', 'no'] } });
});

test.each([
  ['yes', 'yes'],
  [' "Yes." \n\nBecause the sea is wet.', 'yes'],
  ['**No**', 'no'],
  ['No, it is not.', 'no'],
  ['no one knows', undefined],
  ["No, I can't say.", undefined],
  ['yesterday', undefined],
  ['Yes and no', undefined],
])('%j makes the choice %s', (reply, choice) => {
  expect(choiceIn(reply, yesOrNo.choices)).toBe(choice);
});

test('∀ choices: the grammar is one line with one closed literal for each', () => {
  const choice = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => /\w/.test(text));
  fc.assert(
    fc.property(fc.uniqueArray(choice, { minLength: 1, maxLength: 4 }), (choices) => {
      const grammar = grammarOf(choices);
      expect(grammar).not.toMatch(/[\n\r]/);
      const literals = grammar.replace('" "? ', '').match(/"(?:\\.|[^"\\])*"/g) ?? [];
      expect(literals).toHaveLength(choices.length);
      expect(grammar.replace(/"(?:\\.|[^"\\])*"/g, 's')).toBe(
        `root ::= s? (${choices.map(() => 's').join(' | ')})`,
      );
    }),
  );
});
