import { describe, expect, test } from 'vitest';
import type { Backend, CompletionEvent, CompletionRequest } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { JobKind } from '../../src/play/chat/job-kind.ts';
import type { PlaySettings } from '../../src/play/chat/parts.ts';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import { failuresSeen } from '../../src/play/director/failures.ts';
import { settleJobs } from '../../src/play/jobs/jobs.ts';
import type { OpenChat } from '../../src/play/open/open-chat.ts';
import { openPlay } from '../../src/play/open-play.ts';
import { anew, scene } from './scene.ts';

const usage = {
  promptTokens: 9,
  reusedTokens: 0,
  generatedTokens: 1,
  firstTokenMs: 0,
  totalMs: 0,
  model: 'm',
};
const end = (text: string): CompletionEvent[] => [
  { type: 'delta', text },
  { type: 'finished', text, reason: 'eos', usage },
];

/** A model server that writes down what it was asked and answers as told. */
function recorder(
  answer: (request: CompletionRequest, count: number) => readonly CompletionEvent[] = () => end(' Aye.'),
  more: Partial<Backend> = {},
) {
  const requests: CompletionRequest[] = [];
  const probe = {
    kind: 'llamacpp',
    url: 'http://127.0.0.1:1',
    ok: true,
    model: 'm',
    contextSize: 4096,
    slots: 4,
    finding: '',
    remedy: '',
  };
  const backend: Backend = {
    ...createUnderstudy(),
    kind: 'llamacpp',
    isModel: true,
    probe: async () => probe,
    async *complete(request, signal) {
      requests.push(request);
      for (const event of answer(request, requests.length)) {
        if (signal.aborted) return yield { type: 'aborted', text: '' };
        yield event;
      }
    },
    ...more,
  };
  return { requests, backend };
}

const playOn = (backend: Backend, settings: Partial<PlaySettings> = {}): PlayEvent[] => {
  anew({ backend: async () => backend, settings });
  const events: PlayEvent[] = [];
  scene.play.subscribe((event) => events.push(event));
  return events;
};

describe('what a request says', () => {
  test('RP-008 every speaker names a cache of its own, and its seat in the cast', async () => {
    const { requests, backend } = recorder();
    playOn(backend);
    await scene.play.say('Maren?');
    await scene.play.reply('Ansel');
    await scene.play.reply('Maren');
    const castIndexes = requests.map(({ cache }) => cache?.castIndex);
    const keys = requests.map(({ cache }) => cache?.key);
    expect(castIndexes).toEqual([0, 1, 0]);
    expect(keys[0]).toBe(keys[2]);
    expect(new Set(keys).size).toBe(2);
  });

  test('RP-013 the prompt leaves room for the reply in the context that the server has', async () => {
    const { requests, backend } = recorder(undefined, {
      probe: async () => ({ ...(await recorder().backend.probe()), contextSize: 1200 }),
    });
    playOn(backend, { maxTokens: 5000 });
    await scene.play.say('Maren?');
    const [request] = requests;
    const plan = await scene.play.prompt('Maren');
    expect(request?.maxTokens).toBe(300);
    expect(plan.budget).toBe(1200 - 300 - 8);
    expect(plan.counting).toBe('server');
  });

  test('KT-20 a chat endpoint gets the filtered view as messages, others as named content', async () => {
    const { requests, backend } = recorder(() => end('Maren: Hush.'), { kind: 'openai-chat' });
    playOn(backend);
    scene.said('Odile', 'Psst, Ansel.', ['Ansel']);
    await scene.play.say('Maren, whisper.', { to: ['Maren'] });
    const { messages = [] } = requests[0] ?? {};
    expect(messages[0]).toMatchObject({ role: 'system' });
    expect(messages.at(-2)).toEqual({
      role: 'user',
      name: 'Tomas',
      content: 'Tomas: Maren, whisper. (ooc: __known_to_chars__Maren__)',
    });
    expect(messages.at(-1)).toEqual({
      role: 'user',
      content: "[Write Maren's next line, without the name.]",
    });
    expect(messages.filter(({ role }) => role === 'assistant').map(({ name }) => name)).toEqual(['Maren']);
    expect(JSON.stringify(messages)).not.toContain('Psst');
    expect(scene.texts('Maren').at(-1)).toBe('Hush.');
  });

  test("the server's own chat template marks the turns", async () => {
    const chatml = async (messages: readonly { role: string; content: string }[]) =>
      `${messages.map((m) => `<|im_start|>${m.role}\n${m.content}<|im_end|>\n`).join('')}<|im_start|>assistant\n`;
    const { requests, backend } = recorder(undefined, { applyTemplate: chatml });
    playOn(backend, { template: 'server' });
    await scene.play.say('Maren?');
    expect(requests[0]?.prompt).toMatch(/^<\|im_start\|>system\nThis is a roleplay/);
    expect(requests[0]?.prompt).toMatch(
      /<\|im_start\|>user\nTomas: Maren\?<\|im_end\|>\n.*<\|im_start\|>assistant\nMaren:$/s,
    );
  });

  test('a template that cannot be read is told once, and plain names are used', async () => {
    const { requests, backend } = recorder(undefined, { applyTemplate: async () => 'nonsense' });
    const events = playOn(backend, { template: 'server' });
    await scene.play.say('Maren?');
    await scene.play.reply('Maren');
    expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1);
    expect(requests[0]?.prompt.endsWith('\nMaren:')).toBe(true);
  });
});

