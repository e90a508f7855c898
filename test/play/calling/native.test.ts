import { expect, test } from 'vitest';
import { openAiChatBody } from '../../../src/inference/dialects/openai-body.ts';
import { scene } from '../scene.ts';
import { calls, modelOf, playOn, written } from './model.ts';

const call = { id: 'call_7', name: 'roll_dice', arguments: '{"notation":"2d6"}' };

test('HC-26 at a chat endpoint tools are told by the API: the call and its result are messages of their own, and the line goes on', async () => {
  const { backend, requests } = modelOf([{ text: 'I throw.', calls: [call] }, 'So be it.'], true);
  playOn(backend, ['roll_dice']);
  scene.said('Tomas', 'Throw for it.');
  await scene.play.reply('Maren');
  const [first, second] = requests;
  expect(first?.tools).toMatchObject([
    { name: 'roll_dice', parameters: { type: 'object', required: ['notation'] } },
  ]);
  expect(JSON.stringify(first?.messages)).not.toContain('tool_call');
  expect(second?.messages?.slice(0, -2)).toEqual(first?.messages);
  expect(second?.messages?.slice(-2)).toEqual([
    { role: 'assistant', content: 'I throw.', calls: [call] },
    { role: 'tool', callId: 'call_7', content: calls()[0]?.result },
  ]);
  expect(scene.texts('Tomas').slice(-2)[0]).toBe('I throw. So be it.');
});

test('a call at a chat endpoint as the API wants it, and no tools where none is offered', () => {
  const messages = [
    { role: 'user', content: 'Throw.' },
    { role: 'assistant', content: '', calls: [call] },
    { role: 'tool', callId: 'call_7', content: '9' },
  ] as const;
  const request = { prompt: '', messages, stop: [], maxTokens: 9, seed: 0, sampling: {} };
  const body = (more = {}) =>
    openAiChatBody({ dialect: 'openai', model: 'm' }, { ...request, ...more }, 'http://127.0.0.1:1');
  expect(Object.keys(body())).not.toContain('tools');
  const sent = body({ tools: [{ name: 'roll_dice', description: 'Roll.', parameters: { type: 'object' } }] });
  expect(sent).toMatchObject({
    tools: [{ type: 'function', function: { name: 'roll_dice' } }],
    tool_choice: 'auto',
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_7', type: 'function', function: { name: 'roll_dice' } }],
      },
      { role: 'tool', tool_call_id: 'call_7', content: '9' },
    ],
  });
});

test('a call that a chat endpoint leaves in the text is one as well', async () => {
  playOn(modelOf([`Aye. ${written('roll_dice', { notation: 'd6' })}`, 'So.'], true).backend, ['roll_dice']);
  scene.said('Tomas', 'Throw for it.');
  await scene.play.reply('Maren');
  expect(calls()).toHaveLength(1);
  expect(scene.texts('Tomas').slice(-2)[0]).toBe('Aye. So.');
});
