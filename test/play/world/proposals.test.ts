import { expect, test } from 'vitest';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { addContainer } from '../../../src/play/world/container-edits.ts';
import { containersIn } from '../../../src/play/world/lines/known.ts';
import { presencePass } from '../../../src/play/world/proposals/presence-pass.ts';
import { answerProposal, proposalsIn } from '../../../src/play/world/proposals/proposals.ts';
import { kinds, scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { over, settled, smallModel } from './passes.ts';

const silent = { reply: [] };

/** The scene played with this small model asked of every message who comes and goes, as somebody. */
function following(answer: (prompt: string) => unknown, as?: string, parts: Partial<PlayParts> = {}) {
  const { classifier, asked } = smallModel(answer);
  const jobs = [presencePass({ asksAlways: () => true, over })];
  const play = openPlay({ ...scene.parts, jobs, classifier, ...parts }, scene.id, as);
  closers.push(() => play.close());
  return { play, asked };
}

const textsOf = (play: Play): string[] => proposalsIn(play.chat).map(({ text }) => text);
const there = async (play: Play): Promise<readonly string[]> => (await play.scene()).present;
const odileGoes = () => ({ left: ['Odile'], left_to: 'upstairs' });

test('ruling 9 RP-110 what all perceived proposes that somebody has left, to all of them, and moves nobody by itself', async () => {
  const { play, asked } = following(odileGoes);
  await play.say('Odile goes upstairs.', silent);
  expect(await settled(play)).toEqual(['done']);
  expect(asked).toHaveLength(1);
  const { id: of } = play.message('last');
  expect(proposalsIn(play.chat)).toEqual([
    { id: expect.any(String), what: 'leaves', who: 'Odile', text: 'Odile seems to have left (upstairs)', of },
  ]);
  expect(play.state().proposals).toEqual(proposalsIn(play.chat));
  expect(proposalsIn(following(odileGoes, 'Maren').play.chat)).toEqual(proposalsIn(play.chat));
  expect(await there(play)).toContain('Odile');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('ruling 9 a whisper is asked nothing of, and what is asked holds the words of the message alone', async () => {
  const { play, asked } = following(odileGoes);
  await play.say('Let us meet upstairs.', { ...silent, to: ['Odile'] });
  await play.say('Odile leaves.', silent);
  await settled(play);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('Tomas: Odile leaves.');
  expect(asked[0]).not.toMatch(/meet upstairs|Maren|Ansel/);
});

test('ruling 9 RP-110 agreed to it is the event of a scene without them, one act that undo takes back', async () => {
  const { play } = following(odileGoes);
  await play.say('Odile goes upstairs.', silent);
  await settled(play);
  answerProposal(play.chat, undefined, true);
  expect(kinds().slice(-2)).toEqual(['proposal_answered', 'character_left']);
  expect(await there(play)).not.toContain('Odile');
  expect(textsOf(play)).toEqual([]);
  await play.undo();
  expect(await there(play)).toContain('Odile');
  expect(textsOf(play)).toHaveLength(1);
  await play.redo();
  expect(await there(play)).not.toContain('Odile');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('RP-053 RP-110 who is said to have gone to a place that is known is moved there', async () => {
  const { play } = following(() => ({ left: ['Odile'], left_to: 'The Attic' }));
  addContainer(play.chat, 'the attic', {});
  await play.say('Odile goes up to the attic.', silent);
  await settled(play);
  answerProposal(play.chat, undefined, true);
  expect(containersIn(play.known())[0]?.holds).toMatchObject([{ entity: 'Odile' }]);
  expect(await there(play)).not.toContain('Odile');
});

test('RP-110 who comes back is proposed to those who know them, and agreed to is there', async () => {
  const { play } = following(() => ({ came: ['Odile'] }));
  await play.leave('Odile');
  await play.say('Odile comes in.', silent);
  await settled(play);
  expect(textsOf(play)).toEqual(['Odile seems to have come']);
  const { id } = answerProposal(play.chat, proposalsIn(play.chat)[0]?.id.slice(0, 6), true);
  expect(await there(play)).toContain('Odile');
  await expect(async () => answerProposal(play.chat, id, true)).rejects.toMatchObject({
    code: 'no_such_proposal',
  });
});

test('ruling 9 what was refused does not come again for the same message, however often it is edited', async () => {
  const { play } = following(odileGoes);
  await play.say('Odile goes upstairs.', silent);
  await settled(play);
  answerProposal(play.chat, undefined, false);
  expect(textsOf(play)).toEqual([]);
  expect(await there(play)).toContain('Odile');
  await play.edit('last', 'Odile goes upstairs at once.');
  await settled(play);
  expect(textsOf(play)).toEqual([]);
  await play.say('Odile leaves, really.', silent);
  await settled(play);
  expect(textsOf(play)).toHaveLength(1);
});

test('ruling 9 what let nobody answer is gone when the play has gone on past it', async () => {
  const { play } = following((prompt) => (prompt.includes('upstairs') ? odileGoes() : {}));
  await play.say('Odile goes upstairs.', silent);
  for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) {
    scene.at += 60_000;
    await play.say(text, silent);
  }
  await settled(play);
  expect(textsOf(play)).toHaveLength(1);
  scene.at += 60_000;
  await play.say('Six.', silent);
  expect(textsOf(play)).toEqual([]);
});

test.each([
  ['a name that nobody has', { left: ['Nobody', 7, null, '__proto__'], came: 'Eve' }],
  ['a name that the message does not say', { left: ['Maren'] }],
  ['somebody who has both come and gone', { left: ['Odile'], came: ['Odile'] }],
  ['somebody who comes and is there', { came: ['Odile'] }],
  ['lists without end', { left: Array.from({ length: 9000 }, (_, n) => `N${n}`) }],
])('ruling 9 an answer that cannot be does nothing: %s', async (_, said) => {
  const { play } = following(() => said);
  await play.say('Odile and Eve look at N1.', silent);
  expect(await settled(play)).toEqual(['done']);
  expect(textsOf(play)).toEqual([]);
  expect(kinds()).not.toContain('proposal_made');
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});

test('KT-07 who was not there when it was said knows nothing of what is proposed', async () => {
  const { play } = following(odileGoes);
  await play.leave('Maren');
  await play.say('Odile goes upstairs.', silent);
  await settled(play);
  await play.join('Maren', { knowsPast: true });
  expect(textsOf(play)).toHaveLength(1);
  expect(textsOf(following(odileGoes, 'Maren').play)).toEqual([]);
});

test('ruling 10 without a small model only messages in which rules find a coming or going are asked about', async () => {
  const jobs = [presencePass({ asksAlways: () => false, over })];
  const quiet = openPlay({ ...scene.parts, jobs }, scene.id);
  closers.push(() => quiet.close());
  await quiet.say('Odile looks out.', silent);
  expect(await settled(quiet)).toEqual([]);
  await quiet.say('Odile leaves the room.', silent);
  expect(await settled(quiet)).toEqual(['done']);
  expect(textsOf(quiet)).toEqual(['Odile seems to have left']);
});

test('ruling 9 what was proposed of a message that reads otherwise stands no longer, unless it is proposed again', async () => {
  const { play } = following((prompt) => (prompt.includes('goes') ? odileGoes() : {}));
  await play.say('Odile goes upstairs.', silent);
  await settled(play);
  const { id } = play.message('last');
  await play.edit(id, 'Odile really goes upstairs.');
  expect(textsOf(play)).toEqual([]);
  await settled(play);
  expect(textsOf(play)).toHaveLength(1);
  await play.edit(id, 'Odile stays.');
  await settled(play);
  expect(textsOf(play)).toEqual([]);
});