describe('what a server says', () => {
  test('a prompt that it counts as too large is built again to fit, before anything is stored', async () => {
    const tooLarge = (n: number): CompletionEvent => ({
      type: 'failed',
      text: '',
      failure: {
        code: 'context_exceeded',
        message: 'too large',
        sizes: { promptTokens: n, contextSize: 600 },
      },
    });
    const { requests, backend } = recorder((_, count) => (count === 1 ? [tooLarge(900)] : end(' Aye.')), {
      countTokens: undefined as never,
    });
    playOn(backend);
    for (let n = 0; n < 20; n += 1) scene.said('Odile', `${n} ${'water '.repeat(20)}`);
    const prompts = scene.playing();
    await prompts.say('Maren?');
    expect(requests).toHaveLength(2);
    expect(requests[1]?.prompt.length).toBeLessThan((requests[0]?.prompt.length ?? 0) / 2);
    expect(scene.texts('Maren').at(-1)).toBe('Aye.');
  });

  test('one that stays too large is a failure, and the chat goes on', async () => {
    const failure = {
      code: 'context_exceeded',
      message: 'the prompt is too large; start it with a larger one',
    };
    const { requests, backend } = recorder(() => [{ type: 'failed', text: '', failure }]);
    playOn(backend);
    await expect(scene.play.say('Maren?')).rejects.toMatchObject({
      family: 'server',
      code: 'context_exceeded',
    });
    expect(requests).toHaveLength(1);
    expect(scene.texts('Tomas').at(-1)).toBe('Maren?');
  });

  test('progress of the reading is told until the first word', async () => {
    const states: unknown[] = [];
    const { backend } = recorder(() => [
      { type: 'progress', processed: 0, total: 200, cached: 0 },
      { type: 'progress', processed: 90, total: 200, cached: 0 },
      ...end(' Aye.'),
    ]);
    playOn(backend);
    scene.play.subscribe(() => {
      const { generating } = scene.play.state();
      states.push(typeof generating === 'string' ? generating : generating?.reading);
    });
    await scene.play.say('Maren?');
    expect([...new Set(states)]).toEqual([undefined, null, 0, 0.45]);
    expect(states.indexOf(0.45)).toBeLessThan(states.lastIndexOf(null));
  });

  test('each notice is told once', async () => {
    const { backend } = recorder(() => [{ type: 'notice', message: 'no top_k there' }, ...end(' Aye.')]);
    const events = playOn(backend);
    await scene.play.say('Maren?');
    await scene.play.reply('Maren');
    expect(events.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', message: 'no top_k there' },
    ]);
  });

  test('what it thought is kept apart from the line, by whichever way it came', async () => {
    const { backend } = recorder((_, count) =>
      count === 1
        ? [{ type: 'reasoning', text: 'Ask Ansel: no.' }, ...end(' Aye.')]
        : end('<think>__known_to_chars__Ansel__ hm</think> Maren: No.'),
    );
    const events = playOn(backend);
    await scene.play.say('Maren?');
    await scene.play.reply('Maren');
    const [first, second] = scene.seenBy('Maren').slice(-2);
    expect([first?.text, first?.reasoning]).toEqual(['Aye.', 'Ask Ansel: no.']);
    expect([second?.text, second?.knownTo]).toEqual(['No.', []]);
    expect(second?.reasoning).toContain('hm');
    expect(scene.seenBy('Tomas').at(-1)?.reasoning).toBe('');
    const shown = events.flatMap((event) => (event.type === 'delta' ? [event.text] : []));
    expect(shown.join('')).not.toMatch(/hm|think|Maren:/);
    expect((await scene.play.prompt('Maren')).prompt).not.toMatch(/Ask Ansel|<think>/);
  });

  test('one that only thinks is told apart from one that is silent', async () => {
    const { backend } = recorder(() => end('<think>Hm.</think>'));
    playOn(backend);
    await expect(scene.play.say('Maren?')).rejects.toThrow(/only thought and wrote nothing/);
  });

  test('after a failure the same server is looked at again, never exchanged for the understudy', async () => {
    let opened = 0;
    let probes = 0;
    const failed: CompletionEvent = {
      type: 'failed',
      text: '',
      failure: { code: 'unreachable', message: 'no server answers; start it' },
    };
    const one = recorder((_, count) => (count === 1 ? [failed] : end(' Back.')));
    const probe = one.backend.probe;
    const backend = {
      ...one.backend,
      probe: async () => {
        probes += 1;
        return { ...(await probe()), contextSize: probes === 1 ? 4096 : 2048 };
      },
    };
    anew({
      backend: async () => {
        opened += 1;
        return backend;
      },
    });
    await expect(scene.play.say('Maren?')).rejects.toMatchObject({ code: 'unreachable' });
    expect(scene.play.state().backend.model).toBe('does not answer');
    await scene.play.reply('Maren');
    expect([opened, probes]).toEqual([1, 2]);
    expect((await scene.play.prompt('Maren')).budget).toBe(2048 - 200 - 8);
  });
});

