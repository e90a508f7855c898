import { oneLine } from '../../domain/one-line.ts';
import type { PromptPlan, SinceLast } from '../../prompt/plan.ts';

const counted = { server: 'counted by the server', estimate: 'estimated' };
const marks = { added: '+', removed: '-', changed: '~' };

const row = (zone: string, tier: string, tokens: number | string, about: string): string =>
  `${zone.padEnd(8)}${tier.padEnd(7)}${String(tokens).padStart(6)}  ${oneLine(about)}`;

const blockRows = ({ blocks }: PromptPlan): string[] =>
  blocks.map(({ zone, tier, tokens, name, source, reason }) => {
    const about = name.includes(source) ? [name, reason] : [name, source, reason];
    return row(zone, tier, tokens, about.join(' · '));
  });

const droppedRows = ({ dropped }: PromptPlan): string[] => [
  dropped.length === 0 ? 'Nothing was left out.' : 'Left out:',
  ...dropped.map(({ name, tokens, reason }) => oneLine(`- ${name} · ${tokens} tokens · ${reason}`)),
];

const sinceRows = (since: SinceLast | null): string[] => {
  if (since === null) return ['There is no earlier prompt of this speaker to compare with.'];
  const { reusableTokens, reusableShare, changes } = since;
  return [
    `The same as last time: the first ${reusableTokens} tokens, ${Math.floor(reusableShare * 100)} % of the prompt.`,
    ...changes.map(({ change, name, zone, tokens }) =>
      oneLine(`${marks[change]} ${name} · ${zone} · ${tokens} tokens`),
    ),
  ];
};

/** A plan without its text, for people: its size, its blocks, what was left out, what is new. Not sanitised. */
export const planTable = (plan: PromptPlan): string[] => [
  `${plan.tokens} of ${plan.budget} tokens, ${counted[plan.counting]}`,
  '',
  row('zone', 'tier', 'tokens', 'name · source · reason'),
  ...blockRows(plan),
  '',
  ...droppedRows(plan),
  '',
  ...sinceRows(plan.since),
];

/** What is sent of a plan: the prompt, or the messages for a chat endpoint. Not sanitised. */
export const sentLines = ({ prompt, messages }: PromptPlan): string[] =>
  messages === null
    ? [prompt]
    : messages.flatMap(({ role, name, content }) => [
        name === undefined ? `[${role}]` : `[${role} ${oneLine(name)}]`,
        content,
        '',
      ]);
