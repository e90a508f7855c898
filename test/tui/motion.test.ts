import { expect, test } from 'vitest';
import { unmarked } from '../../src/commands/shown/previews.ts';
import { Caret } from '../../src/tui/state/caret.ts';
import { alice, bob, message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

test('issue 29.3 a whisper that streams has its frame from its first byte, where it is known who hears it', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  play.emit({ type: 'delta', speaker: bob, text: 'Come', knownTo: [alice.id, bob.id] });
  await emulator.shows(/╭ 🔒 Bob → Alice only · … ╮\n │ Come +│\n ╰─+╯/);
  play.emit({
    ...{ type: 'delta', speaker: bob, text: ' to the tent at noon, and bring the key.' },
    knownTo: [alice.id, bob.id],
  });
  await emulator.shows(/│ Come to the tent at noon, and bring the key. │/);
  play.emit({ type: 'stream_end', speaker: bob });
  play.emit({ type: 'delta', speaker: bob, text: 'Aloud.' });
  await emulator.shows('▌  Bob · …\n▌  Aloud.');
});

test('issue 29.12 a caret stands where somebody is about to speak, until they do; of one who is hidden none does', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  play.generating = { speaker: bob, reading: null };
  play.emit({ type: 'state' });
  await emulator.shows(/▌ {2}Bob\n▌( {2}▍)?\n/);
  play.emit({ type: 'delta', speaker: bob, text: 'Hm.' });
  await emulator.shows('▌  Hm.');
  await emulator.hides('▍');
  play.generating = 'hidden';
  play.emit({ type: 'stream_end', speaker: bob });
  play.emit({ type: 'state' });
  await emulator.hides('▍');
});

test('issue 29.6 a line that is written anew where it stands streams in its place; where that ends it reads as before', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play, { columns: 80, rows: 40 });
  play.generating = { speaker: bob, reading: null, replaces: 'm2' };
  play.emit({ type: 'state' });
  await emulator.shows(/fine day for a fair\.\n▌?\n▌ {2}Bob\n▌( {2}▍)?\n\n/);
  play.emit({ type: 'delta', speaker: bob, text: 'Evening.' });
  await emulator.shows(/fair\.\n\n▌ {2}Bob · …\n▌ {2}Evening\.\n\n ╭/);
  expect(emulator.text()).not.toContain('Morning');
  play.emit({ type: 'stream_end', speaker: bob });
  play.generating = null;
  play.emit({ type: 'state' });
  await emulator.shows('"Morning," Bob grunts.');
  await emulator.hides('Evening.');
});

test('issue 29.12 without motion the caret stands still, and nothing is drawn for it', () => {
  let drawn = 0;
  const caret = new Caret(false, () => {
    drawn += 1;
  });
  const generating = { speaker: bob, reading: null };
  expect(caret.of({ generating })).toEqual({ id: bob.id, isLit: true, replaces: null });
  expect([caret.of({ generating: null }), caret.of({ generating: 'hidden' }), drawn]).toEqual([
    null,
    null,
    0,
  ]);
});

test('issue 29.12 what is found says which of how many it is', async () => {
  const many = Array.from({ length: 40 }, (_, at) => message(`m${at}`, at % 10 === 5 ? `a key ${at}` : 'no'));
  const emulator = await open(new SmallPlay(many));
  emulator.type('/find key\r');
  await emulator.shows('4/4 Alice');
  emulator.type('n');
  await emulator.shows('3/4 Alice');
});

test('issue 29.12 previews show no marks of Markdown, and keep what is none', () => {
  expect(unmarked('*She nods.* "**Now**, then" – _quick_ `ls` ~~old~~, 5 * 3 and a_b')).toBe(
    'She nods. "Now, then" – quick ls old, 5 * 3 and a_b',
  );
  expect(unmarked('## A title')).toBe('A title');
});
