import * as z from 'zod/mini';
import { oneLine } from '../../domain/one-line.ts';
import { memberNamed } from '../../domain/world/world.ts';
import { failed, tool } from '../tool.ts';

const longestName = 60;

/** Proposes that somebody whom the caller plays becomes a character of their own; a person decides (HC-36). */
export const splitOutCharacter = tool({
  name: 'split_out_character',
  description:
    'Propose that somebody whom you play becomes a character of their own. The players decide; until then you go on playing them.',
  confirm: 'each',
  parameters: z.object({
    name: z.string().check(z.maxLength(longestName), z.describe('who')),
    why: z.optional(z.string()).check(z.describe('why, in a few words')),
  }),
  run({ name: wanted, why = '' }, { known, who }) {
    const name = oneLine(wanted).replace(/["\\[\]]/g, '');
    if (name === '') return failed('say who');
    if (memberNamed(known, name)) return failed(`${name} is a character of their own already`);
    const reason = why.trim() === '' ? '' : `: ${oneLine(why)}`;
    const how = `split "${name}" --from "${who.name}"`;
    return {
      result: 'Proposed. Go on playing them until you are told otherwise.',
      text: `[${who.name} proposes that ${name} becomes a character of their own${reason}. /${how} agrees]`,
      for: 'line',
    };
  },
});
