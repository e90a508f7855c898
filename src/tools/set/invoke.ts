import * as z from 'zod/mini';
import { memberNamed } from '../../domain/world/world.ts';
import { failed, tool } from '../tool.ts';

/** Calls a named instruction of the lorebooks into somebody's next prompt, once (HC-57). */
export const invokeInstruction = tool({
  name: 'invoke_instruction',
  description:
    'Call a named instruction of your handbook; whom it is for reads it before they next speak, once.',
  parameters: z.object({
    name: z.string().check(z.describe('the name of the instruction; "list" tells which there are')),
    to: z.optional(z.string()).check(z.describe('who is to read it; absent = you')),
  }),
  useless: ({ instructions }) =>
    instructions().length > 0 ? null : 'no lorebook in use has an entry that is off until it is called',
  run({ name, to = '' }, { known, who, instructions, instruction }) {
    if (name.trim().toLowerCase() === 'list') return { result: instructions().join('\n') };
    const target = to.trim() === '' ? who : memberNamed(known, to);
    if (!target) return failed(`you know nobody called "${to}"`);
    const text = instruction(name);
    if (text === undefined)
      return failed(`there is no instruction "${name}"; there are: ${instructions().join(', ')}`);
    const letter = {
      type: 'letter',
      by: who.id,
      from: null,
      to: [target.name],
      subject: name,
      text,
    } as const;
    return {
      result: target.id === who.id ? text : `${target.name} reads it next.`,
      ...(target.id !== who.id && { command: letter }),
    };
  },
});
