import { describe, expect, it } from 'vitest';
import { readCard } from '../../src/cards/read/read.ts';
import { bytesOf, inflate, readJson, v1, v2, v2With, v3 } from './fixtures.ts';

describe('a card as JSON', () => {
  it('V1-FIELDS, V1-EMBED-JSON: a flat object without spec is V1 and its six strings are read', () => {
    const card = readJson(v1);
    expect(card).toMatchObject({ spec: 'v1', specVersion: '', kind: 'json', warnings: [], raw: v1 });
    expect(card.characters).toHaveLength(1);
    expect(card.characters[0]).toMatchObject({
      name: 'Ada',
      description: 'Keeps bees.',
      personality: 'Calm.',
      scenario: 'A roof at dusk.',
      greetings: ['Mind the hives.'],
      exampleDialogue: v1.mes_example,
      book: null,
    });
  });

  it('V1-DEFAULT: null and absent fields are empty strings, each with a warning', () => {
    const card = readJson({ name: 'Ada', description: null, first_mes: 'Hello.' });
    expect(card.characters[0]).toMatchObject({ description: '', personality: '', exampleDialogue: '' });
    expect(card.warnings).toEqual([
      'The card has no personality, scenario, mes_example: read as empty',
      'description is null: read as empty',
    ]);
  });

  it('V1-NAME-SUBST: macros inside the name stay as they are', () => {
    expect(readJson({ ...v1, name: '{{user}}' }).characters[0]?.name).toBe('{{user}}');
  });

  it('V2-SPEC, V2-V1RULES: fields are read from data, the greetings are first_mes and the alternates', () => {
    const card = readJson({ ...v2, name: 'Outside', first_mes: 'Outside' });
    expect(card).toMatchObject({
      spec: 'v2',
      specVersion: '2.0',
      warnings: [],
      rules: '',
      opening: '',
      role: '',
    });
    expect(card.characters[0]).toMatchObject({
      name: 'Ada',
      greetings: ['Mind the hives.', 'It rains.', 'It snows.'],
      postHistoryInstructions: 'Stay on the roof.',
      creatorNotes: 'For spring.',
      tags: ['bees'],
      creator: 'someone',
      characterVersion: '1.2',
    });
  });

  it('V2-MINOR, V3-VER-3: a newer spec_version is read, its unknown fields stay, and a warning says so', () => {
    const card = readJson({ ...v2, spec_version: '2.1', data: { ...v2.data, mood: 'new' } });
    expect(card).toMatchObject({ spec: 'v2', specVersion: '2.1', raw: { data: { mood: 'new' } } });
    expect(card.warnings.join()).toContain('newer');
    expect(readJson({ ...v3, spec_version: '3.5' }).warnings.join()).toContain('newer');
    expect(readJson({ ...v3, spec_version: '2.9' }).warnings).toEqual([]);
  });

  it('V3-JSON-1, V3-NICK, V3-GOG: a V3 object is read with nickname and group greetings', () => {
    const card = readJson(v3);
    expect(card).toMatchObject({ spec: 'v3', specVersion: '3.0', warnings: [] });
    expect(card.characters[0]).toMatchObject({ nickname: 'Addie', groupOnlyGreetings: ['All of you!'] });
  });

  it('V3-SPEC: another spec is not treated as V3, whatever the fields', () => {
    const card = readJson({ ...v3, spec: 'chara_card_v9' });
    expect(card.spec).toBe('v2');
    expect(card.warnings.join()).toContain('by its shape');
  });

  it('V3-CN-1, V3-CN-3: the English note of several languages is the note, else creator_notes', () => {
    const noted = (notes: unknown) => ({ ...v3, data: { ...v3.data, creator_notes_multilingual: notes } });
    expect(readJson(noted({ en: 'English', de: 'Deutsch' })).characters[0]?.creatorNotes).toBe('English');
    expect(readJson(noted({ de: 'Deutsch' })).characters[0]?.creatorNotes).toBe('For spring.');
    expect(readJson(noted(null)).characters[0]?.creatorNotes).toBe('For spring.');
  });

  it('X16: without spec the shape decides, and the Pygmalion names are known', () => {
    expect(readJson({ data: v1 })).toMatchObject({ spec: 'v2', characters: [{ name: 'Ada' }] });
    expect(readJson({ spec: 'chara_card_v2', ...v1 })).toMatchObject({
      spec: 'v2',
      characters: [{ name: 'Ada' }],
    });
    const pygmalion = {
      char_name: 'Pyg',
      char_persona: 'Statue.',
      char_greeting: 'Hi.',
      world_scenario: 'Cyprus.',
    };
    const card = readJson({ ...pygmalion, example_dialogue: 'Pyg: Hm.' });
    expect(card.characters[0]).toMatchObject({
      name: 'Pyg',
      description: 'Statue.',
      greetings: ['Hi.'],
      scenario: 'Cyprus.',
      exampleDialogue: 'Pyg: Hm.',
    });
    expect(card.warnings).toEqual([]);
  });

  it('a byte order mark in front of the JSON is no obstacle', () => {
    expect(readCard(bytesOf(`\ufeff${JSON.stringify(v1)}`), { inflate }).characters[0]?.name).toBe('Ada');
  });

  it('text that is not UTF-8 is read as Latin-1 with a warning', () => {
    const latin = new Uint8Array(Buffer.from(JSON.stringify({ ...v1, name: 'Zoë' }), 'latin1'));
    const card = readCard(latin, { inflate });
    expect(card.characters[0]?.name).toBe('Zoë');
    expect(card.warnings.join()).toContain('UTF-8');
  });

  it('V2-DEFAULTS: missing V2 fields are empty, with one warning that names them', () => {
    const card = readJson(v2With({ tags: undefined, alternate_greetings: undefined, extensions: undefined }));
    expect(card.characters[0]).toMatchObject({ tags: [], greetings: ['Mind the hives.'] });
    expect(card.warnings).toEqual(['The card has no alternate_greetings, tags, extensions: read as empty']);
  });

  it('V3-GOG: missing group_only_greetings are none, with a warning', () => {
    const card = readJson({ ...v3, data: { ...v3.data, group_only_greetings: undefined } });
    expect(card.characters[0]?.groupOnlyGreetings).toEqual([]);
    expect(card.warnings).toEqual(['The card has no group_only_greetings: read as empty']);
  });
});

