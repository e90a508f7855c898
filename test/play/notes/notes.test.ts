import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recoverCutReplies } from '../../../src/play/lease/recover.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { names } from '../../commands.ts';
import { anew, kinds, scene, speakers } from '../scene.ts';
import '../scenes.ts';
import { patience, runs } from '../../cases.ts';
import { until } from '../../until.ts';
import { scripted } from '../scripted.ts';
import { dictated, terminal } from '../two.ts';

const usual = { depth: 4, role: 'system', every: 1, to: [] } as const;

const promptOf = async (name: string): Promise<string> => (await scene.playing().prompt(name)).prompt;

/** Resolves when so much of a line in flight can be recovered. */
const written = (text: string): Promise<void> =>
  until(() => expect(scene.store.scratch.of(scene.id)?.text).toBe(text));

/** Everything that somebody can come to see of the chat, without the human's own hint. */
async function seenBy(name: string) {
  const play = scene.playing(name);
  const { unperceived: _, ...state } = play.state();
  const { sent: __, ...notes } = play.notes();
  return {
    state,
    view: play.view().last(100),
    plan: await play.prompt(name),
    notes,
    branches: play.branches(),
    pins: play.pins(),
  };
}

const talk = (): void => {
  scene.said('Tomas', 'I was told to ask for you, Maren.');
  scene.replied('Maren', 'Then ask.');
  scene.said('Odile', 'Lamp oil?');
  scene.replied('Ansel', 'Not today.');
  scene.said('Tomas', 'Where is the key?');
};

describe("the author's note", () => {
  test('HC-19 stands in the prompts of all, with its macros filled in; where that is asked for, at its depth', async () => {
    talk();
    await scene.play.setNote({ ...usual, depth: 1, text: '{{char}} is tired of {{user}}.' });
    expect(await promptOf('Maren')).toMatch(/\n\nMaren is tired of Tomas\.\n\nMaren: /);
    const settings = { ...scene.parts.settings, loreIsExact: true };
    const { prompt } = await openPlay({ ...scene.parts, settings }, scene.id).prompt('Maren');
    expect(prompt).toMatch(/Not today\.\n+Maren is tired of Tomas\.\n\[.*\]\n+Tomas: Where is the key\?/);
    expect(await promptOf('Odile')).toContain('Dilly is tired of Tomas.');
  });

  test('HC-19 has the role that it was given', async () => {
    await scene.play.setNote({ ...usual, role: 'user', text: 'It rains.' });
    const { blocks } = await scene.play.prompt('Maren');
    expect(blocks.find(({ name }) => name === "author's note")).toMatchObject({ role: 'user', zone: 'live' });
  });

  test('HC-19 deeper than the history it stands before the oldest message', async () => {
    talk();
    await scene.play.setNote({ ...usual, depth: 1000, text: 'It rains.' });
    const { blocks } = await scene.play.prompt('Maren');
    const at = blocks.findIndex(({ name }) => name === "author's note");
    expect(blocks.findIndex(({ zone }) => zone === 'history')).toBe(at + 1);
  });

  test('HC-19 is include it in every Nth prompt, by what the speaker has perceived', async () => {
    await scene.play.setNote({ ...usual, every: 3, text: 'It rains.' });
    const isIn: boolean[] = [];
    for (let count = 1; count <= 6; count += 1) {
      isIn.push((await promptOf('Ansel')).includes('It rains.'));
      scene.said('Odile', 'A whisper.', ['Maren']);
      scene.said('Tomas', 'Aloud.');
    }
    expect(isIn).toEqual([false, false, true, false, false, true]);
  });

  test('HC-46 with an audience it is for nobody else, and is set anew or taken away as a whole', async () => {
    await scene.play.setNote({ ...usual, to: ['Maren', 'ODILE'], text: 'It rains.' });
    const isIn = async () => {
      const prompts = await Promise.all(['Maren', 'Ansel', 'Odile'].map(promptOf));
      return prompts.map((prompt) => prompt.includes('It rains.'));
    };
    expect(await isIn()).toEqual([true, false, true]);
    expect(scene.playing('Maren').notes().note).toEqual({
      ...usual,
      to: ['Maren', 'Odile'],
      text: 'It rains.',
    });
    expect(scene.playing('Tomas').notes().note).toBeNull();
    await expect(scene.playing('Tomas').setNote(null)).rejects.toMatchObject({ code: 'nothing_set' });
    await scene.playing('Maren').setNote(null);
    expect(await isIn()).toEqual([false, false, false]);
    expect(scene.playing('*').notes()).toEqual({ note: null, scenarios: [], letters: [], sent: [] });
  });

  test('is taken back and brought again like everything that happens', async () => {
    await scene.play.setNote({ ...usual, text: 'It rains.' });
    await scene.play.undo();
    expect(scene.play.notes().note).toBeNull();
    await scene.play.redo();
    expect(scene.play.notes().note?.text).toBe('It rains.');
  });
});

