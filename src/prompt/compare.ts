import { commonPrefix } from '../domain/common-prefix.ts';
import type { Block, Change, PromptPlan, SinceLast } from './plan.ts';

/** Tokens of the blocks that lie within the first `length` characters; a block that is cut counts in part. */
const tokensWithin = (blocks: readonly Block[], length: number): number => {
  let left = length;
  let tokens = 0;
  for (const block of blocks) {
    if (left <= 0) break;
    const share = Math.min(1, left / Math.max(1, block.text.length));
    tokens += Math.floor(block.tokens * share);
    left -= block.text.length;
  }
  return tokens;
};

const keyOf = ({ name, zone, source }: Block): string =>
  zone === 'history' ? source : `${zone} ${name} ${name === 'pins' ? '' : source}`;

const changesBetween = (before: readonly Block[], now: readonly Block[]): Change[] => {
  const was = new Map(before.map((block) => [keyOf(block), block]));
  const is = new Set(now.map(keyOf));
  const changes: Change[] = now.flatMap((block) => {
    const old = was.get(keyOf(block));
    if (old?.text === block.text) return [];
    const { name, zone, tokens } = block;
    return [{ change: old ? ('changed' as const) : ('added' as const), name, zone, tokens }];
  });
  const removed = before.filter((block) => !is.has(keyOf(block)));
  return [
    ...changes,
    ...removed.map(({ name, zone, tokens }) => ({ change: 'removed' as const, name, zone, tokens })),
  ];
};

/** How a prompt differs from the speaker's last one, of which the server has read the text and written `reply`. */
export function compareWithLast(now: PromptPlan, last: PromptPlan, reply: string): SinceLast {
  const length = commonPrefix(now.prompt, last.prompt + reply);
  const reusableTokens = Math.min(now.tokens, tokensWithin(now.blocks, length));
  return {
    reusableTokens,
    reusableShare: now.tokens === 0 ? 0 : reusableTokens / now.tokens,
    changes: changesBetween(last.blocks, now.blocks),
  };
}