describe('odd fields', () => {
  const oddly = (data: object) => {
    const card = readJson(v2With(data));
    return { ...card.characters[0], warnings: card.warnings };
  };

  it('alternate_greetings as a string are one greeting, blank ones none', () => {
    expect(oddly({ alternate_greetings: 'Only one.' }).greetings).toEqual(['Mind the hives.', 'Only one.']);
    expect(oddly({ alternate_greetings: '' }).greetings).toEqual(['Mind the hives.']);
    expect(oddly({ alternate_greetings: null }).greetings).toEqual(['Mind the hives.']);
    expect(oddly({ alternate_greetings: ['A', null, 7, ''] }).greetings).toEqual([
      'Mind the hives.',
      'A',
      '7',
    ]);
    expect(oddly({ alternate_greetings: 'Only one.' }).warnings).toHaveLength(1);
  });

  it('numbers and lists where text belongs are read as text', () => {
    expect(oddly({ character_version: 2 })).toMatchObject({ characterVersion: '2' });
    expect(oddly({ description: ['One.', 'Two.'] })).toMatchObject({ description: 'One.\nTwo.' });
    expect(oddly({ description: { no: 1 } })).toMatchObject({ description: '', warnings: expect.any(Array) });
    expect(oddly({ description: { no: 1 } }).warnings).toEqual(['description is not text: read as empty']);
  });

  it('an empty name falls back to the nickname, then to a stand-in, and never breaks the line', () => {
    expect(oddly({ name: '', nickname: 'Addie' })).toMatchObject({ name: 'Addie' });
    expect(oddly({ name: ' ' })).toMatchObject({ name: 'Nameless' });
    expect(oddly({ name: 'A\nB\u0000\u001b[31m' })).toMatchObject({ name: 'A B [31m' });
    expect(oddly({ name: '' }).warnings).toHaveLength(1);
  });

  it('the text of a card never appears in its warnings', () => {
    const { warnings } = readJson({ '\u001b[2J': 1, ...v2With({ name: '\u001b[2J', tags: '\u001b[2J' }) });
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.join()).not.toContain('\u001b');
  });
});