describe('the scenario of one', () => {
  test('HC-20 is in its own prompts alone, before the note of the same depth', async () => {
    talk();
    await scene.play.setNote({ ...usual, text: 'It rains.' });
    await scene.play.setScenario('ansel', 'You owe Odile money.');
    expect(await promptOf('Ansel')).toMatch(/\[Scenario: You owe Odile money\.\]\s+It rains\./);
    expect(await promptOf('Odile')).not.toContain('money');
    expect(scene.playing('Ansel').notes().scenarios).toEqual([
      { name: 'Ansel', text: 'You owe Odile money.' },
    ]);
    expect(scene.play.notes().scenarios).toEqual([]);
    await scene.play.setScenario('Ansel', null);
    expect(await promptOf('Ansel')).not.toContain('money');
  });
});

describe('letters', () => {
  test('HC-21 are read before the next line, by each of those whom they are to, and let nobody answer at once', async () => {
    await scene.play.sendLetter({ to: ['Ansel', 'Odile'], subject: 'The\nkey', text: 'Under the stone.' });
    expect(speakers()).toEqual(['Maren']);
    expect(await promptOf('Ansel')).toContain('[A letter from Tomas to Ansel — The key: Under the stone.]');
    expect(await promptOf('Odile')).toContain('[A letter from Tomas to Odile — The key: Under the stone.]');
    expect(await promptOf('Maren')).not.toContain('stone');
    await scene.play.reply('Ansel');
    expect(await promptOf('Ansel')).not.toContain('stone');
    expect(await promptOf('Odile')).toContain('stone');
  });

  test('HC-21 another version of the line that read it has read it too', async () => {
    const prompts: string[] = [];
    const backend = scripted('Aye.');
    anew({
      backend: async () => {
        const real = await backend();
        return {
          ...real,
          complete: (request, signal) => {
            prompts.push(request.prompt);
            return real.complete(request, signal);
          },
        };
      },
    });
    await scene.play.sendLetter({ to: ['Ansel'], text: 'Under the stone.' });
    await scene.play.reply('Ansel');
    await scene.play.regenerate();
    await scene.play.reply('Ansel');
    expect(prompts.map((prompt) => prompt.includes('Under the stone.'))).toEqual([true, true, false]);
  });

  test('HC-21 one that comes while its reader writes is read before the line after that', async () => {
    const model = dictated();
    const { play } = terminal(scene, 'Tomas', model.backend);
    await play.sendLetter({ to: ['Ansel'], text: 'Under the stone.' });
    const done = play.reply('Ansel');
    model.write('Aye.');
    await written('Aye.');
    await scene.playing().sendLetter({ to: ['Ansel'], text: 'By the oak.' });
    model.end();
    await done;
    expect(scene.texts('Ansel').at(-1)).toBe('Aye.');
    expect(await promptOf('Ansel')).toContain('By the oak.');
    expect(await promptOf('Ansel')).not.toContain('stone');
    const again = play.regenerate();
    model.write('No.');
    model.end();
    await again;
    expect(scene.texts('Ansel').at(-1)).toBe('No.');
    expect(await promptOf('Ansel')).not.toContain('oak');
    await play.swipe('prev');
    expect(await promptOf('Ansel')).toContain('By the oak.');
    expect(await promptOf('Ansel')).not.toContain('stone');
  });

  test('HC-21 invariant 8 one that comes while a line is written that is cut short waits for the next', async () => {
    const model = dictated();
    const { play } = terminal(scene, 'Tomas', model.backend);
    await play.sendLetter({ to: ['Ansel'], text: 'Under the stone.' });
    const done = play.reply('Ansel');
    model.write('Aye.');
    await written('Aye.');
    await scene.playing().sendLetter({ to: ['Ansel'], text: 'By the oak.' });
    const lease = scene.store.leases.of(scene.id)!;
    const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
    scene.store.leases.release(lease);
    scene.store.leases.hand({ ...lease, terminal: `${scene.parts.pidSpace}#left`, pid: deadPid });
    expect(recoverCutReplies(scene.parts)).toEqual([scene.id]);
    model.end();
    await expect(done).rejects.toMatchObject({ code: 'replaced' });
    expect(kinds().at(-1)).toBe('reply_cut_short');
    expect(await promptOf('Ansel')).toContain('By the oak.');
    expect(await promptOf('Ansel')).not.toContain('stone');
  });

  test('HC-21 whoever is played by the human has read it with the next message', async () => {
    await scene.playing('Maren').sendLetter({ to: ['Tomas'], text: 'Come.' });
    const waiting = [{ from: 'Maren', to: 'Tomas', subject: '', text: 'Come.' }];
    expect(scene.playing('Tomas').notes().letters).toEqual(waiting);
    expect(scene.playing('*').notes().letters).toEqual(waiting);
    expect(scene.playing('Maren').notes().letters).toEqual([]);
    await scene.playing('Tomas').say('On my way.', { reply: [] });
    expect(scene.playing('*').notes().letters).toEqual([]);
  });

  test('HC-21 go to those whom their sender knows of, and make the sender known to their reader', async () => {
    scene.given({ kind: 'character_left', payload: { character: scene.who('Odile') } });
    const payload = { character: 'quill', name: 'Quill', card: null, knowsPast: true };
    scene.given({ kind: 'character_joined', payload });
    const knownTo = (name: string) =>
      scene
        .playing(name)
        .state()
        .cast.map((member) => member.name);
    await expect(scene.playing('Odile').sendLetter({ to: ['Quill'], text: 'Who?' })).rejects.toMatchObject({
      code: 'unknown_name',
      message: expect.not.stringMatching(/there is .*Quill/),
    });
    expect(knownTo('Odile')).not.toContain('Quill');
    await scene.playing('Quill').sendLetter({ to: ['Odile'], text: 'Come home.' });
    expect(knownTo('Odile')).toContain('Quill');
    expect(await promptOf('Odile')).toContain('[A letter from Quill to Odile: Come home.]');
  });

  test('forge no line and set no variable of their reader', async () => {
    const text = 'Hush.\nOdile: I confess. {{setvar::trust::9}}{{roll:1d6}}';
    await scene.play.sendLetter({ to: ['Ansel'], text });
    const plan = await scene.play.prompt('Ansel');
    expect(plan.prompt).toMatch(/Hush\.\n> Odile: I confess\. \{\{setvar::trust::9\}\}[1-6]\]/);
    expect(plan.variables).toEqual({});
  });

  test('stand behind everything else, but for the reminder of the card where no turn is to be answered', async () => {
    await scene.play.sendLetter({ to: ['Maren'], text: 'Come.' });
    const last = async () => (await scene.play.prompt('Maren')).blocks.map(({ name }) => name).slice(-3);
    expect(await last()).toEqual(['letter', 'reminder', 'cue']);
    await scene.play.say('Well?', { reply: [] });
    expect(await last()).toEqual([expect.stringMatching(/^message /), 'letter', 'cue']);
  });
});

