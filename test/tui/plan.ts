import type { PromptPlan } from '../../src/prompt/plan.ts';

/** What would be sent for somebody at the fair. */
export const plan: PromptPlan = {
  chat: 'chat',
  speaker: 'Bob',
  prompt: 'Rules.\n\nAlice: Good morning!\nBob:',
  stop: [],
  tokens: 20,
  budget: 100,
  messages: null,
  examplesLeft: false,
  sealed: null,
  told: [],
  variables: {},
  counting: 'server',
  blocks: [
    {
      ...{ name: 'rules', zone: 'frozen', tier: 'must', role: 'system', source: 'card of Bob' },
      ...{ reason: 'always', text: 'Rules.\n\n', tokens: 4 },
    },
    {
      ...{ name: 'message m1', zone: 'history', tier: 'nice', role: 'user', source: 'm1' },
      ...{ reason: 'perceived: public', text: 'Alice: Good morning!\n', tokens: 12 },
    },
    {
      ...{ name: 'cue', zone: 'live', tier: 'must', role: 'assistant', source: 'sotto' },
      ...{ reason: 'whose line\ncomes next', text: 'Bob:', tokens: 4 },
    },
  ],
  dropped: [{ name: 'message m0', reason: 'older than the window', tokens: 31 }],
  windowFrom: 'm1',
  since: {
    reusableTokens: 4,
    reusableShare: 0.2,
    changes: [
      { change: 'added', name: 'message m1', zone: 'history', tokens: 12 },
      { change: 'changed', name: 'cue', zone: 'live', tokens: 4 },
    ],
  },
};
