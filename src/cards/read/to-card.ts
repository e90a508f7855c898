import { SottoError } from '../../domain/errors.ts';
import type { Card, CardKind, CardSpec, Character } from '../character.ts';
import { isObject, type JsonObject, type Warn } from '../json.ts';
import { textOf, warnOfMissing } from './lenient.ts';
import { tidyName, toCharacter } from './to-character.ts';

/** Fields of a V1 card. */
export const v1Fields = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example'];
/** Fields of a V2 card. */
export const v2Fields = [
  ...v1Fields,
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'alternate_greetings',
  'tags',
  'creator',
  'character_version',
  'extensions',
];
const fieldsOf = { v1: v1Fields, v2: v2Fields, v3: [...v2Fields, 'group_only_greetings'] };

const bySpec = new Map<unknown, 'v2' | 'v3'>([
  ['chara_card_v2', 'v2'],
  ['chara_card_v3', 'v3'],
]);

/** What the description of a program says beside its name and description, and no character does. */
const ofPrograms = ['version', 'license', 'dependencies', 'devDependencies', 'scripts', 'manifest_version'];

const looksLikeV1 = (raw: JsonObject): boolean => {
  if ('char_name' in raw) return true;
  const said = 'name' in raw ? v1Fields.slice(1).filter((field) => field in raw) : [];
  const isProgram = said.join() === 'description' && ofPrograms.some((field) => field in raw);
  return said.length > 0 && !isProgram;
};

const notACard = (raw: JsonObject): SottoError => {
  const lore = raw.spec === 'lorebook_v3' || 'entries' in raw;
  const why = lore ? 'is a lorebook, not a character' : 'has none of the fields of a character card';
  const remedy = lore
    ? 'import it with `sotto lore import FILE`'
    : 'choose a V1, V2, V3 or multi-character card';
  return new SottoError('usage', 'not_a_card', `This JSON ${why}; ${remedy}`);
};

/** By `spec`, then by shape. */
const specOf = (raw: JsonObject, warn: Warn): CardSpec => {
  const named = bySpec.get(raw.spec);
  if (named !== undefined && (isObject(raw.data) || looksLikeV1(raw))) return named;
  if (raw.spec === 'lorebook_v3') throw notACard(raw);
  if (Array.isArray(raw.chars)) return 'multi';
  const nested = isObject(raw.data) && looksLikeV1(raw.data);
  if (!nested && !looksLikeV1(raw)) throw notACard(raw);
  if (nested || raw.spec !== undefined) {
    warn(`The spec is missing or unknown: read as ${nested ? 'V2' : 'V1'} by its shape`);
  }
  return nested ? 'v2' : 'v1';
};

const versionOf = (raw: JsonObject, spec: 'v2' | 'v3', warn: Warn): string => {
  const version = textOf(raw.spec_version, 'spec_version', warn);
  const newest = spec === 'v3' ? 3 : 2;
  if (Number.isNaN(Number.parseFloat(version))) warn('spec_version is missing or not a version');
  if (Number.parseFloat(version) > newest) {
    warn('spec_version is newer than sotto knows: unknown fields are kept but not used');
  }
  return version;
};

const singleCard = (raw: JsonObject, spec: 'v1' | 'v2' | 'v3', warn: Warn) => {
  const nested = isObject(raw.data) && spec !== 'v1';
  if (!nested && spec !== 'v1') warn('data is missing: the fields beside spec are read');
  const fields = nested && isObject(raw.data) ? raw.data : raw;
  if (!('char_name' in fields)) warnOfMissing(fields, fieldsOf[spec], 'The card', warn);
  const specVersion = spec === 'v1' ? '' : versionOf(raw, spec, warn);
  return { specVersion, characters: [toCharacter(fields, warn)], rules: '', opening: '', role: '' };
};

const castOf = (chars: readonly unknown[], warn: Warn): Character[] => {
  const cast = new Map<string, Character>();
  for (const element of chars) {
    const fields = typeof element === 'string' ? { name: element } : element;
    if (!isObject(fields) || !textOf(fields.name, 'name', warn).trim()) {
      warn('An element of chars has no name: ignored');
      continue;
    }
    const character = toCharacter(fields, warn);
    const key = character.name.toLowerCase();
    if (cast.has(key)) warn('chars names someone twice: the first counts');
    else cast.set(key, character);
  }
  return [...cast.values()];
};

const multiCard = (raw: JsonObject, chars: readonly unknown[], warn: Warn) => {
  warnOfMissing(raw, ['sys_prompt', 'role', 'first_msg'], 'The card', warn);
  const characters = castOf(chars, warn);
  if (characters.length === 0) {
    throw new SottoError('usage', 'not_a_card', 'This card names no characters; fill its list `chars`');
  }
  const role = tidyName(textOf(raw.role, 'role', warn)).toLowerCase();
  const played = characters.find((character) => character.name.toLowerCase() === role);
  if (role && !played) warn('role names nobody in chars: ignored');
  return {
    specVersion: '',
    characters,
    rules: textOf(raw.sys_prompt, 'sys_prompt', warn),
    opening: textOf(raw.first_msg, 'first_msg', warn),
    role: played?.name ?? '',
  };
};

/**
 * Reads what a card's JSON says, by its `spec` or else its shape. Adds to `warnings`, each oddity once.
 * Throws SottoError `not_a_card`.
 */
export const toCard = (raw: JsonObject, kind: CardKind, warnings: readonly string[]): Card => {
  const oddities = new Set(warnings);
  const warn: Warn = (oddity) => oddities.add(oddity);
  const spec = specOf(raw, warn);
  const chars = Array.isArray(raw.chars) ? raw.chars : [];
  const read = spec === 'multi' ? multiCard(raw, chars, warn) : singleCard(raw, spec, warn);
  return { spec, kind, raw, ...read, warnings: [...oddities] };
};
