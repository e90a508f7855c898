import { describe, expect, test } from 'vitest';
import { scene } from '../scene.ts';
import '../scenes.ts';
import { until as settled } from '../../until.ts';
import { dictated, terminal } from '../two.ts';

const two = (backend = dictated()) => ({
  tomas: terminal(scene, 'Tomas', backend.backend),
  odile: terminal(scene, 'Odile', backend.backend),
  ...backend,
});

describe('RP-021 two terminals on one chat', () => {
  test('what is said in one is told once in the other, and in the one itself', async () => {
    const { tomas, odile } = two();
    await tomas.play.say('A boat!', { reply: [] });
    await settled(() => expect(odile.shown().at(-1)).toBe('A boat!'));
    await odile.play.say('Where?', { reply: [] });
    await settled(() => expect(tomas.shown().slice(-2)).toEqual(['A boat!', 'Where?']));
    for (const { events } of [tomas, odile]) {
      expect(events.filter(({ type }) => type === 'message')).toHaveLength(2);
      expect(events.filter(({ type }) => type === 'reload')).toEqual([]);
    }
  });

  test('invariant 2 a whisper between others is not told, only that somebody said something unheard', async () => {
    const { tomas, odile } = two();
    await tomas.play.say('The key?', { to: ['Maren'], reply: [] });
    await settled(() => expect(odile.play.state().unperceived).toBe(1));
    expect(odile.events.map(({ type }) => type)).toEqual(expect.not.arrayContaining(['message', 'reload']));
    await tomas.play.say('You know.', { to: ['Odile'], reply: [] });
    await settled(() => expect(odile.shown().at(-1)).toBe('You know.'));
  });

  test('invariant 2 a reply that names everyone is not for whoever has come in while it streamed', async () => {
    await scene.play.leave('Odile');
    const { backend, write, end } = dictated();
    const [tomas, maren] = [terminal(scene, 'Tomas', backend), terminal(scene, 'Maren')];
    const done = tomas.play.reply('Ansel');
    write('Under the stone. __known_to_chars__Maren,Tomas__');
    await settled(() => expect(tomas.streaming()).toBe('Under the stone.'));
    await maren.play.join('Odile');
    end();
    await done;
    expect(scene.texts('Maren').at(-1)).toBe('Under the stone.');
    expect(scene.texts('Odile')).not.toContain('Under the stone.');
  });

  test('KT-24 what is gone on with keeps what was done to it meanwhile', async () => {
    const id = scene.replied('Ansel', 'The key', { cut: true });
    const { backend, write, end } = dictated();
    const [tomas, maren] = [terminal(scene, 'Tomas', backend), terminal(scene, 'Maren')];
    const done = tomas.play.continueReply();
    write(' and the map.');
    await settled(() => expect(tomas.streaming()).toBe('and the map.'));
    await maren.play.edit(id, 'The chest');
    await maren.play.changeAudience(id, { to: ['Maren', 'Tomas'] });
    end();
    await done;
    expect(scene.texts('Maren').at(-1)).toBe('The chest and the map.');
    expect(scene.texts('Odile')).toHaveLength(1);
  });

  test('RP-099 edits, rewinds, swipes, titles and pins of one show in the other', async () => {
    const { tomas, odile } = two();
    const said = scene.said('Tomas', 'A boat!');
    await settled(() => expect(odile.shown().at(-1)).toBe('A boat!'));
    await settled(() => expect(tomas.shown().at(-1)).toBe('A boat!'));
    await odile.play.edit(said, 'A ship!');
    await settled(() => expect(tomas.shown().at(-1)).toBe('A ship!'));
    await tomas.play.rename('The ship');
    await settled(() => expect(odile.play.state().chat.title).toBe('The ship'));
    await tomas.play.rewind({ turns: 1 });
    await settled(() => expect(odile.shown()).toHaveLength(1));
    await odile.play.redo();
    await settled(() => expect(tomas.shown().at(-1)).toBe('A ship!'));
    await odile.play.branch('fog');
    await settled(() => expect(tomas.play.state().branch).toBe('fog'));
  });

  test('each keeps its own eyes, whoever becomes the played character of the chat', async () => {
    const { tomas, odile } = two();
    const third = terminal(scene);
    await third.play.playAs('Maren');
    await settled(() => expect(tomas.events.map(({ type }) => type)).toContain('reload'));
    expect(tomas.play.state().playing.name).toBe('Tomas');
    expect(odile.play.state().playing.name).toBe('Odile');
    expect(scene.state.facts.playing).toBe(scene.who('Maren'));
  });
});

