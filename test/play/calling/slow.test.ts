import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { runningLine } from '../../../src/play/chat/play-state.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { setTool } from '../../../src/play/tools/offered.ts';
import { type Outcome, tool } from '../../../src/tools/tool.ts';
import { until } from '../../until.ts';
import { scene } from '../scene.ts';
import { calls, modelOf, playOn, written } from './model.ts';

const aSecond = 1000;

/** A tool that answers when it is told to, and notes whether somebody still waits. */
function slowTool() {
  let answer = (_: Outcome) => {};
  let signal: AbortSignal | undefined;
  const slow = tool({
    name: 'harbour_tide',
    description: 'Tell the tide.',
    parameters: z.object({}),
    run(_, __, given) {
      signal = given;
      return new Promise<Outcome>((resolve) => {
        answer = resolve;
      });
    },
  });
  return { slow, answers: (result: string) => answer({ result }), isStopped: () => signal?.aborted };
}

/** A play where `harbour_tide` is on, whose seconds pass when they are told to. */
async function slowly(as?: string) {
  const { slow, ...told } = slowTool();
  const { backend, requests } = modelOf([` I look. ${written('harbour_tide')}`, ' Well then.']);
  playOn(backend, []);
  const ticks: { run: () => void; isOn: boolean }[] = [];
  const after = (milliseconds: number, run: () => void) => {
    if (milliseconds !== aSecond) return scene.parts.after(milliseconds, run);
    const tick = { run, isOn: true };
    ticks.push(tick);
    return () => {
      tick.isOn = false;
    };
  };
  const parts = { ...scene.parts, after, backend: async () => backend, outsideTools: async () => [slow] };
  const play = openPlay(parts, scene.id, as);
  await setTool(play.chat, 'harbour_tide', true);
  scene.said('Tomas', 'When is high water?');
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1)
      for (const tick of ticks.splice(0)) if (tick.isOn) tick.run();
  };
  return { play, requests, pass, ...told };
}

const row = (play: Play): string | null => runningLine(play.state().call);

test('a call that takes long is told of with its seconds, by name to whoever calls, and not at all where nothing unheard is told', async () => {
  for (const [as, hint, name] of [
    ['Maren', 'none', 'harbour_tide'],
    ['Tomas', 'count', 'a tool'],
    ['Tomas', 'none', null],
  ] as const) {
    const { play, pass, answers } = await slowly(as);
    Object.assign(play.chat.parts.settings, { hint });
    const reply = play.reply('Maren');
    await until(() => expect(play.chat.session.call).not.toBeNull());
    expect(row(play), 'what is quick is not told of').toBeNull();
    let states = 0;
    play.subscribe(({ type }) => {
      states += type === 'state' ? 1 : 0;
    });
    pass(4);
    expect(row(play)).toBe(name && `${name} … 4 s, Esc stops it alone`);
    expect(states).toBe(4);
    expect(play.stopCall()).toBe(name !== null);
    if (name === null) answers('Nine.');
    await reply;
    expect(play.state().call).toBeNull();
  }
});

test('a call that a person stops reads as stopped, its work is told so, and the line goes on', async () => {
  const { play, requests, pass, isStopped } = await slowly('Maren');
  const reply = play.reply('Maren');
  await until(() => expect(play.chat.session.call).not.toBeNull());
  pass(1);
  expect(play.stopCall()).toBe(true);
  expect(play.stopCall(), 'there is nothing more to stop alone').toBe(false);
  await reply;
  expect(isStopped()).toBe(true);
  expect(calls()).toMatchObject([{ result: 'ERROR: it was stopped; go on without' }]);
  expect(requests.at(-1)?.prompt).toContain('ERROR: it was stopped; go on without');
  expect(scene.texts('Tomas').at(-1)).toBe('I look. Well then.');
});

test('to stop the line stops its call with it, and what had been said is kept as cut short', async () => {
  const { play, isStopped } = await slowly('Maren');
  const reply = play.reply('Maren');
  await until(() => expect(play.chat.session.call).not.toBeNull());
  play.stop();
  await reply;
  expect(isStopped()).toBe(true);
  expect(scene.texts('Tomas').at(-1)).toBe('I look.');
});
