import * as z from 'zod/mini';
import { memberNamed } from '../../domain/world/world.ts';
import { failed, tool } from '../tool.ts';

/** Who is in the chat, as far as the caller knows (HC-18). */
export const listMembers = tool({
  name: 'list_members',
  alias: 'GroupChatListMembers',
  description: 'List everyone in this chat whom you know, with their id and whether they are here now.',
  parameters: z.object({}),
  run: (_, { known }) => ({
    result: known.cast
      .filter(({ isGone }) => !isGone)
      .map(({ id, name, present }) => `${name} (id ${id}${present ? '' : ', away'})`)
      .join('\n'),
  }),
});

/** Lets somebody else speak, under an instruction that they alone are given (HC-17). */
export const triggerCharacter = tool({
  name: 'trigger_character',
  alias: 'GroupChatTriggerNPC',
  aliases: { id: 'name', message: 'instruction' },
  description: 'Let another character speak next, with an instruction that only they are given.',
  parameters: z.object({
    name: z.string().check(z.describe('who is to speak')),
    instruction: z.optional(z.string()).check(z.describe('what they are to do; nobody else sees it')),
  }),
  useless: ({ known, who }) =>
    known.cast.some(({ id, present }) => present && id !== who.id) ? null : 'nobody else is here',
  run({ name, instruction = '' }, { known, who }) {
    const target = memberNamed(known, name) ?? known.cast.find(({ id }) => id === name);
    if (!target?.present || target.id === who.id) return failed(`nobody called "${name}" is here beside you`);
    const told = instruction.trim();
    const by = who.id;
    const command = { type: 'letter', by, from: null, to: [target.name], subject: '', text: told } as const;
    return {
      result: `${target.name} speaks next.`,
      triggers: target.id,
      ...(told !== '' && { command }),
    };
  },
});
