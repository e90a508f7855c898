import type { PromptPlan } from '../../prompt/plan.ts';

/** How many characters of a prompt the next one of its speaker begins with: all before the first text among its lines that is made anew each time. */
export function settledLength({ blocks }: Pick<PromptPlan, 'blocks'>): number {
  const first = blocks.findIndex(({ zone }) => zone === 'history');
  const changing = blocks.findIndex(({ zone }, at) => at > first && zone === 'live');
  return blocks.slice(0, Math.max(0, changing)).reduce((length, { text }) => length + text.length, 0);
}
