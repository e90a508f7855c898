import { describe, expect, test } from 'vitest';
import { createLlamaCpp } from '../../src/inference/servers/llamacpp.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import type { openScene } from '../histories.ts';
import { closers, log, sceneWith } from './scenes.ts';

/** A scene that is played over HTTP with a fake server. */
async function served(
  options: FakeServerOptions,
  firstTokenTimeoutMs = 300_000,
): Promise<ReturnType<typeof openScene>> {
  const server = await startFakeServer(options);
  closers.push(() => server.close());
  const patience = { firstTokenTimeoutMs, silenceTimeoutMs: 300_000 };
  const backend = createLlamaCpp({ url: server.url, ...patience });
  return sceneWith({ backend: async () => backend });
}

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

  test('a server that answers nothing but what generates is there once it has replied', async () => {
    const scene = await served({ fail: { mode: 'mute' } }, 1000);
    await scene.play.connect();
    expect(scene.play.state().backend).toMatchObject({ model: 'does not answer' });
    await scene.play.say('Maren?');
    expect(log(scene).at(-1)?.kind).toBe('reply_received');
    expect(scene.play.state().backend).not.toMatchObject({ model: 'does not answer' });
  });

  test('RP-014 what no prompt could hold is refused when it is said, and nothing is stored; what is out of character is in none', async () => {
    const scene = await served({ contextSize: 1500 });
    await scene.play.say('Maren?');
    const before = log(scene).length;
    const long = 'Listen, listen! '.repeat(600);
    await expect(scene.play.say(long)).rejects.toMatchObject({
      ...{ family: 'usage', code: 'message_too_large' },
      message: expect.stringMatching(/^this has \d{4} tokens and a whole prompt may have 1\d{3},/),
    });
    expect(log(scene)).toHaveLength(before);
    await scene.play.say(`((${long}))`);
    await scene.play.say('Maren, well?');
    expect(log(scene).at(-1)?.kind).toBe('reply_received');
  });

  test('what only the estimate takes for too long is counted by the server, and said', async () => {
    const scene = await served({ contextSize: 1500 });
    const shouted = 'AAAA BBBB CCCC DDDD '.repeat(170);
    expect(estimateTokens(shouted)).toBeGreaterThan(1500);
    await scene.play.say(shouted, { reply: [] });
    expect(scene.seenBy('Tomas').at(-1)?.text).toBe(shouted.trim());
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

  test('the server refuses: the failure is in the log, and so is what was said', async () => {
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
    const scene = await served({ contextSize: 200 });
    const refused = expect(scene.play.say('Maren?')).rejects;
    await refused.toMatchObject({ family: 'server', code: 'context_exceeded' });
    expect(scene.play.state().generating).toBeNull();
  });

  test('the next speaker in the queue does not speak after a failure', async () => {
    const scene = await served({ fail: { mode: '500', requests: 1 } });
    await expect(scene.play.say('Ansel and Odile?')).rejects.toMatchObject({ code: 'server_error' });
    expect(scene.texts('Tomas').slice(1)).toEqual(['Ansel and Odile?']);
  });
});
