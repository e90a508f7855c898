import { expect, test } from 'vitest';
import { bob, carl, message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const away = '\x1b[O';
const back = '\x1b[I';
const secret = message('m7', 'a secret between them', {
  speaker: 'b',
  knownTo: ['b', 'c'],
  perceived: ['b', 'c'],
});

const watched = async (notify: 'off' | 'bell' | 'desktop') => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play, {}, { settings: { hasMouse: true, notify, copiesHere: false } });
  const said = async (text: string) => {
    play.writes(bob);
    play.emit({ type: 'delta', speaker: bob, text });
    play.add(message(`m-${text}`, text, { speaker: 'b' }));
    play.writes(null);
    await emulator.shows(text);
  };
  const notices = () => emulator.writes.filter((text) => text === '\x07' || text.startsWith('\x1b]9;'));
  return { play, emulator, said, notices };
};

test('a reply that ends while nobody looks is told by name, once, and never what it says', async () => {
  const { emulator, said, notices } = await watched('desktop');
  await said('while looked at');
  expect(notices()).toEqual([]);
  emulator.type(away);
  await said('the key is under the mat');
  expect(notices()).toEqual(['\x1b]9;sotto: Bob has written\x07']);
  emulator.type(back);
  await said('seen again');
  expect(notices()).toHaveLength(1);
});

test('what the played character does not perceive, or wrote, or what was changed further up is not told', async () => {
  const { play, emulator, notices } = await watched('desktop');
  emulator.type(away);
  play.writes(bob);
  play.add(secret);
  play.add(message('m8', 'my own', { speaker: 'a' }));
  play.emit({ type: 'message', message: message('m2', 'changed', { speaker: 'b' }) });
  play.writes(null);
  await emulator.shows('my own');
  expect(notices()).toEqual([]);
});

test('a name cannot steer the terminal, and nothing is told while the keyboard is passed on', async () => {
  const { play, emulator, said, notices } = await watched('desktop');
  emulator.type('/pass Carl\r');
  await emulator.shows('Hand the keyboard');
  emulator.type(away);
  play.add(message('m9', 'behind the curtain', { speaker: 'b' }));
  emulator.type('\x1b');
  await emulator.shows('behind the curtain');
  expect(notices()).toEqual([]);
  play.state = () => ({
    ...SmallPlay.prototype.state.call(play),
    cast: [{ ...bob, name: 'B\x07\x1b]9;4;1;50\x07ob' }, carl],
  });
  play.emit({ type: 'state' });
  await said('hello');
  expect(notices()).toEqual(['\x1b]9;sotto: B\u2407ob has written\x07']);
});

test('with the bell it rings, with off nothing does', async () => {
  const bell = await watched('bell');
  bell.emulator.type(away);
  await bell.said('hello');
  expect(bell.notices()).toEqual(['\x07']);
  const off = await watched('off');
  off.emulator.type(away);
  await off.said('hello');
  expect(off.notices()).toEqual([]);
});

test('the window is named after the chat, without what could steer the terminal, and not during a handover', async () => {
  const play = new SmallPlay([...scene]);
  play.title = 'Fair\x07\x1b]0;evil\x07 play';
  const emulator = await open(play);
  const titles = () => emulator.writes.join('').match(/\x1b\]2;[^\x07\x1b]*\x1b\\/g);
  expect(titles()).toEqual(['\x1b]2;sotto: Fair\u2407 play\x1b\\']);
  emulator.type('/pass Carl\r');
  await emulator.shows('Hand the keyboard');
  expect(titles()?.at(-1)).toBe('\x1b]2;sotto\x1b\\');
});

test('without the mouse none is asked for', async () => {
  const settings = { hasMouse: false, notify: 'off', copiesHere: false } as const;
  const emulator = await open(new SmallPlay([...scene]), {}, { settings });
  await emulator.settled();
  expect(emulator.terminal.modes).toMatchObject({ mouseTrackingMode: 'none', sendFocusMode: true });
});
