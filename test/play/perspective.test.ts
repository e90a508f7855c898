import { expect, test } from 'vitest';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import { OpenChat } from '../../src/play/open/open-chat.ts';
import { Perspective } from '../../src/play/open/perspective.ts';
import { scene } from './scene.ts';

const measured = {
  ...{ promptTokens: 512, reusedTokens: 500, generatedTokens: 9, firstTokenMs: 80, totalMs: 900 },
  cost: 0.004,
};
const by = { backend: 'llamacpp', model: 'm' };

test('invariant 2 what another’s reply cost is told by an estimate of its text alone, never by the server’s figures', () => {
  const usageAs = (who: string) =>
    new Perspective(new OpenChat(scene.parts, scene.id), scene.who(who)).usage(
      scene.who('Ansel'),
      { ...measured, ...by },
      7,
    );
  expect(usageAs('Ansel')).toEqual({ ...measured, ...by });
  const none = { promptTokens: 0, reusedTokens: 0, firstTokenMs: 0, totalMs: 0 };
  expect(usageAs('Maren')).toEqual({ ...none, generatedTokens: 7, ...by });
});

test('invariant 2 KT-17 whoever is not in a whisper is told nothing as it is written but that something changed', async () => {
  const play = scene.playing('Tomas');
  const told: PlayEvent['type'][] = [];
  play.subscribe(({ type }) => told.push(type));
  await play.say('The key is under the mat.', { as: 'Maren', to: ['Odile'], reply: [] });
  expect(new Set(told)).toEqual(new Set(['state']));
  await play.say('Good evening.', { as: 'Maren', reply: [] });
  expect(told).toContain('message');
});
