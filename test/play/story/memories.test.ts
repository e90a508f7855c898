import { expect, test } from 'vitest';
import { openPlay } from '../../../src/play/open-play.ts';
import {
  editMemory,
  findMemories,
  forgetMemory,
  memoriesOf,
  pinMemory,
  setWitnesses,
  weighMemory,
} from '../../../src/play/story/memories/memories.ts';
import { closeScene, exportScene, scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { passingPlay, settled, smallModel } from '../world/passes.ts';

const silent = { reply: [] };
const noticed = (prompt: string) => ({
  significance: /Nice [^\n]*\n\n[^\n]*$/.test(prompt.split('\nJSON:')[0] ?? '') ? 0 : 2,
});
/** A play whose beginning was passed over as something that matters little. */
const begun = async () => {
  const play = passingPlay({ ...smallModel(noticed) });
  await play.say('Nice morning.', silent);
  await settled(play);
  return play;
};
const playing = (as: string) => {
  const play = openPlay(scene.parts, scene.id, as);
  closers.push(() => play.close());
  return play;
};
const remembered = (name: string) => memoriesOf(playing(name).chat).map(({ text }) => text);

test('RP-060 RP-024 what matters is remembered by each who heard it, with who was there, and by nobody else', async () => {
  const play = await begun();
  await play.say('I stole the key.', { ...silent, to: ['Maren'] });
  await settled(play);
  await play.say('Nice weather.', silent);
  await settled(play);
  const [memory, ...others] = memoriesOf(playing('Maren').chat);
  expect(others).toEqual([]);
  expect(memory).toMatchObject({
    ...{ text: 'Tomas: I stole the key.', significance: 2, auto: true, pinned: false, scene: 1 },
    witnesses: expect.arrayContaining([scene.who('Maren'), scene.who('Tomas')]),
  });
  expect(remembered('Tomas')).toEqual(['I: I stole the key.']);
  expect([remembered('Ansel'), remembered('Odile')]).toEqual([[], []]);
  expect(memoriesOf(playing('*').chat)).toHaveLength(2);
});

test('RP-095 a memory is edited, pinned and forgotten by hand, each of which undo takes back; pinned it stands in its owner’s prompts', async () => {
  const play = await begun();
  await play.say('I stole the key.', silent);
  await settled(play);
  const maren = passingPlay({ ...smallModel(noticed) }, 'Maren');
  const [memory] = memoriesOf(maren.chat);
  const id = memory?.id ?? '';
  editMemory(maren.chat, id.slice(0, 6), 'Tomas is a thief.');
  expect(memoriesOf(maren.chat)).toMatchObject([
    { id, text: 'Tomas is a thief.', at: memory?.at, auto: false },
  ]);
  pinMemory(maren.chat, id, true);
  const prompt = async (name: string) => (await maren.prompt(name)).prompt;
  expect(await prompt('Maren')).toContain('You remember: Tomas is a thief.');
  expect(await prompt('Ansel')).not.toContain('thief');
  forgetMemory(maren.chat, id);
  expect(memoriesOf(maren.chat)).toEqual([]);
  expect(await prompt('Maren')).not.toContain('thief');
  await maren.undo();
  await maren.undo();
  expect(memoriesOf(maren.chat)).toMatchObject([{ text: 'Tomas is a thief.', pinned: false }]);
  await maren.undo();
  expect(memoriesOf(maren.chat)).toMatchObject([{ text: 'Tomas: I stole the key.', auto: true }]);
  await expect(async () => editMemory(maren.chat, 'zzz', 'No.')).rejects.toMatchObject({
    code: 'no_such_memory',
  });
  await expect(async () => editMemory(maren.chat, id, ' ')).rejects.toMatchObject({ code: 'empty_text' });
  expect(remembered('Ansel')).toEqual(['Tomas: I stole the key.']);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('KT-24 a memory goes with the message that it is of, for those who are to know it no longer', async () => {
  const play = await begun();
  await play.say('I stole the key.', silent);
  await settled(play);
  const [said] = scene.seenBy('Tomas').slice(-1);
  await play.changeAudience(said?.id ?? '', { to: ['Maren'] });
  expect([remembered('Ansel'), remembered('Odile')]).toEqual([[], []]);
  expect(remembered('Maren')).toEqual(['Tomas: I stole the key.']);
  await play.remove(said?.id ?? '');
  expect([remembered('Maren'), remembered('Tomas')]).toEqual([[], []]);
  await play.undo();
  expect(remembered('Maren')).toEqual(['Tomas: I stole the key.']);
});

test('RP-089 what is remembered is found by its words, the best first', async () => {
  const play = passingPlay({ ...smallModel(() => ({ significance: 2 })) });
  for (const text of ['The boat is old.', 'The key is in the old boat.', 'Rain.'])
    await play.say(text, silent);
  await settled(play);
  const found = findMemories(play.chat, 'old key', { limit: 20 }).map(({ text }) => text);
  expect(found).toEqual(['I: The key is in the old boat.', 'I: The boat is old.']);
});

test('RP-095 RP-077 RP-129 what somebody keeps of a scene is edited and forgotten with its memory, wherever it is read; undo restores it', async () => {
  const play = playing('Tomas');
  await play.say('We set out at dawn.', silent);
  closeScene(play.chat, { summary: 'We left the quay in fog.' });
  await play.say('Now then.', silent);
  const [memory] = memoriesOf(play.chat);
  const id = memory?.id ?? '';
  const reads = async (text: string) => {
    const [kept] = scenesSeen(play.chat);
    return {
      prompt: (await play.prompt('Tomas')).prompt.includes(text),
      scenes: kept?.summaries.Tomas?.includes(text) ?? false,
      export: JSON.stringify(exportScene(play.chat, 1)).includes(text),
      found: findMemories(play.chat, text, { limit: 5 }).length > 0,
    };
  };
  const everywhere = { prompt: true, scenes: true, export: true, found: true };
  const nowhere = { prompt: false, scenes: false, export: false, found: false };
  expect(await reads('fog')).toEqual(everywhere);
  editMemory(play.chat, id, 'We left the quay in rain.');
  const targets = [...scene.store.log.all({ chat: scene.id, kind: 'memory_written' })].map(
    ({ payload }) => Object(payload).target,
  );
  expect(targets).toEqual([undefined, 'memory_pov_summary']);
  expect(await reads('fog')).toEqual(nowhere);
  expect(await reads('rain')).toEqual(everywhere);
  forgetMemory(play.chat, id);
  expect(await reads('rain')).toEqual(nowhere);
  await play.undo();
  expect(await reads('rain')).toEqual(everywhere);
  await play.undo();
  expect(await reads('fog')).toEqual(everywhere);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-137 RP-094 a memory’s own significance is edited, an audited act that undo takes back', async () => {
  const play = await begun();
  await play.say('I stole the key.', silent);
  await settled(play);
  const maren = playing('Maren');
  const [memory] = memoriesOf(maren.chat);
  weighMemory(maren.chat, memory?.id ?? '', 3);
  expect(memoriesOf(maren.chat)).toMatchObject([{ significance: 3, text: memory?.text, auto: false }]);
  await expect(async () => weighMemory(maren.chat, memory?.id ?? '', 4)).rejects.toMatchObject({
    code: 'out_of_bounds',
  });
  const events = [...scene.store.log.all({ chat: scene.id })];
  expect(events.at(-1)).toMatchObject({
    kind: 'memory_written',
    payload: { target: 'significance', by: scene.who('Maren') },
  });
  await playing('Maren').undo();
  expect(memoriesOf(playing('Maren').chat)).toMatchObject([{ significance: 2 }]);
});

test('RP-137 RP-097 RP-129 a memory’s witnesses are edited: who comes to it remembers it, who is taken out no longer does', async () => {
  const play = await begun();
  await play.say('I stole the key.', { ...silent, to: ['Maren'] });
  await settled(play);
  const maren = playing('Maren');
  const [memory] = memoriesOf(maren.chat);
  setWitnesses(maren.chat, memory?.id ?? '', ['Ansel']);
  expect(remembered('Ansel')).toEqual(['Tomas: I stole the key.']);
  expect(remembered('Tomas')).toEqual([]);
  expect(memoriesOf(maren.chat)[0]?.witnesses).toEqual(
    expect.arrayContaining([scene.who('Ansel'), scene.who('Maren')]),
  );
  const written = [...scene.store.log.all({ chat: scene.id, kind: 'memory_written' })];
  expect(written.slice(-2).map(({ payload }) => Object(payload).target)).toEqual(['witnesses', 'witnesses']);
  expect(remembered('Odile')).toEqual([]);
  expect(playing('Odile').undoneBy({ turns: 1 }).facts).toEqual([]);
  await playing('Maren').undo();
  expect([remembered('Ansel'), remembered('Tomas')]).toEqual([[], ['I: I stole the key.']]);
  await expect(async () => setWitnesses(maren.chat, memory?.id ?? '', ['Nobody'])).rejects.toMatchObject({
    code: 'unknown_name',
  });
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
