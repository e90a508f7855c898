import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { createLlamaCpp } from '../../src/inference/llamacpp.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { type ServeOptions, serveUnderstudy } from '../../src/inference/understudy/server.ts';
import type { PendingLine } from '../../src/play/line-event.ts';
import type { PlayEvent } from '../../src/play/play.ts';
import { recoverCutReplies } from '../../src/play/recover.ts';
import { openScene, type SceneOptions } from '../histories.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const sceneWith = (options: SceneOptions = {}): ReturnType<typeof openScene> => {
  const scene = openScene(options);
  closers.push(() => scene.close());
  return scene;
};

/** A scene that is played over HTTP with a served understudy. */
async function served(options: ServeOptions): Promise<ReturnType<typeof openScene>> {
  const server = await serveUnderstudy(options);
  closers.push(() => server.close());
  const patience = { firstTokenTimeoutMs: 20_000, silenceTimeoutMs: 20_000 };
  const backend = createLlamaCpp({ url: server.url, ...patience });
  return sceneWith({ backend: async () => backend });
}

const log = (scene: ReturnType<typeof openScene>) => [...scene.store.log.all({ chat: scene.id })];

describe('over HTTP', () => {
  test('a reply arrives, and says who wrote it and what it cost', async () => {
    const scene = await served({});
    const events: PlayEvent[] = [];
    scene.play.subscribe((event) => events.push(event));
    await scene.play.say('Maren?');
    expect(log(scene).at(-1)).toMatchObject({
      kind: 'reply_received',
      actor: 'model',
      payload: { backend: 'llamacpp', answers: scene.seenBy('Tomas').at(-2)?.id },
    });
    const usage = events.find((event) => event.type === 'usage');
    expect(usage).toMatchObject({ usage: { backend: 'llamacpp', generatedTokens: expect.any(Number) } });
    expect(scene.play.state().backend).toMatchObject({ kind: 'llamacpp', isModel: true });
  });

  test('RP-078 replay takes what a model wrote from the log, and asks nobody', async () => {
    let asked = 0;
    const understudy = createUnderstudy();
    const scene = sceneWith({
      backend: async () => {
        asked += 1;
        return understudy;
      },
    });
    await scene.play.say('Maren?');
    const seen = scene.seenBy('Tomas');
    await scene.playing().undo();
    await scene.playing().redo();
    expect(scene.store.verify(scene.state).differences).toEqual([]);
    expect(scene.store.worlds.fromScratch(scene.id, scene.state.head)).toEqual(scene.state.world);
    expect(scene.seenBy('Tomas')).toEqual(seen);
    expect(asked).toBe(1);
  });

  test('RP-041 the server dies in mid-stream: what arrived is kept as cut short, and the chat goes on', async () => {
    const scene = await served({ fail: { mode: 'die', afterTokens: 3, requests: 1 } });
    const failure = scene.play.say('Maren?');
    await expect(failure).rejects.toMatchObject({ family: 'server', code: 'broken_stream' });
    const cut = scene.seenBy('Tomas').at(-1);
    expect(cut).toMatchObject({ truncated: true, speaker: scene.who('Maren') });
    expect(log(scene).at(-1)).toMatchObject({
      kind: 'reply_cut_short',
      payload: { reason: 'broken_stream' },
    });
    expect(scene.store.scratch.all()).toEqual([]);
    await scene.playing().continueReply();
    const whole = scene.seenBy('Tomas').at(-1);
    expect(whole).toMatchObject({ id: cut?.id, truncated: false });
    expect(whole?.text.startsWith(cut?.text ?? '-')).toBe(true);
    expect(whole?.text.length).toBeGreaterThan(cut?.text.length ?? 0);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-031 the server refuses: the failure is in the log, and so is what was said', async () => {
    const scene = await served({ fail: { mode: '500', requests: 1 } });
    await expect(scene.play.say('Maren?')).rejects.toMatchObject({ family: 'server', exitCode: 4 });
    expect(scene.texts('Tomas').slice(1)).toEqual(['Maren?']);
    expect(log(scene).at(-1)).toMatchObject({
      kind: 'reply_failed',
      payload: { speaker: scene.who('Maren'), code: 'server_error' },
    });
    await scene.playing().regenerate();
    expect(scene.texts('Tomas')).toHaveLength(3);
  });

  test('RP-079 undo after a failed reply takes back what was said, for the failure left nothing to see', async () => {
    const scene = await served({ fail: { mode: '500', requests: 1 } });
    await expect(scene.play.say('Maren?')).rejects.toMatchObject({ family: 'server' });
    const play = scene.playing();
    await play.undo();
    expect(scene.texts('Tomas')).toHaveLength(1);
    await play.redo();
    expect(scene.texts('Tomas').at(-1)).toBe('Maren?');
  });

  test('a prompt that is larger than the server takes is told before the reply', async () => {
    const scene = await served({ contextSize: 300 });
    await expect(scene.play.say('Maren?')).rejects.toMatchObject({ code: 'prompt_too_large' });
    expect(scene.play.state().generating).toBeNull();
  });

  test('the next speaker in the queue does not speak after a failure', async () => {
    const scene = await served({ fail: { mode: '500', requests: 1 } });
    await expect(scene.play.say('Ansel and Odile?')).rejects.toMatchObject({ code: 'server_error' });
    expect(scene.texts('Tomas').slice(1)).toEqual(['Ansel and Odile?']);
  });
});

