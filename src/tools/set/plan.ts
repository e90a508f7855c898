import * as z from 'zod/mini';
import { repeated, storiesText } from '../novelty.ts';
import { failed, tool } from '../tool.ts';

/** A plan in lines, ticked where an act is done. */
export const planText = ({
  title,
  acts,
}: {
  title: string;
  acts: readonly { text: string; isDone: boolean }[];
}) => [title, ...acts.map(({ text, isDone }, at) => `${at + 1}. [${isDone ? 'x' : ' '}] ${text}`)].join('\n');

/** What the caller is to do where an act of so many is over: close it, hint at what comes, open the next (HC-40). */
const transition = (done: number, acts: number): string =>
  done < acts
    ? `Act ${done} is over. Say in a few sentences what was won and lost in it, and end that with a hint at act ${done + 1}; then open act ${done + 1}: where and when, what has changed, the first sign of trouble.`
    : 'That was the last act. Tell what became of everyone and the title by which it will be remembered, and end with a hint at what may come.';

const noSuchAct = (given: number | undefined): string =>
  given === undefined ? 'no act of your plan is left' : `there is no act ${given} in your plan`;

/** A plan of the caller's own, act by act (HC-23). */
export const plan = tool({
  name: 'plan',
  description: 'Read, write or tick off your own plan for the story, act by act; nobody else sees it.',
  parameters: z.object({
    do: z.enum(['read', 'write', 'tick']),
    title: z.optional(z.string().check(z.maxLength(200))),
    acts: z.optional(z.array(z.string().check(z.maxLength(500))).check(z.maxLength(24))),
    act: z.optional(z.int()).check(z.describe('the number of the act that is done; absent = the next one')),
  }),
  run({ do: what, title = '', acts = [], act: given }, { known, who, played }) {
    const before = known.plans[who.id];
    if (what === 'read') return { result: before ? planText(before) : 'You have no plan yet.' };
    const set = (next: { title: string; acts: { text: string; isDone: boolean }[] }) => ({
      result: next.acts.length === 0 ? 'The plan is removed.' : planText(next),
      events: [{ kind: 'plan_set' as const, payload: { owner: who.id, ...next, by: who.id } }],
    });
    const earlier = what === 'write' ? repeated({ title, acts }, played()) : undefined;
    if (earlier)
      return failed(`that was played before with this player, as "${earlier.title}"; plan something else`);
    if (what === 'write') return set({ title, acts: acts.map((text) => ({ text, isDone: false })) });
    const act = given ?? 1 + (before?.acts.findIndex(({ isDone }) => !isDone) ?? 0);
    if (!before?.acts[act - 1]) return failed(noSuchAct(given));
    const ticked = set({
      title: before.title,
      acts: before.acts.map((one, at) => (at === act - 1 ? { ...one, isDone: true } : one)),
    });
    return { ...ticked, result: `${ticked.result}\n${transition(act, before.acts.length)}` };
  },
});

/** The stories that were played before with this player, so that a new one differs (HC-24, HC-53). */
export const listPlayed = tool({
  name: 'list_played',
  description: 'List the stories that were played before with this player, so that the next one differs.',
  parameters: z.object({}),
  run: (_, { played }) => ({
    result: storiesText(played()) || 'Nothing was played before with this player.',
  }),
});
