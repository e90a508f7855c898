import { oneLine } from '../../domain/one-line.ts';
import type { PromptPlan, SinceLast } from '../../prompt/plan.ts';

const counted = { server: 'counted by the server', estimate: 'estimated' };
const marks = { added: '+', removed: '-', changed: '~' };

interface Cells {
  readonly zone: string;
  readonly tier: string;
  readonly tokens: number | string;
}

const row = (read: string, { zone, tier, tokens }: Cells, about: string): string =>
  `${read.padEnd(5)}${zone.padEnd(8)}${tier.padEnd(7)}${String(tokens).padStart(6)}  ${oneLine(about)}`;

/** Each block, with whether the server has read it already: it stands in the beginning that is the same as last time. */
function blockRows({ blocks, since }: PromptPlan): string[] {
  let left = since?.reusableTokens ?? 0;
  return blocks.map(({ zone, tier, tokens, name, source, reason }) => {
    left -= tokens;
    const about = name.includes(source) ? [name, reason] : [name, source, reason];
    return row(left >= 0 ? 'read' : 'new', { zone, tier, tokens }, about.join(' · '));
  });
}

const droppedRows = ({ dropped }: PromptPlan): string[] => [
  dropped.length === 0 ? 'Nothing was left out.' : 'Left out:',
  ...dropped.map(({ name, tokens, reason }) => {
    const size = tokens === 0 ? [] : [`${tokens} tokens`];
    return oneLine(`- ${[name, ...size, reason].join(' · ')}`);
  }),
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
  row('', { zone: 'zone', tier: 'tier', tokens: 'tokens' }, 'name · source · reason'),
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
