import { expect } from 'vitest';
import { Stage } from './sotto.ts';

/** A multi-character card as people write them: names as plain strings, everything shared. */
export const innCard = {
  title: 'The Inn',
  sys_prompt: 'A chat between Alice, Bob and Carl, who are kept at an inn by the rain.',
  role: 'Alice',
  chars: ['Alice', 'Bob', 'Carl'],
  first_msg: 'It rains, and the fire is low.',
};

/** A card of one character, of version 2. */
export const keeperCard = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Keeper',
    description: 'Keeper owns the inn.',
    personality: 'Dry.',
    scenario: 'An inn.',
    first_mes: 'Wipe your boots, {{user}}.',
    mes_example: '',
    creator_notes: '',
    system_prompt: '',
    post_history_instructions: '',
    alternate_greetings: ['We are full, {{user}}.'],
    tags: [],
    creator: '',
    character_version: '',
    extensions: {},
  },
};

/** A card of version 1 that greets. */
export const plainCard = (name: string, greeting: string): string => {
  const empty = { personality: '', scenario: '', mes_example: '' };
  return JSON.stringify({ name, description: `${name} lives at the inn.`, first_mes: greeting, ...empty });
};

/** A stage where the chat "The Inn" has begun: Alice is played, Bob and Carl are there. */
export async function atTheInn(card: object = innCard, env = {}): Promise<Stage> {
  const stage = new Stage(env);
  const path = stage.file('inn.json', JSON.stringify(card));
  expect(await stage.run('new', path, '--title', 'The Inn')).toMatchObject({ code: 0 });
  return stage;
}

/** A stage where the human, Ann, faces Keeper alone, so that replies are printed while they stream. */
export async function withKeeper(): Promise<Stage> {
  const stage = new Stage();
  const path = stage.file('keeper.json', JSON.stringify(keeperCard));
  expect(await stage.run('new', path, '--as', 'Ann', '--title', 'Boots')).toMatchObject({ code: 0 });
  return stage;
}
