import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { recoverCutReplies } from '../../../src/play/lease/recover.ts';
import { plainTemplate } from '../../../src/prompt/template/turn-template.ts';
import { anew, kinds, scene } from '../scene.ts';
import '../scenes.ts';
import { until as settled } from '../../until.ts';
import { scripted } from '../scripted.ts';
import { dictated, terminal } from '../two.ts';

const template = { ...plainTemplate, cue: '<think>\n' };
const secret = 'Ansel hid the key.';

describe.each([false, true])('a template that opens a thought, with heads: %s', (heads) => {
  const begun = async () => {
    anew({ settings: { template, tag: { ...scene.parts.settings.tag, heads } } });
    const model = dictated();
    const [tomas, odile] = [terminal(scene, 'Tomas', model.backend), terminal(scene, 'Odile')];
    const done = tomas.play.say('Maren?', { reply: ['Maren'] });
    model.write(secret);
    await settled(() => expect(scene.store.scratch.of(scene.id)?.text).toBe(secret));
    return { tomas, odile, done, ...model };
  };

  test('invariant 2 what is thought in it is shown to nobody, here or in another terminal', async () => {
    const { tomas, odile, done, write, end } = await begun();
    write('</think>\nMaren: Good day.');
    end();
    await done;
    await settled(() => expect(odile.shown().at(-1)).toBe('Good day.'));
    const told = JSON.stringify([odile.events, tomas.events]);
    expect(told).not.toContain('key');
    expect(scene.seenBy('Maren').at(-1)?.reasoning).toBe(secret);
  });

  test('invariant 2 stopped in it there is no line', async () => {
    const { tomas, done } = await begun();
    tomas.play.stop();
    await done;
    expect(kinds()).not.toContain('reply_cut_short');
    expect(scene.texts('everyone').at(-1)).toBe('Maren?');
  });

  test('invariant 2 invariant 8 what is left of it after a crash is no line either', async () => {
    const { done, end } = await begun();
    const lease = scene.store.leases.of(scene.id)!;
    const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
    scene.store.leases.release(lease);
    scene.store.leases.hand({ ...lease, terminal: `${scene.parts.pidSpace}#left`, pid: deadPid });
    expect(recoverCutReplies(scene.parts)).toEqual([scene.id]);
    end();
    await expect(done).rejects.toMatchObject({ code: 'replaced' });
    expect(scene.texts('everyone').at(-1)).toBe('Maren?');
  });

  test('holds the model to no head, so that it can think', async () => {
    const grammars: unknown[] = [];
    const backend = scripted('No.</think>\n: Aye.');
    const watched = async () => {
      const real = await backend();
      const complete: typeof real.complete = (request, signal) => {
        grammars.push(request.shapes);
        return real.complete(request, signal);
      };
      return { ...real, complete };
    };
    anew({ backend: watched, settings: { template, tag: { ...scene.parts.settings.tag, heads } } });
    await scene.play.reply('Maren');
    expect(grammars).toEqual([undefined]);
  });
});
