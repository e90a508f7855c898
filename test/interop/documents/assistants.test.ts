import { describe, expect, test } from 'vitest';
import { chatOf, chatsOf, talkOf, unsaid } from './documents.ts';

const text = (role: string, said: string, more: object = {}) => ({
  ...{ id: said, author: { role, name: null, metadata: {} }, create_time: 1_700_000_000.5 },
  ...{ content: { content_type: 'text', parts: [said] }, status: 'finished_successfully' },
  ...{ recipient: 'all', metadata: { model_slug: 'gpt-4o' }, ...more },
});
const node = (id: string, parent: string | null, message: object | null) => ({
  id,
  parent,
  message,
  children: [],
});
const mapped = (...nodes: { id: string }[]) => Object.fromEntries(nodes.map((one) => [one.id, one]));
const chatGpt = (current_node: string, ...nodes: { id: string }[]) => ({
  ...{ title: 'A mill', create_time: 1_699_999_999, update_time: 1_700_000_100, current_node },
  ...{ mapping: mapped(...nodes), conversation_id: 'c1' },
});

describe("ChatGPT's export", () => {
  const edited = chatGpt(
    'a2',
    ...[node('root', null, null), node('sys', 'root', text('system', ''))],
    ...[
      node('u1', 'sys', text('user', 'Where is the mill?')),
      node('a1', 'u1', text('assistant', 'By the river.')),
    ],
    ...[
      node('u1b', 'sys', text('user', 'Who owns the mill?')),
      node('a1b', 'u1b', text('assistant', 'Tom.')),
    ],
    ...[node('u2', 'a1', text('user', 'Thanks.')), node('a1c', 'u1', text('assistant', 'Uphill.'))],
    ...[node('a2', 'u2', text('assistant', 'Any time.')), node('u3b', 'a1b', text('user', 'Tom who?'))],
  );

  test('is the way to its current node, with speakers, times and title', () => {
    const chat = chatOf(edited);
    expect(talkOf(chat)).toEqual([
      ...['Ann: Where is the mill?', 'Mira: By the river.', 'Ann: Thanks.', 'Mira: Any time.'],
    ]);
    expect(chat).toMatchObject({ format: 'chatgpt', title: 'A mill', playing: 'Ann', cast: ['Mira', 'Ann'] });
    expect(chat.messages[0]?.at).toBe('2023-11-14T22:13:20.500Z');
    expect(chat.messages[1]?.foreign).toMatchObject({ metadata: { model_slug: 'gpt-4o' } });
    expect(chat.foreign).toMatchObject({ conversation_id: 'c1' });
  });

  test('has everything that was edited or regenerated beside it, each part behind what it follows', () => {
    const { besides = [] } = chatOf(edited);
    expect(besides.map(({ after, messages }) => [after, talkOf({ messages })])).toEqual([
      [0, ['Mira: Uphill.']],
      [-1, ['Ann: Who owns the mill?', 'Mira: Tom.', 'Ann: Tom who?']],
    ]);
  });

  test('keeps what the assistant thought with what it said, and shows what tools did to people alone', () => {
    const thoughts = text('assistant', '', {
      content: { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] },
    });
    const code = text('assistant', '', {
      recipient: 'python',
      content: { content_type: 'code', text: '1+1' },
    });
    const chat = chatOf(
      chatGpt(
        'd',
        ...[node('a', null, text('user', 'Sum?')), node('b', 'a', code), node('c', 'b', thoughts)],
        node('d', 'c', text('assistant', 'Two.')),
      ),
    );
    expect(talkOf(chat)).toEqual(['Ann: Sum?', '~: 1+1', 'Mira: Two.']);
    expect(chat.messages.at(-1)?.reasoning).toBe('Hm.');
    expect(chat.messages[1]?.role).toBe('tool');
  });

  test('is refused when its messages follow each other in a circle', () => {
    const [one, two] = [text('user', 'One.'), text('user', 'Two.')];
    const alone = chatGpt('a', node('a', 'b', one), node('b', 'a', two));
    const beside = chatGpt('c', node('a', 'b', one), node('b', 'a', two), node('c', null, one));
    for (const circle of [alone, beside]) expect(() => chatsOf(circle)).toThrow('in a circle');
  });

  test('speaks as ChatGPT where nobody says who that is', () => {
    const { character: _, ...about } = unsaid;
    const [chat] = chatsOf(edited, about);
    expect(chat?.cast).toEqual(['ChatGPT', 'Ann']);
  });
});

const root = '00000000-0000-4000-8000-000000000000';
const claudeMessage = (uuid: string, sender: string, said: string, more: object = {}) => ({
  ...{ uuid, sender, text: said, content: [{ type: 'text', text: said, citations: [] }] },
  ...{
    created_at: '2025-02-03T04:05:06.789012Z',
    updated_at: '2025-02-03T04:05:06Z',
    attachments: [],
    files: [],
  },
  ...more,
});
const claude = (...chat_messages: object[]) => ({
  ...{
    uuid: 'c',
    name: 'A mill',
    created_at: '2025-02-03T04:05:00Z',
    account: { uuid: 'me' },
    chat_messages,
  },
});

describe("Claude's export", () => {
  test('is its messages in their order where it has no tree', () => {
    const chat = chatOf(
      claude(claudeMessage('1', 'human', 'Hello.'), claudeMessage('2', 'assistant', 'Hi.')),
    );
    expect(talkOf(chat)).toEqual(['Ann: Hello.', 'Mira: Hi.']);
    expect(chat).toMatchObject({ title: 'A mill', createdAt: '2025-02-03T04:05:00.000Z' });
    expect(chat.messages[0]?.at).toBe('2025-02-03T04:05:06.789Z');
    expect(chat.foreign).toMatchObject({ account: { uuid: 'me' } });
  });

  test('is a tree where messages name the one before, and keeps thoughts', () => {
    const thinking = [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Hi.' },
    ];
    const chat = chatOf(
      claude(
        claudeMessage('1', 'human', 'Hello.', { parent_message_uuid: root }),
        claudeMessage('2', 'assistant', 'Ho.', { parent_message_uuid: '1' }),
        claudeMessage('3', 'assistant', 'Hi.', { parent_message_uuid: '1', content: thinking }),
      ),
    );
    expect(talkOf(chat)).toEqual(['Ann: Hello.', 'Mira: Hi.']);
    expect(chat.messages[1]?.reasoning).toBe('Hm.');
    expect(chat.besides?.map(({ after, messages }) => [after, talkOf({ messages })])).toEqual([
      [0, ['Mira: Ho.']],
    ]);
  });

  test('says how many messages hold no text', () => {
    const chat = chatOf(claude(claudeMessage('1', 'human', ''), claudeMessage('2', 'assistant', 'Hi.')));
    expect(chat.warnings).toEqual(['messages without text (files and tools), which are left out: 1']);
  });
});
