import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeSillyTavernJsonl } from '../../src/interop/sillytavern/sillytavern-writing.ts';
import { asExported, readText, readValues } from './files.ts';
import { asText, header, line } from './sillytavern-lines.ts';

const write = (text: string) => {
  const { chat, messages } = asExported(readText(text));
  return [...writeSillyTavernJsonl(chat, messages)].join('');
};

describe('written', () => {
  test('a file comes back as it was: swipes, extra and fields of others in place, no line break at the end', () => {
    const text = asText(
      header,
      line('Me', 'hello', { force_avatar: 'User Avatars/me.png' }),
      line('Alice', 'two', {
        extra: { api: 'x', reasoning: 'hm', token_count: 2, known_to: ['Alice', 'Me'] },
        gen_id: 7,
        swipes: ['one', 'two'],
        swipe_id: 1,
        swipe_info: [{}, { extra: {} }],
        send_date: 'June 5, 2023 9:12pm',
      }),
      line('Bob', 'hidden', { is_system: true, extra: { known_to: ['Bob'] }, present: [] }),
    );
    expect(
      write(text)
        .split('\n')
        .map((one) => JSON.parse(one)),
    ).toEqual(text.split('\n').map((one) => JSON.parse(one)));
    expect(write(text)).not.toMatch(/\n$/);
  });

  test('what is hidden goes out as it came, and hidden from a chat that came from elsewhere too', () => {
    const hidden = [
      line('Bob', 'hidden', { is_system: true }),
      line('Note', 'remember', { is_system: true, extra: { type: 'comment' } }),
    ];
    const text = asText(header, line('Me', 'hello'), ...hidden);
    expect(
      write(text)
        .split('\n')
        .map((one) => JSON.parse(one)),
    ).toEqual(text.split('\n').map((one) => JSON.parse(one)));
    const { chat, messages } = asExported(readText(text));
    const [, , bare = ''] = [
      ...writeSillyTavernJsonl(
        chat,
        messages.map((one) => ({ ...one, foreign: null })),
      ),
    ];
    expect(JSON.parse(bare)).toMatchObject({ mes: 'hidden', is_system: true });
  });

  test('extra.reasoning is what was thought, in and out; what is no text there is left alone', () => {
    const { chat, messages } = asExported(
      readValues(
        header,
        line('Bob', 'one', { extra: { reasoning: 'Hm.', reasoning_duration: 7 } }),
        line('Bob', 'two', { extra: { reasoning: 3 } }),
      ),
    );
    expect(messages.map(({ line: { reasoning } }) => reasoning)).toEqual(['Hm.', undefined]);
    const written = (foreign: 'given back' | 'not') =>
      [
        ...writeSillyTavernJsonl(
          chat,
          messages.map((one) => (foreign === 'not' ? { ...one, foreign: null } : one)),
        ),
      ]
        .slice(1)
        .map((text) => JSON.parse(text).extra);
    expect(written('given back')).toEqual([{ reasoning: 'Hm.', reasoning_duration: 7 }, { reasoning: 3 }]);
    expect(written('not')).toEqual([{ reasoning: 'Hm.' }, undefined]);
  });

  test('a text that changed changes the selected swipe; an audience that changed takes `present` away', () => {
    const { chat, messages } = asExported(
      readValues(header, line('Bob', 'two', { swipes: ['one', 'two'], swipe_id: 1, present: ['Bob.png'] })),
    );
    const [message] = messages;
    const changed = { ...message!, line: { ...message!.line, text: 'three' }, isAudienceChanged: true };
    const [, written] = [...writeSillyTavernJsonl(chat, [changed])];
    expect(JSON.parse(written ?? '')).toMatchObject({ mes: 'three', swipes: ['one', 'three'], swipe_id: 1 });
    expect(JSON.parse(written ?? '')).not.toHaveProperty('present');
  });

  const name = fc.constantFrom('Ann', 'Bob', 'Carl', 'Dora');
  const said = fc.record({
    speaker: name,
    text: fc.string({ unit: 'binary' }),
    to: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    open: fc.boolean(),
  });

  test('for all chats of sotto, what is written reads as the same chat and is written so again', () => {
    fc.assert(
      fc.property(fc.array(said), (all) => {
        const cast = ['Ann', 'Bob', 'Carl', 'Dora'] as const;
        const chat = {
          title: 'T',
          createdAt: '2024-01-01T00:00:00.000Z',
          cast,
          playing: 'Carl',
          foreign: null,
        };
        const messages = all.map(({ speaker, text, to, open }, index) => {
          const heard = cast.filter((one) => one === speaker || to.includes(one));
          const knownTo = open || heard.length === cast.length ? [] : heard;
          const at = `2024-01-01T00:00:00.${String(index % 1000).padStart(3, '0')}Z`;
          const place = { id: 'i', turn: 't', branch: 'main', truncated: false, pinned: false };
          const line = {
            type: 'message',
            role: 'character',
            ...place,
            speaker,
            text,
            knownTo,
            perceived: cast,
            at,
          } as const;
          return { line, foreign: null, isAudienceChanged: false };
        });
        const once = [...writeSillyTavernJsonl(chat, messages)].join('');
        const read = readText(once);
        expect(read).toMatchObject({ cast, playing: 'Carl' });
        expect(read.messages.map(({ speaker, text, at }) => ({ speaker, text, at }))).toEqual(
          messages.map(({ line: { speaker, text, at } }) => ({ speaker, text, at })),
        );
        expect(read.messages.map(({ knownTo }) => [...knownTo].sort())).toEqual(
          messages.map(({ line: { knownTo } }) => [...knownTo].sort()),
        );
      }),
    );
  });
});