describe('the inspector', () => {
  test('SP-22 tells what changed since the last prompt of that speaker, and how much of it survived', async () => {
    playOn(recorder().backend);
    await scene.play.say('Maren?');
    expect((await scene.play.prompt('Ansel')).since).toBeNull();
    const pinned = scene.said('Maren', 'The key.', ['Maren']);
    await scene.playing('Maren').pin(pinned);
    const { since, tokens } = await scene.playing().prompt('Maren');
    expect(since?.changes.map(({ change, name, zone }) => `${change} ${zone} ${name.split(' ')[0]}`)).toEqual(
      ['added history message', 'added history message', 'added told pins'],
    );
    expect(since?.reusableShare).toBeGreaterThan(0.6);
    expect(since?.reusableTokens).toBeLessThan(tokens);
  });
});

describe('while the human types', () => {
  const held = () => {
    const asked: { request: CompletionRequest; signal: AbortSignal }[] = [];
    let release = (): void => {};
    const { backend } = recorder(undefined, {
      async *complete(request, signal) {
        asked.push({ request, signal });
        if (signal.aborted) return yield { type: 'aborted', text: '' };
        if (request.maxTokens > 1) {
          yield* end(' Aye.');
          return;
        }
        const isRead = await new Promise<boolean>((resolve) => {
          signal.addEventListener('abort', () => resolve(false), { once: true });
          release = () => resolve(true);
        });
        if (!isRead) return yield { type: 'aborted', text: '' };
        yield { type: 'progress', processed: 300, total: 400, cached: 0 };
        yield* end('');
      },
    });
    return { asked, backend, release: () => release() };
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };
  const typing = async (asked: ReturnType<typeof held>['asked']) => {
    await scene.play.connect();
    for (const draft of ['A', 'An', 'Ansel, ', 'Ansel, are you there?']) scene.play.drafting(draft);
    await until(() => asked.length > 0 && (asked.at(-1)?.request.cache?.castIndex ?? 0) === 1);
    return asked.at(-1);
  };

  test('the server reads ahead for the likely speaker, once, and the reply waits for the rest of that prompt', async () => {
    const { asked, backend, release } = held();
    playOn(backend);
    const ahead = await typing(asked);
    expect(ahead?.request).toMatchObject({ maxTokens: 1, cache: { castIndex: 1 } });
    const saying = scene.play.say('Ansel, are you there?');
    await until(() => scene.play.state().generating !== null);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.at(-1)).toBe(ahead);
    release();
    await saying;
    expect(ahead?.signal.aborted).toBe(false);
    const real = asked.at(-1)?.request;
    expect(real?.maxTokens).toBe(200);
    expect(real?.prompt.startsWith(ahead?.request.prompt ?? '-')).toBe(true);
    const count = asked.length;
    scene.play.drafting('');
    expect(asked).toHaveLength(count);
  });

  test('a screen that opens lets the server read the prompt of whoever is next, once; a script does not', async () => {
    const { asked, backend, release } = held();
    playOn(backend);
    await scene.play.connect();
    expect(asked).toEqual([]);
    scene.play.attend();
    await scene.play.connect();
    await until(() => asked.length === 1);
    expect(asked[0]?.request).toMatchObject({ maxTokens: 1, standing: { priority: 'warm_up' } });
    release();
    scene.play.drafting('Aye');
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
    await scene.play.close();
  });

  test('of two who would answer the second is read ahead behind the first, where each has a place in the cache', async () => {
    for (const slots of [1, 3]) {
      const { asked, backend, release } = held();
      const probe = async () => ({ ...(await backend.probe()), slots });
      playOn({ ...backend, probe });
      await scene.play.connect();
      scene.play.drafting('Ansel, Odile, are you there?');
      await until(() => asked.length === 1);
      release();
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const read = asked.map(({ request }) => request.cache?.castIndex);
      expect(read).toEqual(slots === 1 ? [1] : [1, 2]);
    }
  });

  test('RP-014 of two who answer one line the second is read ahead while the first writes, where each has a place in the cache', async () => {
    for (const slots of [1, 3]) {
      const asked: CompletionRequest[] = [];
      const { backend } = recorder(undefined, {
        async *complete(request) {
          asked.push(request);
          if (request.maxTokens > 1) yield { type: 'delta', text: ' Aye.' };
          yield* end(request.maxTokens > 1 ? ' Aye.' : '');
        },
      });
      const probe = async () => ({ ...(await backend.probe()), slots });
      playOn({ ...backend, probe });
      await scene.play.connect();
      await scene.play.say('Is anybody there?', { reply: ['Ansel', 'Odile'] });
      const [first, ahead, second] = slots === 1 ? [asked[0], undefined, asked[1]] : asked;
      expect(first).toMatchObject({ maxTokens: 200, cache: { castIndex: 1 } });
      if (slots > 1) expect(ahead).toMatchObject({ maxTokens: 1, cache: { castIndex: 2 } });
      expect(second).toMatchObject({ maxTokens: 200, cache: { castIndex: 2 } });
      expect(second?.prompt.startsWith(ahead?.prompt ?? '')).toBe(true);
    }
  });

  test('a prompt that begins an epoch is read ahead while the play rests, before anybody types', async () => {
    const asked: CompletionRequest[] = [];
    const { backend } = recorder((request) => {
      asked.push(request);
      return end(request.maxTokens > 1 ? ` ${'Aye, the lamp is lit. '.repeat(4)}` : '');
    });
    playOn(backend, { budget: { context: 0, hard: 1200, soft: 900 } });
    await scene.play.connect();
    scene.play.attend();
    const isReply = ({ maxTokens }: CompletionRequest) => maxTokens > 1;
    const ahead = () => asked.slice(asked.findLastIndex(isReply) + 1);
    const quiet = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await scene.play.say('Maren?', { reply: ['Maren'] });
    await quiet();
    expect(ahead()).toEqual([]);
    for (let n = 0; n < 40 && ahead().length === 0; n += 1) {
      await scene.play.say(`And then, the ${n}th time?`, { reply: ['Maren'] });
      await quiet();
    }
    const [read, ...more] = ahead();
    expect(more).toEqual([]);
    expect(read?.cache?.castIndex).toBe(0);
    await scene.play.say('Go on.', { reply: ['Maren'] });
    const { prompt = '' } = asked.findLast(isReply) ?? {};
    expect(prompt.startsWith(read?.prompt ?? '-')).toBe(true);
    expect(prompt).not.toContain('Maren?');
    await scene.play.close();
  });

  test('RP-014 where bookkeeping has read much else all prompts are read ahead again while the play rests, and not for little', async () => {
    for (const read of [100, 20_000]) {
      const { requests, backend } = recorder(() => end(' Aye.'));
      const probe = async () => ({ ...(await backend.probe()), slots: 3 });
      const reading: JobKind<OpenChat> = {
        kind: 'reading',
        priority: 1,
        of: ({ events }) => events.slice(-1).map(({ id }) => ({ about: id, source: id })),
        run: async (job, { chat }) => {
          chat.parts.store.jobs.spend(job.id, { isAnswered: true, read, written: 1 });
          return [];
        },
      };
      const parts = { ...scene.parts, jobs: [reading] };
      const play = openPlay({ ...parts, backend: async () => ({ ...backend, probe }) }, scene.id);
      await play.connect();
      play.attend();
      await play.say('Maren?', { reply: ['Maren'] });
      const after = requests.length;
      const ahead = () => requests.slice(after).filter(({ maxTokens }) => maxTokens === 1);
      for await (const _ of settleJobs(play.chat));
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const seats = new Set(ahead().map(({ cache }) => cache?.castIndex));
      expect(seats).toEqual(new Set(read > 1000 ? [0, 1, 2] : []));
      await play.close();
    }
  });

  test('what is read ahead for one who does not speak is left at once', async () => {
    const { asked, backend } = held();
    playOn(backend);
    const ahead = await typing(asked);
    await scene.play.say('Maren, are you there?', { reply: ['Maren'] });
    expect(ahead?.signal.aborted).toBe(true);
    expect(asked.at(-1)?.request).toMatchObject({ maxTokens: 200, cache: { castIndex: 0 } });
  });

  test('a reply raises what it waits for to its own urgency, and leaves what only waits for a place', async () => {
    const { asked, backend, release } = held();
    playOn(backend);
    const ahead = await typing(asked);
    const { standing } = ahead?.request ?? {};
    expect(standing?.priority).toBe('warm_up');
    const saying = scene.play.say('Ansel, are you there?');
    await until(() => standing?.priority === 'narrative');
    release();
    await saying;
    expect(asked.at(-1)?.request.standing).toBeUndefined();
  });

  test('a reply does not wait for a read-ahead that gave way', async () => {
    const { asked, backend } = held();
    playOn(backend);
    const ahead = await typing(asked);
    ahead?.request.standing?.sent?.(false);
    await scene.play.say('Ansel, are you there?');
    expect(ahead?.signal.aborted).toBe(true);
    expect(asked.at(-1)?.request).toMatchObject({ maxTokens: 200, cache: { castIndex: 1 } });
  });

  test('to stop while the reply waits for that leaves both', async () => {
    const { asked, backend } = held();
    playOn(backend);
    const ahead = await typing(asked);
    const saying = scene.play.say('Ansel, are you there?');
    await until(() => scene.play.state().generating !== null);
    scene.play.stop();
    await saying;
    expect(ahead?.signal.aborted).toBe(true);
    expect(scene.texts('Ansel')).not.toContain('Aye.');
  });

  test.each([
    ['tokens cost money', { isMetered: true }, {}],
    ['nobody is there but the understudy', { isModel: false }, {}],
    ['the setting says no', {}, { warmUp: false }],
  ])('nothing is sent where %s', async (_, more, settings) => {
    const { asked, backend } = held();
    playOn({ ...backend, ...more }, settings);
    await scene.play.connect();
    scene.play.drafting('Ansel?');
    await scene.play.say('Ansel?');
    expect(asked.map(({ request }) => request.maxTokens)).toEqual([200]);
  });

  test('a line that a server made from another’s state is dropped and asked for once more from the start', async () => {
    const failure = { code: 'foreign_state', message: 'mixed up; it is dropped' };
    const foreign = [
      { type: 'delta', text: 'SECRET' },
      { type: 'failed', text: 'SECRET', failure },
    ] as const;
    const one = recorder((_, count) => (count === 1 ? [...foreign] : end(' Back.')));
    anew({ backend: async () => one.backend });
    await scene.play.say('Maren?');
    expect(one.requests.map(({ isFresh }) => isFresh)).toEqual([false, true]);
    expect(JSON.stringify(scene.play.state())).not.toContain('SECRET');
    expect(failuresSeen(scene.play.chat, { answered: true, all: true })).toMatchObject([
      { kind: 'line', raw: '', prompt: '' },
    ]);
  });

  test('what one process has counted another need not ask for', async () => {
    const asked: string[][] = [];
    const countTokens: Backend['countTokens'] = async (texts) => {
      asked.push([...texts]);
      return texts.map((text) => text.length);
    };
    const { backend } = recorder(undefined, { countTokens, url: 'http://127.0.0.1:1' });
    const open = () => openPlay({ ...scene.parts, backend: async () => backend }, scene.id);
    const first = await open().prompt('Maren');
    expect(asked.flat()).not.toEqual([]);
    asked.length = 0;
    expect((await open().prompt('Maren')).tokens).toBe(first.tokens);
    expect(asked).toEqual([]);
  });

  test('a server that loads its model is told as that', async () => {
    const one = recorder(() => end(' Aye.'));
    const loading = async () => ({ ...(await one.backend.probe()), ok: false, isLoading: true });
    anew({ backend: async () => ({ ...one.backend, probe: loading }) });
    await scene.play.connect();
    expect(scene.play.state().backend.model).toBe('loads its model');
  });
});
