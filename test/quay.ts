import type { Card, Character } from '../src/cards/character.ts';

const blank: Character = {
  name: '',
  nickname: '',
  description: '',
  personality: '',
  scenario: '',
  greetings: [],
  groupOnlyGreetings: [],
  exampleDialogue: '',
  systemPrompt: '',
  postHistoryInstructions: '',
  creatorNotes: '',
  tags: [],
  creator: '',
  characterVersion: '',
  book: null,
};

/** The cast of the scene on the quay: three with a card; Tomas is played by the human. */
export const characters: readonly Character[] = [
  {
    ...blank,
    name: 'Maren',
    description: '{{char}} keeps the ferry and her word. "The river has no manners," she says.',
    scenario: 'A quay at low water, an hour before dawn.',
    greetings: ['*Maren coils a wet rope.* "You are early, {{user}}."', '"No boat today."'],
    exampleDialogue: '<START>\n{{char}}: Mind the step. It minds nobody.',
    postHistoryInstructions: '{{char}} never says where the key is.',
  },
  {
    ...blank,
    name: 'Ansel',
    description: 'Ansel writes letters for others and reads them first.',
    personality: 'curious, sorry afterwards',
    systemPrompt: 'Speak as {{char}}, in short lines. {{original}}',
  },
  { ...blank, name: 'Odile', nickname: 'Dilly', description: '{{char}} sells lamp oil and rumours.' },
];

/** The card that the scene is made from. */
export const quay: Card = {
  spec: 'v3',
  specVersion: '3.0',
  kind: 'json',
  raw: {},
  characters: [...characters],
  rules: '',
  opening: '',
  role: '',
  warnings: [],
};