describe('stopping', () => {
  const stopAtFirst = (scene: ReturnType<typeof openScene>): void => {
    const leave = scene.play.subscribe(({ type }) => {
      if (type !== 'delta') return;
      leave();
      scene.play.stop();
    });
  };

  test('KT-18 RP-041 keeps what was said as cut short, ends the queue, and the reply can be continued', async () => {
    const scene = sceneWith();
    stopAtFirst(scene);
    await scene.play.say('Ansel and Odile?');
    const cut = scene.seenBy('Tomas').at(-1);
    expect(scene.texts('Tomas')).toHaveLength(3);
    expect(cut).toMatchObject({ truncated: true, speaker: scene.who('Ansel') });
    await scene.play.continueReply();
    const whole = scene.seenBy('Tomas').at(-1);
    expect(whole).toMatchObject({ id: cut?.id, truncated: false });
    expect(whole?.text.startsWith(cut?.text ?? '-')).toBe(true);
    await scene.play.undo();
    expect(scene.seenBy('Tomas').at(-1)).toEqual(cut);
  });

  test('RP-042 while a reply is written nothing else is done', async () => {
    const scene = sceneWith();
    const { play } = scene;
    let refused: Promise<PromiseSettledResult<unknown>[]> | undefined;
    const leave = play.subscribe(({ type }) => {
      if (type !== 'delta') return;
      leave();
      const others = [
        play.say('Me too.'),
        play.undo(),
        play.edit('last', 'x'),
        play.swipe(1),
        play.regenerate(),
      ];
      refused = Promise.allSettled(others);
    });
    await play.say('Maren?');
    const codes = (await refused)?.map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes).toEqual(['busy', 'busy', 'busy', 'busy', 'busy']);
    expect(scene.texts('Tomas')).toHaveLength(3);
  });

  test('closing waits until the reply in flight is kept, whatever was refused meanwhile', async () => {
    const scene = sceneWith();
    const { play } = scene;
    const closed = new Promise<void>((resolve) => {
      const leave = play.subscribe(({ type }) => {
        if (type !== 'delta') return;
        leave();
        play.say('Me too.').catch(() => undefined);
        resolve(play.close());
      });
    });
    const said = play.say('Maren?');
    await closed;
    expect(play.state().generating).toBeNull();
    expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ truncated: true });
    expect(scene.store.scratch.all()).toEqual([]);
    await said;
  });
});

