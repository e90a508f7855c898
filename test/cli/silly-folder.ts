import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const card = (name: string) => ({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { name, description: `${name} keeps an inn.`, first_mes: 'Welcome!', extensions: {}, tags: [] },
});
const said = (name: string, mes: string, more: object = {}) => ({
  name,
  is_user: name === 'Anna',
  is_system: false,
  send_date: '2024-05-01T10:00:00.000Z',
  mes,
  ...more,
});
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const header = {
  user_name: 'unused',
  character_name: 'unused',
  chat_metadata: { note_prompt: 'kept', world_info: 'Harbour' },
};

const swiped = said('Mira', 'Second.', {
  swipes: ['First.', 'Second.', 'Third.'],
  swipe_id: 1,
  swipe_info: [{ send_date: '2024-05-01T09:00:00.000Z', extra: { reasoning: 'Be short.' } }, {}, {}],
});

const files: Record<string, unknown> = {
  'characters/Mira.json': card('Mira'),
  'characters/Tom.json': card('Tom'),
  'characters/broken.png': 'no picture',
  'worlds/Harbour.json': {
    entries: {
      0: {
        uid: 0,
        key: ['tide'],
        keysecondary: [],
        content: 'Two tides a day.',
        order: 5,
        position: 4,
        depth: 2,
      },
    },
  },
  'TextGen Settings/Warm.json': { temp: 1.2, min_p: 0.1 },
  'instruct/Odd.json': { name: 'Odd', input_sequence: '<u>', output_sequence: '<m>' },
  'context/Story.json': { name: 'Story', story_string: '{{description}}' },
  'OpenAI Settings/Manager.json': {
    temperature: 1,
    prompts: [{ identifier: 'main', content: 'Write on.', role: 'system', marker: null }],
    prompt_order: [{ character_id: 100001, order: [{ identifier: 'main', enabled: true }] }],
  },
  'QuickReplies/Set.json': {
    version: 2,
    name: 'Set',
    qrList: [{ id: 1, label: 'Look', message: 'I look around.', executeOnStartup: true }],
  },
  'groups/17.json': {
    id: '17',
    name: 'The Pier',
    members: ['Mira.json', 'Tom.json'],
    activation_strategy: 2,
    chats: ['17a'],
  },
  'chats/Mira/Evening.jsonl': lines(
    header,
    said('Mira', 'Welcome!'),
    said('Anna', 'Good evening.'),
    swiped,
    said('Anna', 'Go on.'),
  ),
  'chats/Mira/cut.jsonl': `${lines(header)}\n{"name":"Mi`,
  'group chats/17a.jsonl': lines(
    header,
    said('Mira', 'Is Tom here?', { original_avatar: 'Mira.json', present: ['Mira.json'] }),
  ),
  'themes/Dark.json': {},
  'settings.json': {
    power_user: {
      personas: { 'anna.png': 'Anna', 'none.png': '' },
      persona_descriptions: { 'anna.png': { description: 'A sailor.', position: 4, depth: 2 } },
    },
    extension_settings: {
      regex: [
        { id: 'a', scriptName: 'Stars', findRegex: '/\\*+/g', replaceString: '', placement: [2] },
        { id: 'b', scriptName: 'Slow', findRegex: '/(a/', replaceString: '', placement: [2] },
        { scriptName: 'none' },
      ],
    },
  },
};

/** Writes a data folder of SillyTavern into a folder, with broken files in it. */
export function sillyFolder(folder: string): string {
  for (const [name, value] of Object.entries(files)) {
    const path = join(folder, 'data/default-user', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return folder;
}
