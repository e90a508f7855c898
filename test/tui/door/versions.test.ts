import { expect, test } from 'vitest';
import { messageVersions } from '../../../src/play/tree/message-versions.ts';
import { until } from '../../until.ts';
import { chatsOf, screenOn } from './stocked.ts';

const texts = (all: readonly { readonly text: string }[]): string[] => all.map(({ text }) => text);

/** A chat in which Bob answered twice and went on, and an early line was edited. */
const withVersions = async () => {
  const { app, ids } = chatsOf('The Inn');
  const id = ids[0] ?? '';
  const play = app.play(id);
  await play.say('One.', { reply: [] });
  await play.edit('last', 'Uno.');
  await play.say('Two.', { as: 'Bob', reply: [] });
  const [two] = play.view().last(1);
  await play.say('Three.', { reply: [] });
  await play.rewind({ turns: 2 });
  await play.say('Zwei.', { as: 'Bob', reply: [] });
  await play.say('Drei.', { reply: [] });
  return { app, id, play, two: two?.id ?? '' };
};

test('v on any message lists what stood in its place and how it read before, and goes to what is picked', async () => {
  const { app, id } = await withVersions();
  const emulator = await screenOn(app, id);
  emulator.type('\x0f');
  await emulator.shows('y copy');
  emulator.type('kv');
  await emulator.shows(/1 {3}Two\. {2,}another reply/);
  await emulator.shows(/2 \* Zwei\. {2,}now/);
  emulator.type('1');
  await emulator.shows('switched to that version');
  await emulator.shows('Three.');
  await emulator.hides('Zwei.');
});

test('an older text of a message is written again, and can be taken back', async () => {
  const { app, id, play } = await withVersions();
  const [, one] = play.view().last(10);
  const emulator = await screenOn(app, id);
  emulator.type(`/versions ${one?.id}\r`);
  await emulator.shows(/1 {3}One\. {2,}before the edit/);
  emulator.type('1');
  await emulator.shows('this text is restored');
  await emulator.shows('One.');
  expect(emulator.text()).toContain('Drei.');
  emulator.type('/undo\r');
  await emulator.shows('Uno.');
  emulator.type('/versions\r');
  await emulator.shows('this message has one version');
});

test('KT-12 a text that somebody could not read while it stood is no version to them', async () => {
  const { app, ids } = chatsOf('The Inn');
  const bob = app.play(ids[0], 'Bob');
  await bob.say('The key is under the mat.', { to: ['Carl'], reply: [] });
  const id = bob.view().last(1)[0]?.id ?? '';
  await bob.edit(id, 'Nothing.');
  await bob.changeAudience(id, { to: 'everyone' });
  expect(texts(messageVersions(bob.chat, id))).toEqual(['The key is under the mat.', 'Nothing.']);
  expect(texts(messageVersions(app.play(ids[0], 'Alice').chat, id))).toEqual(['Nothing.']);
});

test('issue 29.6 among the versions of a reply stands a new one, which leaves what came later standing', async () => {
  const { app, ids } = chatsOf('The Inn');
  const id = ids[0] ?? '';
  const play = app.play(id);
  await play.say('One.', { reply: ['Bob'] });
  const [reply] = play.view().last(1);
  await play.say('Two.', { reply: [] });
  const emulator = await screenOn(app, id);
  emulator.type('\x0f');
  await emulator.shows('y copy');
  emulator.type('k');
  const writtenAnew = () => [...app.store.log.all({ chat: id, kind: 'message_edited' })].length;
  // The same words again are the same version.
  for (
    let times = 1;
    app
      .play(id)
      .view()
      .find(reply?.id ?? '')?.text === reply?.text;
    times += 1
  ) {
    emulator.type('v');
    await emulator.shows(/2 \+ a new version {2,}what came later stands/);
    emulator.type('2');
    await until(() => expect(writtenAnew()).toBe(times));
  }
  await emulator.shows(/Bob · ‹2\/2›/);
  expect(emulator.text()).not.toContain('edited');
  const now = app.play(id).view().last(2);
  expect([now[0]?.id, now[1]?.text]).toEqual([reply?.id, 'Two.']);
});

test('issue 29 a fork without a name is told on the screen by what it forked from, and found by its name with a mark', async () => {
  const { app, id, play } = await withVersions();
  const fork = play.branches().find(({ name }) => name.includes('~'))?.name ?? '';
  expect(fork).toMatch(/^main~\w{6}$/);
  const emulator = await screenOn(app, id);
  emulator.type('/branches --versions\r');
  await emulator.shows(/a fork of main {2,}\S+ \S+ · (?:Three|Drei)/);
  expect(emulator.text()).not.toContain('~');
  emulator.type(fork);
  await emulator.shows(`› ${fork}`);
  await emulator.shows(/1 .*a fork of main/);
  emulator.type('\r');
  await emulator.shows('on a fork of main');
  expect(emulator.text()).not.toContain('~');
});