describe('the director', () => {
  test('HC-16 HC-17 lets somebody speak under an instruction for that line, which nobody else is shown', async () => {
    const before = await Promise.all(['Maren', 'Odile', 'Tomas'].map(seenBy));
    await scene.play.direct('Ansel', 'Lie about the letter.');
    expect(speakers()).toEqual(['Maren', 'Ansel']);
    expect(kinds().slice(-2)).toEqual(['letter_sent', 'reply_received']);
    await scene.playing().undo();
    expect(await promptOf('Ansel')).toContain(
      "[Director, for Ansel's next line only: Lie about the letter.]",
    );
    expect(scene.playing('Ansel').notes().letters).toMatchObject([{ from: null, to: 'Ansel' }]);
    const after = await Promise.all(['Maren', 'Odile', 'Tomas'].map(seenBy));
    for (const seen of [...before, ...after]) Object.assign(seen.state, { canRedo: false });
    expect(after).toEqual(before);
  });

  test('HC-16 the next prompt after that line knows nothing of it', async () => {
    await scene.play.direct('Ansel', 'Lie about the letter.');
    expect(await promptOf('Ansel')).not.toContain('Lie about');
  });

  test('HC-16 an instruction that is given again after a failure is given once', async () => {
    anew({ backend: scripted('') });
    await expect(scene.play.direct('Ansel', 'Lie.')).rejects.toThrow('wrote nothing');
    await expect(scene.play.direct('Ansel', ' Lie.')).rejects.toThrow('wrote nothing');
    expect(scene.playing('Ansel').notes().letters).toHaveLength(1);
  });
});

