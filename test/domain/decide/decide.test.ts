import { describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../../src/domain/audience/audience.ts';
import { type Command, decide } from '../../../src/domain/decide/decide.ts';
import { isSottoError } from '../../../src/domain/errors.ts';
import type { Message } from '../../../src/domain/message.ts';
import { castList, requireMember } from '../../../src/domain/world/names.ts';
import { initialWorld, type World } from '../../../src/domain/world/world.ts';

const world: World = {
  ...initialWorld,
  cast: ['Maren', 'Ansel', 'Odile'].map((name) => ({
    id: name[0] ?? '',
    name,
    card: null,
    present: true,
    met: ['M', 'A', 'O'].filter((id) => id !== name[0]),
  })),
};
const whisper: Message = {
  id: 'm1',
  turn: 'm1',
  speaker: 'M',
  role: 'character',
  text: 'Hush.',
  knownTo: ['M', 'A'],
  perceived: ['M', 'A'],
  at: '',
  truncated: false,
  branch: 'main',
  reasoning: '',
};
const decided = (command: Command, at = world) => decide(at, command, defaultTagStyle);
const say = (raw: string, to?: string[]) => decided({ type: 'say', speaker: 'M', raw, ...(to && { to }) });
const edit = (raw: string) => decided({ type: 'edit', message: whisper, viewer: 'M', raw });

describe('saying', () => {
  test.each([
    ['KT-01 without a tag is public', say('Hello.'), { text: 'Hello.', knownTo: [] }],
    [
      'KT-04 with a tag is known to the named and the sender',
      say('Hello. __known_to_chars__Odile__'),
      { text: 'Hello.', knownTo: ['M', 'O'] },
    ],
    ['KT-01 with an audience by names', say('Hello.', ['odile']), { text: 'Hello.', knownTo: ['M', 'O'] }],
    [
      'KT-03 tag and names combine, here to everyone',
      say('Hello. __known_to_chars__Odile__', ['Ansel']),
      { text: 'Hello.', knownTo: [], confided: true },
    ],
    [
      'KT-04 to oneself is known to oneself',
      say('Hello. __known_to_chars__Maren__'),
      { text: 'Hello.', knownTo: ['M'] },
    ],
  ])('%s', (_, decision, words) => {
    expect(decision).toMatchObject({
      events: [{ kind: 'message_said', payload: { speaker: 'M', ...words } }],
    });
  });

  test('KT-06 the text as written stays in the event', () => {
    const raw = ' Hello. (ooc: __known_to_chars__Odile__) ';
    expect(say(raw)).toMatchObject({ events: [{ payload: { raw, text: 'Hello.' } }] });
  });

  test.each([
    [
      'KT-05 a name that nobody bears',
      'Hi. __known_to_chars__Eve__',
      'unknown_name',
      /"Eve".*Maren, Ansel or/,
    ],
    ['KT-05 a stranger among others', 'Hi. __known_to_chars__Odile,Eve__', 'unknown_name', /"Eve"/],
    [
      'KT-02 a tag that is not closed',
      'Hi. __known_to_chars__Odile',
      'unclosed_tag',
      /end its names with __/,
    ],
    ['KT-02 a tag without a name', 'Hi. __known_to_chars__ , __', 'empty_audience', /names nobody/],
    ['KT-02 a tag and nothing else', '__known_to_chars__Odile__', 'empty_text', /message is empty/],
    ['no text', ' \n ', 'empty_text', /write something/],
  ])('%s is refused', (_, raw, code, message) => {
    expect(say(raw)).toEqual({ refused: { code, message: expect.stringMatching(message) } });
    expect(edit(raw)).toMatchObject({ refused: { code } });
  });
});

describe('changing', () => {
  test('KT-24 an edit without a tag keeps the audience', () => {
    const words = { raw: 'Hist.', text: 'Hist.', knownTo: ['M', 'A'] };
    const payload = { message: 'm1', speaker: 'M', ...words };
    expect(edit('Hist.')).toEqual({ events: [{ kind: 'message_edited', payload }] });
  });

  test('KT-24 the tags of an edited text are read again', () => {
    expect(edit('Hist. __known_to_chars__Odile__')).toMatchObject({
      events: [{ payload: { text: 'Hist.', knownTo: ['M', 'O'] } }],
    });
  });

  test('RP-103 a deletion names the message and nothing else', () => {
    expect(decided({ type: 'delete', message: whisper })).toEqual({
      events: [{ kind: 'message_deleted', payload: { message: 'm1' } }],
    });
  });

  test('a pin that stands already causes nothing, one that is missing cannot be taken away', () => {
    const pinned = { ...world, pins: [{ message: 'm1', owner: 'A' }] };
    const pin = { message: whisper, owner: 'A' };
    expect(decided({ type: 'pin', ...pin })).toMatchObject({ events: [{ kind: 'message_pinned' }] });
    expect(decided({ type: 'pin', ...pin }, pinned)).toEqual({ events: [] });
    expect(decided({ type: 'unpin', ...pin }, pinned)).toMatchObject({
      events: [{ kind: 'message_unpinned' }],
    });
    expect(decided({ type: 'unpin', ...pin, owner: 'M' }, pinned)).toMatchObject({
      refused: { code: 'not_pinned' },
    });
  });

  test('KT-13 the human may play anyone; a title is trimmed and never empty', () => {
    expect(decided({ type: 'play_as', character: 'O', persona: null })).toMatchObject({
      events: [{ kind: 'played_as', payload: { character: 'O' } }],
    });
    expect(decided({ type: 'rename', title: ' Dawn ' })).toMatchObject({
      events: [{ payload: { title: 'Dawn' } }],
    });
    expect(decided({ type: 'rename', title: ' ' })).toMatchObject({ refused: { code: 'empty_title' } });
  });
});

describe('names', () => {
  test('KT-05 a member is found by name in any case, or by id', () => {
    expect(requireMember(world, ' ANSEL ', 'M').id).toBe('A');
    expect(requireMember(world, 'O', 'M').name).toBe('Odile');
  });

  test('a stranger is an error that lists who is there', () => {
    const error = (() => {
      try {
        return requireMember(world, 'Eve', 'M');
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(isSottoError(error) && [error.family, error.code, error.exitCode]).toEqual([
      'not_found',
      'unknown_name',
      3,
    ]);
    expect(String(error)).toContain('Maren, Ansel or Odile');
  });

  test('a list of one name is that name', () => {
    expect(castList({ ...world, cast: world.cast.slice(0, 1) }, 'M')).toBe('Maren');
  });
});

describe('another card', () => {
  const card = { id: 'c', index: 0 };

  test('is a change of the character, unless it has that card already', () => {
    const events = [{ kind: 'character_changed', payload: { character: 'M', card } }];
    expect(decided({ type: 'change_card', character: 'M', card })).toEqual({ events });
    const changed = { ...world, cast: world.cast.map((member) => ({ ...member, card })) };
    expect(decided({ type: 'change_card', character: 'M', card: { ...card } }, changed)).toEqual({
      events: [],
    });
  });
});
