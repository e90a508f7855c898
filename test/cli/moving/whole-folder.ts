import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { base64Of, pngWith, textChunk, v2 } from '../../cards/fixtures.ts';

/** SillyTavern writes its JSON with four spaces; here and there by others it stands otherwise. */
const spread = (value: unknown): string => JSON.stringify(value, null, 4);
const long = '12345678901234567890';

const people = Array.from({ length: 30 }, (_, at) => `Person ${at + 1}`);

const card = (name: string, at: number) => {
  const extensions = {
    talkativeness: '0.5',
    fav: at % 7 === 0,
    world: at % 5 === 0 ? 'Harbour' : '',
    depth_prompt: { prompt: at % 4 === 0 ? `${name} limps.` : '', depth: 4, role: 'system' },
    chub: { id: at },
  };
  const data = { ...v2.data, name, extensions, character_version: '1', alternate_greetings: [] };
  const form = { ...v2, name, fav: false, create_date: '2024-1-2 @10h 00m 00s 000ms', data };
  const chunk = (keyword: string, value: object) => textChunk(keyword, base64Of(value));
  const v3 = { ...form, spec: 'chara_card_v3', spec_version: '3.0' };
  return pngWith(chunk('chara', form), ...(at % 2 === 0 ? [chunk('ccv3', v3)] : []));
};

const entry = (uid: number, more: object) => ({
  ...{ uid, key: ['tide'], keysecondary: [], comment: `Note ${uid}`, content: 'Two tides a day.' },
  ...{ constant: false, vectorized: false, selective: true, selectiveLogic: 0, addMemo: true, order: 100 },
  ...{ position: 0, disable: false, excludeRecursion: false, preventRecursion: false },
  ...{ delayUntilRecursion: false, probability: 100, useProbability: true, depth: 4, group: '' },
  ...{ groupOverride: false, groupWeight: 100, scanDepth: null, caseSensitive: null, matchWholeWords: null },
  ...{ useGroupScoring: null, automationId: '', role: null, sticky: 0, cooldown: 0, delay: 0 },
  ...{ displayIndex: uid, characterFilter: { isExclude: false, names: ['Person 1'], tags: ['t1'] } },
  ...more,
});

const said = (name: string, mes: string, more: object = {}) => ({
  ...{
    name,
    is_user: name === 'Anna',
    is_system: false,
    send_date: `2024-05-01T10:00:0${mes.length % 10}.000Z`,
  },
  ...{ mes, extra: {}, ...more },
});
const header = (more: object) => ({
  ...{ user_name: 'unused', character_name: 'unused' },
  ...{ chat_metadata: { integrity: 'a-b', note_prompt: 'Rain.', note_depth: 2, note_position: 1, ...more } },
});
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

const swiped = said('Person 1', 'Second.', {
  ...{ swipes: ['First.', 'Second.'], swipe_id: 1, swipe_info: [{ extra: { api: 'x' } }, {}] },
  ...{ extra: { api: 'llamacpp', model: 'm', reasoning: 'Hm.' }, gen_started: '2024-05-01T10:00:00.000Z' },
});

const textGen = {
  ...{ temp: 1.2, top_p: 1, top_k: 0, min_p: 0.1, typical_p: 1, rep_pen: 1.05, rep_pen_range: 0 },
  ...{ dynatemp: false, min_temp: 0.5, max_temp: 2, dynatemp_exponent: 1, dry_multiplier: 0.8 },
  ...{ dry_penalty_last_n: 0, dry_sequence_breakers: '["\\n", ":"]', banned_tokens: '', nsigma: 0, seed: -1 },
  ...{ samplers: ['top_k', 'min_p'], sampler_order: [6, 0, 1], logit_bias: [], top_a: 0, tfs: 1, n: 1 },
};

