import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import { runs } from '../../cases.ts';
import { chatsOf } from './documents.ts';

const junk = fc.jsonValue({ maxDepth: 3 });
const or = (usual: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary: usual }, junk);
const name = fc.constantFrom('a', 'b', 'c', '', 'toString', '__proto__');
const text = or(fc.constantFrom('Hi.', '', '{{[INPUT]}}x', '> y', 'Bob: z', '#{user}'));
const role = or(fc.constantFrom('user', 'assistant', 'char', 'human', 'system', 'ai'));
const message = fc.record(
  {
    ...{
      msg: or(fc.string()),
      handle: name,
      userId: name,
      parent: or(name),
      _id: or(name),
      retries: or(fc.array(text)),
    },
    ...{ role, data: text, name, disabled: junk, isComment: or(fc.boolean()), time: junk },
    ...{ uuid: or(name), sender: role, text, content: junk, parent_message_uuid: or(name), created_at: junk },
    ...{ type: role, outputs: or(fc.array(or(fc.record({ text, activeTimestamp: junk })))), createdAt: junk },
    ...{ author: or(fc.record({ role, name, is_human: junk })), candidates: or(fc.array(junk)), src: junk },
    ...{ input: text, output: text, id: name, message: junk, is_alternative: or(fc.boolean()) },
  },
  { requiredKeys: [] },
);
const messages = or(fc.array(or(message), { maxLength: 6 }));
const mapping = or(
  fc.dictionary(
    name,
    or(fc.record({ parent: or(name), message: or(fc.record({ author: junk, content: junk })) })),
  ),
);
const pairs = or(fc.array(or(fc.array(text, { minLength: 2, maxLength: 2 }))));
const document = fc.record(
  {
    ...{
      mapping,
      current_node: or(name),
      title: junk,
      create_time: junk,
      chat_messages: messages,
      name: junk,
    },
    ...{
      messages,
      treeLeafId: name,
      type: fc.constantFrom('risuChat', 'risuAllChats', 'x'),
      turns: messages,
    },
    ...{ data: fc.oneof(fc.record({ message: messages }), fc.array(fc.record({ message: messages })), junk) },
    ...{
      histories: or(fc.record({ histories: or(fc.array(or(fc.record({ msgs: messages })))) })),
      character: junk,
    },
    ...{
      actions: or(fc.array(text)),
      prompt: text,
      savedsettings: junk,
      internal: pairs,
      visible: pairs,
      metadata: junk,
    },
    ...{ chat: or(fc.record({ ChatItems: messages })), data_visible: pairs },
  },
  { requiredKeys: [] },
);

test('whatever a document holds, it is chats or refused, and every name in a chat is of its cast', () => {
  fc.assert(
    fc.property(document, (value) => {
      try {
        for (const { cast, messages: said, besides = [] } of chatsOf(value))
          for (const one of [...said, ...besides.flatMap((beside) => beside.messages)])
            expect(one.speaker === '' || cast.includes(one.speaker)).toBe(true);
      } catch (error) {
        if (!isSottoError(error)) throw error;
      }
    }),
    runs(300),
  );
});