describe('RP-021 what one terminal streams', () => {
  test('streams in the other, with who writes, and is followed by the message', async () => {
    const { tomas, odile, write, end } = two();
    const done = tomas.play.say('Maren?', { reply: ['Maren'] });
    await settled(() =>
      expect(odile.play.state()).toMatchObject({
        generating: { speaker: { name: 'Maren' } },
        isElsewhere: true,
      }),
    );
    write('Good evening, ');
    await settled(() => expect(odile.streaming()).toBe('Good evening,'));
    write('Tomas.');
    await settled(() => expect(odile.streaming()).toBe('Good evening, Tomas.'));
    end();
    await done;
    await settled(() => expect(odile.shown().at(-1)).toBe('Good evening, Tomas.'));
    await settled(() => expect(odile.play.state()).toMatchObject({ generating: null, isElsewhere: false }));
    expect(odile.streaming()).toBe('');
  });

  test('issue 29.6 a line that is written anew in one is told in the other to stand in its place', async () => {
    const replaces = scene.replied('Maren', 'The key.');
    scene.said('Tomas', 'Hm.');
    const { tomas, odile, write, end } = two();
    const done = tomas.play.regenerateKeeping(replaces);
    write('The map.');
    await settled(() => expect(odile.streaming()).toBe('The map.'));
    expect(odile.play.state().generating).toMatchObject({ speaker: { name: 'Maren' }, replaces });
    end();
    await done;
    await settled(() => expect(odile.shown().slice(-2)).toEqual(['The map.', 'Hm.']));
  });

  test('invariant 2 streams only where it may be known, and leaves the screen when it turns out private', async () => {
    const { tomas, odile, write, end } = two();
    const done = tomas.play.say('Maren?', { reply: ['Maren'] });
    write('The key is ');
    await settled(() => expect(odile.streaming()).toBe('The key is'));
    write('(ooc: __known_to_chars__Tomas__) under the stone.');
    await settled(() => expect(odile.play.state().generating).toBe('hidden'));
    expect(odile.streaming()).toBe('');
    end();
    await done;
    await settled(() => expect(odile.play.state().generating).toBe(null));
    expect(JSON.stringify(odile.events)).not.toContain('stone');
    expect(odile.shown().join()).not.toContain('key');
  });

  test('goes on after everything was read anew, and through other eyes', async () => {
    const { tomas, odile, write, end } = two();
    const done = tomas.play.say('The key?', { to: ['Maren'], reply: ['Maren'] });
    write('Under the stone');
    await settled(() => expect(odile.play.state().generating).toBe('hidden'));
    await odile.play.playAs('Maren');
    await settled(() => expect(odile.streaming()).toBe('Under the stone'));
    await odile.play.rename('The stone');
    expect(odile.streaming()).toBe('Under the stone');
    await odile.play.playAs('Odile');
    expect(odile.streaming()).toBe('');
    end();
    await done;
  });

  test('RP-042 nothing is sent while somebody is seen writing elsewhere; what is said while nobody is seen is stored', async () => {
    const { tomas, odile, write, end } = two();
    const first = tomas.play.say('Maren?', { reply: ['Maren'] });
    await settled(() => expect(odile.play.state().generating).toMatchObject({ speaker: { name: 'Maren' } }));
    await expect(odile.play.say('And I?')).rejects.toMatchObject({ code: 'busy' });
    write('Aye.');
    end();
    await first;
    await settled(() => expect(odile.play.state().generating).toBe(null));
    const whisper = tomas.play.say('The key?', { to: ['Maren'], reply: ['Maren'] });
    await settled(() => expect(odile.play.state().generating).toBe('hidden'));
    const answered = odile.play.say('And I?', { reply: ['Ansel'] });
    expect(scene.texts('Odile').at(-1)).toBe('And I?');
    expect(odile.play.state().isElsewhere).toBe(false);
    write('Under the stone.');
    end();
    await whisper;
    write('And you.');
    end();
    await answered;
    expect(scene.texts('everyone').slice(-3)).toEqual(['And I?', 'Under the stone.', 'And you.']);
  });

  test('whoever waits for the other to end can be stopped', async () => {
    const { tomas, odile, write, end } = two();
    const whisper = tomas.play.say('The key?', { to: ['Maren'], reply: ['Maren'] });
    await settled(() => expect(odile.play.state().generating).toBe('hidden'));
    const waiting = odile.play.say('And I?', { reply: ['Ansel'] });
    odile.play.stop();
    await waiting;
    write('Here.');
    end();
    await whisper;
    expect(scene.texts('everyone').slice(-2)).toEqual(['And I?', 'Here.']);
  });
});