describe('a continued line', () => {
  const writing = (text: string): SceneOptions => {
    const usage = {
      promptTokens: 1,
      reusedTokens: 0,
      generatedTokens: 1,
      firstTokenMs: 0,
      totalMs: 0,
      model: '',
    };
    return {
      backend: async () => ({
        ...createUnderstudy(),
        async *complete() {
          yield { type: 'finished', text, reason: 'eos', usage };
        },
      }),
    };
  };

  test.each([
    ['a whisper stays one', ['Tomas', 'Ansel'], ' more.', ['Ansel', 'Tomas']],
    ['a public line may end in secret', [], ' more. __known_to_chars__Ansel__', ['Maren', 'Ansel']],
    [
      'invariant 2 a whisper is never told to somebody who was not in it',
      ['Tomas', 'Ansel'],
      ' more. __known_to_chars__Ansel,Odile__',
      ['Maren', 'Ansel'],
    ],
  ])('KT-10 %s', async (_, to, more, expected) => {
    const scene = sceneWith(writing(more));
    scene.replied('Maren', 'The key', { to, cut: true });
    await scene.playing().continueReply();
    const whole = scene.seenBy('everyone').at(-1);
    expect(whole?.text).toBe('The key more.');
    const wanted = new Set(expected.map((name) => scene.who(name)));
    if (to.length > 0 && expected.includes('Tomas')) wanted.add(scene.who('Maren'));
    expect(new Set(whole?.knownTo)).toEqual(wanted);
    expect(scene.texts('Odile')).not.toContain('The key more.');
  });

  test('a model that has nothing to add is an error, and the line stays as it was', async () => {
    const scene = sceneWith(writing(''));
    scene.replied('Maren', 'The key', { cut: true });
    await expect(scene.playing().continueReply()).rejects.toMatchObject({ code: 'empty_reply' });
    expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ text: 'The key', truncated: true });
  });
});

describe('invariant 8: a reply whose process died', () => {
  const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
  const left = (
    scene: ReturnType<typeof openScene>,
    text: string,
    how: { pid?: number; goesOn?: boolean } = {},
  ) => {
    const { pid = deadPid, goesOn = false } = how;
    const last = scene.seenBy('Maren').at(-1)?.id ?? null;
    const line: PendingLine = {
      speaker: scene.who('Maren'),
      place: scene.state.head,
      continues: goesOn ? last : null,
      origin: { answers: last, backend: 'understudy', model: '', seed: 1, windowFrom: null },
    };
    scene.store.scratch.save({ chat: scene.id, pid, reply: { ...line }, text });
  };

  test('is kept as cut short, once', () => {
    const scene = sceneWith();
    left(scene, 'The river is');
    expect(recoverCutReplies(scene.parts)).toEqual([scene.id]);
    expect(recoverCutReplies(scene.parts)).toEqual([]);
    expect(scene.seenBy('Odile').at(-1)).toMatchObject({
      text: 'The river is',
      truncated: true,
      knownTo: [],
    });
    expect(log(scene).at(-1)).toMatchObject({ kind: 'reply_cut_short', payload: { reason: 'crashed' } });
  });

  test('keeps to the audience that it answered, and to the tag that had begun', () => {
    const scene = sceneWith();
    scene.said('Tomas', 'The key?', ['Maren']);
    left(scene, 'Under the stone.');
    recoverCutReplies(scene.parts);
    expect(scene.texts('Tomas')).toContain('Under the stone.');
    expect(scene.texts('Odile')).not.toContain('Under the stone.');
    left(scene, 'By the oak. (ooc: __known_to_ch');
    recoverCutReplies(scene.parts);
    expect(scene.texts('Maren').at(-1)).toBe('By the oak.');
    expect(scene.texts('Odile')).toHaveLength(1);
  });

  test('an empty one is forgotten, one of a living process is left alone', () => {
    const scene = sceneWith();
    left(scene, ' ');
    expect(recoverCutReplies(scene.parts)).toEqual([scene.id]);
    expect(scene.texts('everyone')).toHaveLength(1);
    left(scene, 'The river', { pid: process.ppid });
    expect(recoverCutReplies(scene.parts)).toEqual([]);
    expect(scene.store.scratch.all()).toHaveLength(1);
  });

  test('RP-041 a line that was being gone on with keeps what had arrived, and its audience', () => {
    const scene = sceneWith();
    scene.replied('Maren', 'The key', { to: ['Tomas'], cut: true });
    left(scene, ' is under the', { goesOn: true });
    recoverCutReplies(scene.parts);
    expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ text: 'The key is under the', truncated: true });
    expect(scene.texts('Odile').join()).not.toContain('key');
  });

  test('stands where it would have stood, beside what was said since', () => {
    const scene = sceneWith();
    left(scene, 'The river is');
    scene.said('Tomas', 'Never mind.');
    recoverCutReplies(scene.parts);
    expect(scene.texts('Tomas').slice(1)).toEqual(['The river is']);
    expect(
      scene
        .playing()
        .branches()
        .map(({ preview }) => preview),
    ).toContain('Never mind.');
  });
});
