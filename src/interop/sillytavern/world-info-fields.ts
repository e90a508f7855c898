/** Where the fields of an entry of SillyTavern's world info stand in an entry of a V3 lorebook. */
export const entryNames: Readonly<Record<string, string>> = {
  uid: 'id',
  key: 'keys',
  keysecondary: 'secondary_keys',
  order: 'insertion_order',
  comment: 'comment',
  content: 'content',
  constant: 'constant',
  selective: 'selective',
};

const asTheyAre = ['useProbability', 'selectiveLogic', 'addMemo'];
const inSnakeCase = [
  ...['position', 'depth', 'role', 'outletName', 'vectorized', 'probability', 'triggers', 'characterFilter'],
  ...['ignoreBudget', 'excludeRecursion', 'preventRecursion', 'delayUntilRecursion', 'displayIndex'],
  ...['group', 'groupOverride', 'groupWeight', 'useGroupScoring', 'scanDepth', 'caseSensitive'],
  ...['matchWholeWords', 'automationId', 'sticky', 'cooldown', 'delay', 'matchScenario', 'matchCreatorNotes'],
  ...['matchPersonaDescription', 'matchCharacterDescription', 'matchCharacterPersonality'],
  'matchCharacterDepthPrompt',
];
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Where its other fields stand in the `extensions` of that entry, as SillyTavern itself exports them. */
export const extensionNames: Readonly<Record<string, string>> = Object.fromEntries([
  ...asTheyAre.map((name) => [name, name]),
  ...inSnakeCase.map((name) => [name, snake(name)]),
]);

/** What SillyTavern's world info says of an entry that says nothing. */
export const entryDefaults: Readonly<Record<string, unknown>> = {
  key: [],
  keysecondary: [],
  comment: '',
  content: '',
  addMemo: true,
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 0,
  order: 100,
  position: 0,
  disable: false,
  depth: 4,
  role: 0,
  outletName: '',
  ignoreBudget: false,
  excludeRecursion: false,
  preventRecursion: false,
  delayUntilRecursion: 0,
  probability: 100,
  useProbability: true,
  group: '',
  groupOverride: false,
  groupWeight: 100,
  useGroupScoring: null,
  scanDepth: null,
  caseSensitive: null,
  matchWholeWords: null,
  automationId: '',
  sticky: null,
  cooldown: null,
  delay: null,
  triggers: [],
};