const settings = {
  ...{ firstRun: false, username: 'Anna', active_character: 'Person 1.png', amount_gen: 300 },
  textgenerationwebui_settings: { ...textGen, preset: 'Warm' },
  power_user: {
    ...{ theme: 'Dark', default_persona: 'anna.png', token_padding: 64 },
    personas: { 'anna.png': 'Anna', 'other.png': 'Anna', 'none.png': '' },
    persona_descriptions: {
      'anna.png': { description: 'A sailor.', position: 4, depth: 2, role: 0, lorebook: 'Harbour' },
      'other.png': { description: 'A smith.', position: 0 },
    },
  },
  extension_settings: {
    regex: [
      {
        ...{ id: 'r1', scriptName: 'Stars', findRegex: '/\\*+/g', replaceString: '', trimStrings: [] },
        ...{ placement: [2], disabled: false, markdownOnly: true, promptOnly: false, runOnEdit: true },
        ...{ substituteRegex: 0, minDepth: null, maxDepth: null },
      },
    ],
    note: { default: '', chara: [] },
  },
  tags: [{ id: 't1', name: 'Sea', color: '' }],
  tag_map: { 'Person 1.png': ['t1'] },
  world_info_settings: {
    world_info: { globalSelect: ['Harbour'], charLore: [{ name: 'Person 2', extraBooks: ['Town'] }] },
    ...{ world_info_depth: 4, world_info_budget: 25, world_info_recursive: true },
  },
};

const group = {
  ...{ id: '1700000000000', name: 'The Pier', members: ['Person 1.png', 'Person 2.png'], avatar_url: '' },
  ...{ allow_self_responses: false, activation_strategy: 1, generation_mode: 0, disabled_members: [] },
  ...{ chat_metadata: {}, fav: false, chat_id: '1700000000001', chats: ['1700000000000', '1700000000001'] },
};

const v3Book = {
  spec: 'lorebook_v3',
  data: {
    name: 'Town',
    ...{ extensions: {}, entries: [{ keys: ['gate'], content: 'Shut.', extensions: {}, enabled: true }] },
  },
};

const quickReplies = {
  ...{ version: 2, name: 'Set', disableSend: false, placeBeforeInput: false, injectInput: false },
  ...{ color: 'rgba(0, 0, 0, 0)', onlyBorderColor: false, idIndex: 2 },
  qrList: [{ id: 1, icon: 'fa-eye', label: 'Look', message: 'I look.', contextList: [], isHidden: false }],
};

const instruct = { name: 'Odd', input_sequence: '<u>', output_sequence: '<m>', wrap: true, macro: true };
const picture = Buffer.from(pngWith());