describe('who is there and who types', () => {
  test('those present whom the viewer knows of, and nothing of a whisper or a command', async () => {
    const { tomas, odile } = two();
    const typing = (): string[] => tomas.play.state().typing.map(({ name }) => name);
    odile.play.typing('Hel');
    await settled(() => expect(typing()).toEqual(['Odile']));
    odile.play.typing('');
    await settled(() => expect(typing()).toEqual([]));
    expect(odile.play.state().typing).toEqual([]);
  });

  test('RP-021 that nobody types any more is told at once, however soon after a key', () => {
    const { odile } = two();
    odile.play.typing('Hel');
    const typing = () => scene.store.terminals.of(scene.id).map(({ isTyping }) => isTyping);
    expect(typing()).toEqual([false, true]);
    odile.play.typing('');
    expect(typing()).toEqual([false, false]);
    odile.play.typing('Hel');
    expect(typing()).toEqual([false, false]);
  });

  test('RP-059 invariant 2 who is away sees nobody type, nothing stream and not who writes', async () => {
    const { tomas, odile, write, end } = two();
    scene.given({ kind: 'character_left', payload: { character: scene.who('Odile') } });
    await settled(() => expect(odile.play.state().present).toEqual([]));
    const ansel = terminal(scene, 'Ansel');
    odile.play.typing('They cannot');
    tomas.play.typing('Now that she');
    await settled(() => expect(ansel.play.state().typing).toMatchObject([{ name: 'Tomas' }]));
    expect(odile.play.state().typing).toEqual([]);
    const done = tomas.play.say('Is she gone?', { reply: ['Maren'] });
    write('She is ');
    await settled(() => expect(ansel.streaming()).toBe('She is'));
    await settled(() => expect(odile.play.state().generating).toBe('hidden'));
    write('gone.');
    end();
    await done;
    await settled(() => expect(ansel.shown().at(-1)).toBe('She is gone.'));
    await settled(() => expect(odile.play.state().generating).toBe(null));
    expect(odile.play.state().typing).toEqual([]);
    expect(JSON.stringify(odile.events)).not.toMatch(/gone|Maren/);
  });

  test.each(['/to Maren the key', 'The key __known_to_chars__Ma', 'The key __known', '  '])(
    'invariant 2 %j tells nobody that somebody is typing',
    async (draft) => {
      const { tomas, odile } = two();
      odile.play.typing(draft);
      await tomas.play.say('Hm.', { reply: [] });
      expect(scene.store.terminals.of(scene.id).map(({ isTyping }) => isTyping)).toEqual([false, false]);
    },
  );

  test('RP-021 whom another terminal plays is not answered for', async () => {
    const { tomas, odile } = two();
    tomas.play.drafting('Odile?');
    expect(tomas.play.state().next).toEqual({ speakers: [], why: 'addressed to a human' });
    await odile.play.close();
    tomas.play.drafting('Odile? ');
    expect(tomas.play.state().next).toMatchObject({ speakers: [{ name: 'Odile' }] });
  });

  test('a terminal is there from looking on until it is closed, as whom it plays', async () => {
    const { odile } = two();
    const played = () => scene.store.terminals.of(scene.id).map(({ character }) => character);
    expect(played()).toEqual([scene.who('Tomas'), scene.who('Odile')]);
    await odile.play.playAs('*');
    expect(played()).toEqual([scene.who('Tomas'), null]);
    await odile.play.close();
    expect(played()).toEqual([scene.who('Tomas')]);
  });
});
