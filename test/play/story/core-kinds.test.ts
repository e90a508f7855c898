import { expect, test } from 'vitest';
import type { EventKind } from '../../../src/domain/events/events.ts';
import { addOccasion } from '../../../src/play/story/occasion-acts.ts';
import { occasionTriggers } from '../../../src/play/story/occasions/trigger-job.ts';
import { skipTime } from '../../../src/play/story/time/skipping.ts';
import { scene } from '../scene.ts';
import { over, passes, settled, smallModel } from '../world/passes.ts';
import { tellingPlay } from './tellings.ts';

/** What the requirement calls each of its kinds, and the kind that says it here. */
const core: Readonly<Record<string, EventKind>> = {
  user_turn: 'message_said',
  assistant_turn: 'reply_received',
  time_skip: 'time_skipped',
  event_triggered: 'occasion_change',
  edge_update: 'edge_update',
  scene_transition: 'scene_closed',
  entity_state_change: 'entity_state_change',
  activity_change: 'activity_change',
};

test('RP-075 a play writes an event of each core kind where it happens, and replay reads them all', async () => {
  const found = { mood: 'grim', verb: 'rowing', others: { Tomas: { affinity: 1 } } };
  const { classifier } = smallModel((prompt) => (prompt.includes('what has changed for') ? found : 'yes'));
  const play = tellingPlay({
    classifier,
    jobs: [...passes(), occasionTriggers({ isOff: () => null, over })],
  });
  const written = async (act: () => unknown): Promise<string[]> => {
    const before = [...scene.store.log.all({ chat: scene.id })].length;
    await act();
    await settled(play);
    return [...scene.store.log.all({ chat: scene.id })].slice(before).map(({ kind }) => kind);
  };
  const ofPasses = [core.edge_update, core.entity_state_change, core.activity_change];
  expect(await written(() => play.say('Row.', { reply: ['Maren'] }))).toEqual(
    expect.arrayContaining([core.user_turn, core.assistant_turn, ...ofPasses]),
  );
  addOccasion(play.chat, 'picnic', { condition: 'the lamp is lit' });
  const triggered = await written(() => play.say('Tomas lights the lamp.', { reply: [] }));
  expect(triggered).toContain(core.event_triggered);
  expect(await written(() => skipTime(play.chat, 'a week later'))).toEqual(
    expect.arrayContaining([core.time_skip, core.scene_transition]),
  );
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