const files: Record<string, string | Uint8Array> = {
  ...Object.fromEntries(people.map((name, at) => [`characters/${name}.png`, card(name, at)])),
  'characters/Person 1/joy.png': picture,
  'characters/not a card.png': 'no picture',
  'worlds/Harbour.json': spread({
    entries: { 0: entry(0, { position: 4, depth: 2 }), 7: entry(7, { key: ['/a/i'], disable: true }) },
  }).replace('"displayIndex": 7', `"displayIndex": ${long}`),
  'worlds/Town.json': JSON.stringify(v3Book),
  'worlds/Keys.json': spread({ name: 'Keys', entries: { a: { key: ['x'], content: 'y', order: 3 } } }),
  'TextGen Settings/Warm.json': spread(textGen),
  'TextGen Settings/Dynamic.json': spread({ ...textGen, dynatemp: true, rep_pen_range: 1024 }),
  'KoboldAI Settings/Classic.json': spread({
    ...{ temp: 0.9, rep_pen: 1.1, rep_pen_range: 1024, rep_pen_slope: 0.9, top_p: 0.9, top_a: 0, tfs: 1 },
    ...{ sampler_order: [6, 0, 1, 2, 3, 4, 5], use_default_badwordsids: true },
  }),
  'NovelAI Settings/Clio.json': spread({ temperature: 1.1, max_length: 150, order: [1, 5, 0, 2, 3, 4] }),
  'OpenAI Settings/Manager.json': spread({
    ...{ temperature: 1, openai_max_context: 4095, assistant_prefill: '' },
    prompts: [
      { identifier: 'main', name: 'Main', content: 'Write on.', role: 'system', system_prompt: true },
    ],
    prompt_order: [{ character_id: 100001, order: [{ identifier: 'main', enabled: true }] }],
    extensions: { regex_scripts: [] },
  }),
  'instruct/Odd.json': spread(instruct),
  'context/Story.json': spread({ name: 'Story', story_string: '{{description}}', chat_start: '***' }),
  'sysprompt/Plain.json': spread({ name: 'Plain', content: 'Write.', post_history: '' }),
  'reasoning/Think.json': spread({
    name: 'Think',
    prefix: '<think>\n',
    suffix: '\n</think>',
    separator: '\n',
  }),
  'QuickReplies/Set.json': spread(quickReplies),
  'QuickReplies/Old.json': spread({
    ...{ name: 'Old', quickReplyEnabled: false, numberOfSlots: 1 },
    quickReplySlots: [{ mes: 'I wave.', label: 'Wave', enabled: true }],
  }),
  'themes/Dark.json': spread({ name: 'Dark', blur_strength: 10 }),
  'movingUI/Default.json': spread({ name: 'Default', movingUIState: {} }),
  'backgrounds/sea.png': picture,
  'User Avatars/anna.png': picture,
  'user/images/Person 1/a.png': picture,
  'stats.json': '{"timestamp":1700000000000}',
  'settings.json': spread(settings).replace('"token_padding": 64', `"token_padding": ${long}`),
  'groups/1700000000000.json': spread(group),
  'group chats/1700000000000.jsonl': lines(
    header({}),
    said('Person 1', 'Is Two here?', { original_avatar: 'Person 1.png', force_avatar: '/thumbnail?x' }),
    said('Person 2', 'Yes.', { original_avatar: 'Person 2.png', extra: { gen_id: 1700000000123 } }),
  ),
  'group chats/1700000000001.jsonl': lines(
    header({ scenario: 'Night.' }),
    said('Person 1', 'Again?', { original_avatar: 'Person 1.png', present: ['Person 1.png'] }),
    said('Anna', 'Again.'),
  ),
  'chats/Person 1/Evening.jsonl': lines(
    header({ world_info: 'Town', timedWorldInfo: { sticky: {}, cooldown: {} } }),
    said('Person 1', 'Welcome!'),
    said('Anna', 'Good evening.'),
    swiped,
    said('Note', 'Aside.', { is_system: true, extra: { type: 'comment' } }),
    said('Anna', 'Go on, it is late.', { is_system: true }),
  ).replace('"model":"m"', `"model":"m","seed":${long}`),
  'chats/Person 3/Old.jsonl': `${lines(
    { user_name: 'Anna', character_name: 'Person 3', create_date: '2023-6-5 @21h 12m 3s 11ms' },
    { name: 'Person 3', is_user: false, send_date: 'June 5, 2023 9:12pm', mes: 'Hello.' },
    { name: 'Anna', is_user: true, send_date: 1685999999000, mes: 'Hi.' },
  )}\n`,
  'chats/Person 3/cut.jsonl': '{"user_name":"Anna"}\n{"name":"Mi',
  'secrets.json': '{"api_key":"s3cret"}',
  'backups/settings_old.json': '{}',
  'thumbnails/avatar/Person 1.png': picture,
};

/** What of the folder is not taken along. */
export const leftThere = ['secrets.json', 'backups/settings_old.json', 'thumbnails/avatar/Person 1.png'];

/** Writes a data folder of SillyTavern of real shape: thirty cards, and every kind of file that it keeps. */
export function wholeFolder(folder: string): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The files of a folder by their paths, as text of one byte for each of theirs. */
export function filesOf(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = found.map((one) => join(one.parentPath, one.name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}
