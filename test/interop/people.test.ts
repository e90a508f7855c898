import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from '../../src/interop/chats/json.ts';
import { writeMarkdown } from '../../src/interop/chats/markdown.ts';
import { fileNameFor } from '../../src/interop/file-name.ts';
import { asExported, readValues } from './files.ts';

const at = '2024-02-03T04:05:06.007Z';
const chatOf = (...lines: object[]) => {
  const file = readValues(
    { type: 'chat', title: 'A *quiet* night', cast: ['Ann', 'Bob', 'Carl'], createdAt: at },
    ...lines,
  );
  return asExported(file);
};
const said = (speaker: string, text: string, more: object = {}) => ({
  type: 'message',
  speaker,
  text,
  at,
  ...more,
});

test('Markdown names the speaker, the audience and the time, quotes every line of a text, and holds no thoughts', () => {
  const { chat, messages } = chatOf(
    said('Ann', 'One.\n\n**Bob** · 2024-02-03 04:05\n> no'),
    said('Bob', 'psst', { knownTo: ['Ann'], reasoning: 'Is she alone?' }),
    said('Bob', 'hm', { knownTo: ['Bob'], truncated: true }),
    said('', 'It rains.'),
  );
  expect([...writeMarkdown(chat, messages)].join('')).toBe(`# A \\*quiet\\* night

With Ann, Bob, Carl.

**Ann** · 2024-02-03 04:05

> One.
>
> **Bob** · 2024-02-03 04:05
> > no

**Bob** (to Ann) · 2024-02-03 04:05

> psst

**Bob** (to nobody) · 2024-02-03 04:05 (cut short)

> hm

*system* · 2024-02-03 04:05

> It rains.
`);
});

test('JSON is one document with every message', () => {
  const { chat, messages } = chatOf(said('Ann', 'One.'), said('Bob', 'psst', { knownTo: ['Ann'] }));
  const { messages: written, ...head } = JSON.parse([...writeJson(chat, messages)].join(''));
  expect(head).toEqual({
    type: 'chat',
    title: 'A *quiet* night',
    cast: ['Ann', 'Bob', 'Carl'],
    createdAt: at,
  });
  expect(written).toEqual(messages.map(({ line }) => line));
  expect(JSON.parse([...writeJson(chat, [])].join(''))).toMatchObject({ messages: [] });
});

test.each([
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\Windows\\x', 'C Windows x'],
  ['.hidden', 'hidden'],
  ['-rf', 'rf'],
  ['a\u001b[31m\nb\u0000', 'a [31m b'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Seraphina', 'Seraphina'],
  ['お茶', 'お茶'],
  ['...', 'unnamed'],
  ['', 'unnamed'],
])('the file for %j is called %j', (name, file) => {
  expect(fileNameFor(name)).toBe(file);
});

test('for all names, the file name is one that every platform takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const file = fileNameFor(name);
      expect(file).toMatch(/^[^/\\:*?"<>|\p{C}]+$/u);
      expect(file).not.toMatch(/^[ .-]|[ .]$|^(con|nul)(\.|$)/i);
      expect(Buffer.byteLength(file)).toBeLessThan(250);
    }),
  );
});