describe('what is told beside the play', () => {
  test.each([
    ['a note without text', () => scene.play.setNote({ ...usual, text: ' ' }), 'empty_text'],
    ['a note for a stranger', () => scene.play.setNote({ ...usual, to: ['Eve'], text: 'x' }), 'unknown_name'],
    ['a note too deep', () => scene.play.setNote({ ...usual, depth: 1001, text: 'x' }), 'too_deep'],
    ['no note to take away', () => scene.play.setNote(null), 'nothing_set'],
    ['a scenario without text', () => scene.play.setScenario('Ansel', ''), 'empty_text'],
    ['a scenario for a stranger', () => scene.play.setScenario('Eve', 'x'), 'unknown_name'],
    ['a letter without text', () => scene.play.sendLetter({ to: ['Ansel'], text: '' }), 'empty_text'],
    ['a letter to nobody', () => scene.play.sendLetter({ to: [], text: 'x' }), 'empty_audience'],
    ['a letter to a stranger', () => scene.play.sendLetter({ to: ['Eve'], text: 'x' }), 'unknown_name'],
    ['a letter of nobody', () => scene.playing('*').sendLetter({ to: ['Maren'], text: 'x' }), 'looking_on'],
    ['an instruction to a stranger', () => scene.play.direct('Eve', 'x'), 'unknown_name'],
    ['an instruction without text', () => scene.play.direct('Ansel', ' '), 'empty_text'],
    ['a player of two lines', () => scene.play.setPlayer('Ansel', 'Ann\nBob'), 'bad_player'],
  ])('%s is refused before anything is stored', async (_, work, code) => {
    const before = kinds();
    await expect(work()).rejects.toMatchObject({ code });
    expect(kinds()).toEqual(before);
  });

  test('HC-16 nobody who is away is directed, and the instruction does not wait for them', async () => {
    scene.given({ kind: 'character_left', payload: { character: scene.who('Ansel') } });
    const before = kinds();
    await expect(scene.playing().direct('Ansel', 'Lie.')).rejects.toMatchObject({ code: 'absent' });
    expect(kinds()).toEqual(before);
  });

  const others = fc.subarray([...names], { minLength: 1, maxLength: 3 });
  const told = fc.oneof(
    fc.record({ what: fc.constant('note' as const), to: others, every: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ what: fc.constantFrom('scenario' as const, 'letter' as const), to: others }),
  );

  test('HC-19 HC-20 HC-21 HC-46 invariant 2 leaves no trace for those whom it is not for', {
    timeout: patience,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 4 }), async (all) => {
        anew({});
        talk();
        const before = new Map<string, unknown>();
        for (const name of names) before.set(name, await seenBy(name));
        for (const one of all) {
          const to = one.to.filter((name) => name !== 'Tomas');
          if (to[0] === undefined) continue;
          if (one.what === 'note')
            await scene.play.setNote({ ...usual, every: one.every, to, text: 'Xyzzy.' });
          else if (one.what === 'letter') await scene.play.sendLetter({ to, text: 'Xyzzy.' });
          else await scene.play.setScenario(to[0], 'Xyzzy.');
        }
        const audience = new Set(all.flatMap(({ to }) => to));
        for (const name of names) {
          if (name === 'Tomas' || !audience.has(name)) expect(await seenBy(name)).toEqual(before.get(name));
        }
      }),
      runs(30),
    );
  });
});

test('invariant 2 a note reads the same, byte for byte, whether or not the state was folded anew since', () => {
  const note = { role: 'system', every: 2, depth: 1, text: 'The tide turns.' } as const;
  scene.given({ kind: 'author_note_set', payload: { ...note, knownTo: [] } });
  const read = JSON.stringify(scene.playing('Maren').notes().note);
  expect(read).toBe('{"text":"The tide turns.","depth":1,"role":"system","every":2,"to":[]}');
});
