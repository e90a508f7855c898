import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { recoverCutReplies } from '../../../src/play/lease/recover.ts';
import type { PendingLine } from '../../../src/play/reading/line-event.ts';
import type { openScene } from '../../histories.ts';
import { log, sceneWith } from '../scenes.ts';

describe('invariant 8: a reply whose process died', () => {
  const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
  const left = (
    scene: ReturnType<typeof openScene>,
    text: string,
    how: {
      pid?: number;
      goesOn?: boolean;
      isAlternative?: boolean;
      reasoning?: string;
      silentMs?: number;
    } = {},
  ) => {
    const { pid = deadPid, goesOn = false, isAlternative = false, reasoning = '', silentMs = 0 } = how;
    const last = scene.seenBy('Maren').at(-1)?.id ?? null;
    const line: PendingLine = {
      speaker: scene.who('Maren'),
      place: scene.state.head,
      isAlternative,
      continues: goesOn ? last : null,
      origin: { answers: last, backend: 'understudy', model: '', seed: 1, windowFrom: null },
      reasoning,
    };
    const terminal = `${scene.parts.pidSpace}#left`;
    scene.store.leases.hand({ chat: scene.id, terminal, pid, beat: Date.now() - silentMs });
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

  test('keeps to the audience of what it answered, whatever was done to that since', async () => {
    const scene = sceneWith();
    const asked = scene.said('Tomas', 'The key?', ['Maren']);
    left(scene, 'Under the stone.');
    await scene.playing().remove(asked);
    recoverCutReplies(scene.parts);
    expect(scene.texts('Tomas')).toContain('Under the stone.');
    expect(scene.texts('Odile')).not.toContain('Under the stone.');
  });

  test('what the model had thought is kept with it, for its speaker alone', () => {
    const scene = sceneWith();
    left(scene, 'The river is', { reasoning: 'Ansel must not know.' });
    recoverCutReplies(scene.parts);
    expect(scene.seenBy('Maren').at(-1)?.reasoning).toBe('Ansel must not know.');
    expect(scene.seenBy('Tomas').at(-1)?.reasoning).toBe('');
  });

  test('an empty one is forgotten, one of a living process is left alone', () => {
    const scene = sceneWith();
    left(scene, ' ');
    expect(recoverCutReplies(scene.parts)).toEqual([scene.id]);
    expect(scene.texts('everyone')).toHaveLength(1);
    left(scene, 'The river', { pid: process.ppid });
    expect(recoverCutReplies(scene.parts)).toEqual([]);
    expect(scene.store.scratch.all()).toHaveLength(1);
    left(scene, 'The river', { pid: process.ppid, silentMs: 31_000 });
    expect(recoverCutReplies(scene.parts)).toEqual([scene.id]);
  });

  test('RP-041 a line that was being gone on with keeps what had arrived, and its audience', () => {
    const scene = sceneWith();
    scene.replied('Maren', 'The key', { to: ['Tomas'], cut: true });
    left(scene, ' is under the', { goesOn: true });
    recoverCutReplies(scene.parts);
    expect(scene.seenBy('Tomas').at(-1)).toMatchObject({ text: 'The key is under the', truncated: true });
    expect(scene.texts('Odile').join()).not.toContain('key');
  });

  test('stands after what was said since', () => {
    const scene = sceneWith();
    left(scene, 'The river is');
    scene.said('Tomas', 'Never mind.');
    recoverCutReplies(scene.parts);
    expect(scene.texts('Tomas').slice(1)).toEqual(['Never mind.', 'The river is']);
    expect(scene.playing().branches()).toHaveLength(1);
  });

  test('stands beside what was said since when it was an alternative, and the head stays', () => {
    const scene = sceneWith();
    left(scene, 'The river is', { isAlternative: true });
    scene.said('Tomas', 'Never mind.');
    recoverCutReplies(scene.parts);
    expect(scene.texts('Tomas').slice(1)).toEqual(['Never mind.']);
    const previews = scene
      .playing()
      .branches()
      .map(({ preview }) => preview);
    expect(previews).toContain('The river is');
  });

  test('stays with what it answered where a person has gone back meanwhile', async () => {
    const scene = sceneWith();
    scene.said('Tomas', 'Maren?');
    left(scene, 'The river is');
    await scene.playing().undo();
    recoverCutReplies(scene.parts);
    expect(scene.texts('Tomas')).toHaveLength(1);
    await scene.playing().switchTo('main');
    expect(scene.texts('Tomas').slice(1)).toEqual(['Maren?', 'The river is']);
  });
});
