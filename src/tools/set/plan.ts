import * as z from 'zod/mini';
import { failed, tool } from '../tool.ts';

/** A plan in lines, ticked where an act is done. */
export const planText = ({
  title,
  acts,
}: {
  title: string;
  acts: readonly { text: string; isDone: boolean }[];
}) => [title, ...acts.map(({ text, isDone }, at) => `${at + 1}. [${isDone ? 'x' : ' '}] ${text}`)].join('\n');

/** A plan of the caller's own, act by act (HC-23). */
export const plan = tool({
  name: 'plan',
  description: 'Read, write or tick off your own plan for the story, act by act; nobody else sees it.',
  parameters: z.object({
    do: z.enum(['read', 'write', 'tick']),
    title: z.optional(z.string().check(z.maxLength(200))),
    acts: z.optional(z.array(z.string().check(z.maxLength(500))).check(z.maxLength(24))),
    act: z.optional(z.int()).check(z.describe('the number of the act that is done')),
  }),
  run({ do: what, title = '', acts = [], act = 0 }, { known, who }) {
    const before = known.plans[who.id];
    if (what === 'read') return { result: before ? planText(before) : 'You have no plan yet.' };
    const set = (next: { title: string; acts: { text: string; isDone: boolean }[] }) => ({
      result: next.acts.length === 0 ? 'The plan is removed.' : planText(next),
      events: [{ kind: 'plan_set' as const, payload: { owner: who.id, ...next, by: who.id } }],
    });
    if (what === 'write') return set({ title, acts: acts.map((text) => ({ text, isDone: false })) });
    if (!before?.acts[act - 1]) return failed(`there is no act ${act} in your plan`);
    return set({
      title: before.title,
      acts: before.acts.map((one, at) => (at === act - 1 ? { ...one, isDone: true } : one)),
    });
  },
});
