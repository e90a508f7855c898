import type { PromptPlan } from '../../prompt/plan.ts';

/** How many characters of a prompt the next one of its speaker begins with: all but the cue and what else is made anew each time. */
export const settledLength = ({ blocks }: Pick<PromptPlan, 'blocks'>): number =>
  blocks
    .slice(0, blocks.findLastIndex(({ zone }) => zone !== 'live') + 1)
    .reduce((length, { text }) => length + text.length, 0);
