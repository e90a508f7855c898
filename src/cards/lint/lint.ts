import type { Card } from '../character.ts';
import { openContainer } from '../formats/container.ts';
import type { Inflate } from '../formats/png-text.ts';
import { isObject, type JsonObject } from '../json.ts';
import { v1Fields, v2Fields } from '../read/to-card.ts';
import { areTexts, type LintFinding, type ReportFinding } from './finding.ts';
import { lintAssets } from './lint-assets.ts';
import { lintBook } from './lint-book.ts';
import { lintFile } from './lint-file.ts';

const most = 200;

const lists = ['alternate_greetings', 'tags'];
const rows: Readonly<Record<string, string>> = { character_version: 'V2-CV', extensions: 'V2-EXT-DEFAULT' };

const lintFields = (fields: JsonObject, names: readonly string[], report: ReportFinding): void => {
  for (const name of names) {
    const value = fields[name];
    const row = rows[name] ?? (v1Fields.includes(name) ? 'V1-DEFAULT' : 'V2-DEFAULTS');
    const wanted = lists.includes(name) ? 'a list of texts' : name === 'extensions' ? 'an object' : 'a text';
    const isRight =
      wanted === 'a text'
        ? typeof value === 'string'
        : wanted === 'an object'
          ? isObject(value)
          : areTexts(value);
    if (!isRight) report(row, 'error', `${name} is ${value === undefined ? 'missing' : `not ${wanted}`}`);
  }
  if (typeof fields.name === 'string' && !fields.name.trim()) report('V1-FIELDS', 'error', 'name is empty');
};

const lintDates = (data: JsonObject, report: ReportFinding): void => {
  for (const [key, row] of [
    ['creation_date', 'V3-CDATE'],
    ['modification_date', 'V3-MDATE'],
  ] as const) {
    const value = data[key];
    if (value === undefined) continue;
    if (typeof value !== 'number') report(row, 'error', `${key} is not a number`);
    else if (value > 1e11) report('X20', 'warning', `${key} is in milliseconds, not seconds`);
  }
};

const lintV3 = (data: JsonObject, report: ReportFinding): void => {
  const { group_only_greetings, nickname, source, creator_notes_multilingual: notes } = data;
  if (!areTexts(group_only_greetings)) {
    const what = group_only_greetings === undefined ? 'missing' : 'not a list of texts';
    report('V3-GOG', 'error', `group_only_greetings is ${what}`);
  }
  if (nickname !== undefined && typeof nickname !== 'string')
    report('V3-NICK', 'error', 'nickname is not a text');
  if (source !== undefined && !areTexts(source)) report('V3-SRC-1', 'error', 'source is not a list of texts');
  if (notes !== undefined && !(isObject(notes) && areTexts(Object.values(notes)))) {
    report('V3-CNM', 'error', 'creator_notes_multilingual is not an object of texts');
  } else if (isObject(notes) && Object.keys(notes).some((key) => !/^[a-z]{2}$/.test(key))) {
    report('V3-CNM', 'error', 'a key of creator_notes_multilingual is not an ISO 639-1 language');
  }
  lintDates(data, report);
};

const lintVersion = ({ raw, spec }: Card, report: ReportFinding): void => {
  const isV3 = spec === 'v3';
  const version = raw.spec_version;
  const newest = isV3 ? '3.0' : '2.0';
  if (!isV3 && raw.spec !== 'chara_card_v2') report('V2-SPEC', 'error', 'spec is not chara_card_v2');
  if (version === newest) return;
  const number = Number.parseFloat(typeof version === 'string' ? version : '');
  if (Number.isNaN(number)) {
    report(isV3 ? 'V3-VER-1' : 'V2-SPEC', 'error', `spec_version is not the text "${newest}"`);
  } else {
    const row = isV3 ? (number > 3 ? 'V3-VER-3' : 'V3-VER-4') : 'V2-MINOR';
    report(row, 'warning', `spec_version is not "${newest}"`);
  }
};

const lintContent = (card: Card, report: ReportFinding): void => {
  const { raw, spec } = card;
  if (spec === 'v1') {
    lintFields(raw, v1Fields, report);
    return;
  }
  lintVersion(card, report);
  if (!isObject(raw.data)) {
    report(spec === 'v3' ? 'V3-NEST' : 'V2-SPEC', 'error', 'data is missing');
    return;
  }
  lintFields(raw.data, v2Fields, report);
  if (spec === 'v3') lintV3(raw.data, report);
  const book = raw.data.character_book;
  if (book !== undefined) lintBook(book, { isV3: spec === 'v3', report });
};

/**
 * Each departure of a card and of the file that it was read from, the first 200 of them; none for a card of several
 * characters, which no specification covers. Throws what `readCard` throws of the file.
 */
export const lintCard = (card: Card, file: Uint8Array, { inflate }: { inflate: Inflate }): LintFinding[] => {
  const found: LintFinding[] = [];
  const report: ReportFinding = (id, level, message) => {
    if (found.length < most) found.push({ id, level, message });
  };
  if (card.spec === 'multi') return found;
  const container = openContainer(file);
  lintContent(card, report);
  if (card.spec === 'v3') lintAssets(card, container, report);
  lintFile({ card, file, container, inflate }, report);
  return found;
};
