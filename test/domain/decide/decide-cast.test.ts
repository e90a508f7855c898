import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../../src/domain/audience/audience.ts';
import { type Command, decide } from '../../../src/domain/decide/decide.ts';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import type { Message } from '../../../src/domain/message.ts';
import { evolve } from '../../../src/domain/world/evolve.ts';
import type { World } from '../../../src/domain/world/world.ts';
import { event, fold, joined } from '../facts.ts';

/** Maren, Ansel and Odile are there; Tomas came and went; Ines came when nobody but Tomas was there. */
const world = fold(
  joined('t', 'Tomas'),
  joined('i', 'Ines'),
  { kind: 'character_left', payload: { character: 'i' } },
  joined('m', 'Maren'),
  joined('a', 'Ansel'),
  joined('o', 'Odile'),
  { kind: 'character_left', payload: { character: 't' } },
);
const line: Message = {
  id: 'm1',
  turn: 'm1',
  speaker: 'm',
  role: 'character',
  text: 'Hush.',
  knownTo: [],
  perceived: ['m', 'a', 'o'],
  at: '',
  truncated: false,
  branch: 'main',
  reasoning: '',
};
const decided = (command: Command, at = world) => decide(at, command, defaultTagStyle);
const eventsOf = (command: Command, at = world): readonly NewEvent[] => {
  const decision = decided(command, at);
  return 'events' in decision ? decision.events : [];
};
const worldAfter = (command: Command, at = world): World =>
  eventsOf(command, at).map(event).reduce(evolve, at);
const present = (at: World) => at.cast.filter((member) => member.present).map(({ name }) => name);
const enlist = (name: string, most = 8): Command => ({
  type: 'enlist',
  newcomer: { id: 'n', name, card: null },
  knowsPast: false,
  most,
});
const say = (speaker: string, raw: string, to?: string[]): Command => ({
  type: 'say',
  speaker,
  raw,
  ...(to && { to }),
});
const open = (to: readonly string[] | 'everyone', viewer = 'm', messages = [line]): Command => ({
  type: 'change_audience',
  messages,
  to,
  viewer,
});

describe('coming and going', () => {
  test('RP-059 who was away is there again, and who goes is not', () => {
    expect(present(worldAfter({ type: 'join', character: 't', knowsPast: false }))).toEqual([
      'Tomas',
      'Maren',
      'Ansel',
      'Odile',
    ]);
    expect(present(worldAfter({ type: 'leave', character: 'a' }))).toEqual(['Maren', 'Odile']);
  });

  test('RP-059 a scene is set in one turn: who goes has gone before anybody comes', () => {
    expect(eventsOf({ type: 'set_scene', present: ['m', 'i'] }).map(({ kind }) => kind)).toEqual([
      'character_left',
      'character_left',
      'character_joined',
    ]);
    const set = worldAfter({ type: 'set_scene', present: ['m', 'i'] });
    expect(present(set)).toEqual(['Ines', 'Maren']);
    expect(set.cast.find(({ id }) => id === 'i')?.met).not.toContain('a');
    expect(eventsOf({ type: 'set_scene', present: ['m', 'i'] }, set)).toEqual([]);
  });

  test('RP-059 while they are away, it is the doer’s own act that somebody comes or goes whom they know', () => {
    const acts = (command: Command) =>
      eventsOf(command).map(({ payload }) => payload as { character: string; by?: string });
    expect(acts({ type: 'leave', by: 't', character: 'm' })).toEqual([
      { character: 'm', isGone: true, by: 't' },
    ]);
    expect(acts({ type: 'join', by: 'i', character: 't', knowsPast: false })[0]).toMatchObject({ by: 'i' });
    const set = acts({ type: 'set_scene', by: 'i', present: ['t', 'i'] });
    expect(set.map(({ character, by }) => [character, by])).toEqual([
      ['m', undefined],
      ['a', undefined],
      ['o', undefined],
      ['t', 'i'],
      ['i', 'i'],
    ]);
    for (const doer of [{ by: 'a' }, { by: 'everyone' }, {}])
      expect(acts({ type: 'leave', ...doer, character: 'm' })).toEqual([{ character: 'm', isGone: true }]);
  });

  test('somebody new has a name of one line that nobody bears, without blanks around it', () => {
    expect(eventsOf(enlist(' Quill, Esq. '))).toEqual([
      {
        kind: 'character_joined',
        payload: { character: 'n', name: 'Quill, Esq.', card: null, knowsPast: false },
      },
    ]);
  });

  test.each<[string, Command, string, RegExp]>([
    [
      'coming where one is',
      { type: 'join', character: 'm', knowsPast: false },
      'already_here',
      /Maren is here/,
    ],
    ['going where one is not', { type: 'leave', character: 't' }, 'already_away', /Tomas is away/],
    ['a name in use', enlist(' ODILE'), 'duplicate_name', /"ODILE"/],
    ['a name of one who is away', enlist('tomas'), 'duplicate_name', /"tomas"/],
    ['a name without letters', enlist(' \t'), 'empty_name', /give them one/],
    ['a name of two lines', enlist('Quill\nOdile'), 'bad_name', /line break/],
    ['a name with an escape sequence', enlist('Qu\u001b[2Jill'), 'bad_name', /control/],
    ['the name that means everyone', enlist('*'), 'bad_name', /everyone/],
    ['a cast that is full', enlist('Quill', 5), 'cast_too_large', /already has 5 members/],
    [
      'a new name in use',
      { type: 'rename_character', character: 'm', name: 'ansel' },
      'duplicate_name',
      /"ansel"/,
    ],
    ['a list of others', enlist('Ansel, Odile'), 'ambiguous_name', /"Ansel, Odile" would read/],
    ['no new name', { type: 'rename_character', character: 'm', name: ' ' }, 'empty_name', /empty/],
  ])('%s is refused', (_, command, code, message) => {
    expect(decided(command)).toEqual({ refused: { code, message: expect.stringMatching(message) } });
  });

  test('invariant 2 a name is refused without a word of how another is spelt, or how many there are', () => {
    const crowd = worldAfter(enlist('Quill, Esq.'));
    for (const name of ['esq.', 'quill, esq.']) {
      const refused = decided({ type: 'rename_character', character: 'm', name }, crowd);
      expect(refused).toMatchObject({ refused: { message: expect.stringContaining(`"${name}"`) } });
      expect(JSON.stringify(refused)).not.toContain('Quill');
    }
    expect(JSON.stringify(decided(enlist('Rook', 2), crowd))).not.toMatch(/[67]/);
  });

  test('one may spell one’s own name otherwise; the same spelling is no event', () => {
    expect(eventsOf({ type: 'rename_character', character: 'm', name: 'MAREN ' })).toMatchObject([
      { payload: { name: 'MAREN' } },
    ]);
    expect(eventsOf({ type: 'rename_character', character: 'm', name: 'Maren' })).toEqual([]);
  });

  test('RP-059 for all comings and goings, one who is there has met all who are', () => {
    const ids = ['t', 'i', 'm', 'a', 'o'];
    const scenes = fc.array(fc.subarray(ids), { maxLength: 8 });
    fc.assert(
      fc.property(scenes, (wanted) => {
        const end = wanted.reduce((at, one) => worldAfter({ type: 'set_scene', present: one }, at), world);
        for (const one of end.cast.filter((member) => member.present)) {
          for (const other of end.cast.filter((member) => member.present && member.id !== one.id)) {
            expect(one.met).toContain(other.id);
          }
        }
      }),
    );
  });
});

