import * as z from 'zod/mini';
import type { StateChange } from '../../../domain/events/state-kinds.ts';
import { kinds } from '../../../domain/fiction/kinds.ts';
import { oneLine } from '../../../domain/one-line.ts';
import { minutesIn } from '../../../domain/world/world-time.ts';

const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));

/** A line that says of an occasion what is so, in the shape in which one is printed. */
export const occasionLine = z.object({
  type: z.literal('occasion'),
  name: z.string(),
  state: z.optional(kinds.occasionState.shape),
  props: texts,
  needs: texts,
  when: text,
  until: text,
  significance: z.optional(z.number()),
  gist: text,
});

const calm = (all: readonly string[] = []): string[] => all.map(oneLine).filter((one) => one !== '');

/** What such a line lets be so; what it says of when is a time of the world, or else a condition in words. */
export function occasionChange(line: z.infer<typeof occasionLine>, occasion: string): StateChange {
  const { name, state = 'planned', props, needs, when = '', until = '', significance = 1, gist = '' } = line;
  const isTime = minutesIn(when) !== null;
  return {
    ...{ what: 'occasion', occasion, name: oneLine(name), state },
    ...{
      props: calm(props),
      needs: calm(needs),
      significance: Math.round(significance),
      gist: oneLine(gist),
    },
    ...{ at: isTime ? when.trim() : '', condition: isTime ? '' : oneLine(when) },
    until: minutesIn(until) === null ? '' : until.trim(),
  };
}