describe('who can be told something', () => {
  test.each<[string, Command, string, RegExp]>([
    ['speaking from elsewhere', say('t', 'Hello?'), 'absent', /^Tomas is away; `sotto join "Tomas"`/],
    [
      'whispering to one who is away',
      say('m', 'Hi.', ['Tomas']),
      'absent_audience',
      /Tomas is away and hears/,
    ],
    [
      'to one whom the speaker never met',
      say('m', 'Hi.', ['Ines']),
      'unknown_name',
      /"Ines".*be Tomas, Maren, Ansel or Odile$/,
    ],
    ['to oneself', say('m', 'Hi.', ['maren']), 'empty_audience', /only the speaker/],
    ['to an empty list', say('m', 'Hi.', []), 'empty_audience', /names nobody/],
  ])('%s is refused', (_, command, code, message) => {
    expect(decided(command)).toEqual({ refused: { code, message: expect.stringMatching(message) } });
  });

  test('KT-05 one whom the speaker never met is refused as one who does not exist', () => {
    const told = (name: string) => JSON.stringify(decided(say('m', 'Hi.', [name]))).replaceAll(name, 'N');
    expect(told('Ines')).toBe(told('Nobody'));
    const opened = (name: string) => JSON.stringify(decided(open([name]))).replaceAll(name, 'N');
    expect(opened('Ines')).toBe(opened('Nobody'));
  });

  test('KT-16 a whisper to all who are there is public, and theirs alone when somebody comes later', () => {
    expect(eventsOf(say('m', 'Hi.', ['Ansel', 'Odile']))).toMatchObject([
      { payload: { knownTo: [], confided: true } },
    ]);
    expect(eventsOf(say('m', 'Hi.', ['Ansel']))).toEqual([
      { kind: 'message_said', payload: { speaker: 'm', raw: 'Hi.', text: 'Hi.', knownTo: ['m', 'a'] } },
    ]);
  });
});

describe('changing who has heard a message', () => {
  test('RP-097 KT-24 exactly these have, and its speaker', () => {
    expect(eventsOf(open(['tomas']))).toEqual([
      { kind: 'audience_changed', payload: { message: 'm1', speaker: 'm', knownTo: ['t', 'm'] } },
    ]);
  });

  test('RP-097 everyone again, and nothing for a message that has this audience', () => {
    const secret = { ...line, id: 'm2', knownTo: ['m', 'a'] };
    expect(eventsOf(open('everyone', 'm', [line, secret]))).toEqual([
      { kind: 'audience_changed', payload: { message: 'm2', speaker: 'm', knownTo: [] } },
    ]);
    expect(eventsOf(open(['Ansel'], 'm', [secret]))).toEqual([]);
  });

  test('RP-097 who is let in knows of the speaker and of all the others', () => {
    const at = worldAfter(open(['Ines', 'Ansel'], 'everyone'));
    const met = at.cast.find(({ id }) => id === 'i')?.met;
    expect(met).toEqual(expect.arrayContaining(['m', 'a']));
    expect(met).not.toContain('o');
  });

  test('RP-097 naming nobody is refused', () => {
    expect(decided(open([]))).toMatchObject({ refused: { code: 'empty_audience' } });
  });
});
