import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPromptPreset } from '../../src/interop/presets/prompt-preset.ts';
import { readQuickReplies } from '../../src/interop/sillytavern/quick-replies.ts';
import { readRegexScript } from '../../src/interop/sillytavern/regex-script.ts';
import { groupDirector, readGroup } from '../../src/interop/sillytavern/sillytavern-group.ts';
import { readSettings } from '../../src/interop/sillytavern/sillytavern-settings.ts';
import { readValues } from './files.ts';

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('personas', () => {
  test('have name, description and the rest; one without a name is told', () => {
    const persona_descriptions = { 'a.png': { description: 'A sailor.', position: 4, lorebook: 'Sea' } };
    const personas = { 'a.png': ' Anna\n', 'b.png': 'Bo', 'c.png': '', 'd.png': 7 };
    const read = readSettings({ power_user: { personas, persona_descriptions, default_persona: 'a.png' } });
    expect(read.personas).toEqual([
      {
        ...{ name: 'Anna', description: 'A sailor.' },
        ...{ foreign: { avatar: 'a.png', position: 4, lorebook: 'Sea', default: true } },
      },
      { name: 'Bo', description: '', foreign: { avatar: 'b.png' } },
    ]);
    expect(read.warnings).toHaveLength(2);
  });
});

describe('regex scripts', () => {
  test('every field is read, unknown ones are kept and named', () => {
    const { script, foreign, warnings } = readRegexScript({
      ...{
        id: 'x',
        scriptName: 'Stars',
        findRegex: '/\\*/g',
        replaceString: '',
        placement: [2, 3, 6],
        mine: 1,
      },
      ...{ minDepth: 1, maxDepth: null, substituteRegex: 2, promptOnly: true, trimStrings: ['"'] },
    });
    expect(script).toEqual({
      ...{ name: 'Stars', find: '/\\*/g', replace: '', trim: ['"'], placement: [2, 3, 6], disabled: false },
      ...{
        markdownOnly: false,
        promptOnly: true,
        runOnEdit: false,
        substitute: 2,
        minDepth: 1,
        maxDepth: null,
      },
    });
    expect(foreign).toEqual({ id: 'x', mine: 1 });
    expect(warnings).toEqual([
      'placement 3 (slash commands) is kept but not used',
      'kept, although sotto does not know them: mine',
    ]);
  });

  test('one without a pattern is refused', () => {
    expect(() => readRegexScript({ scriptName: 'x' })).toThrow(code('not_a_regex_script'));
  });
});

describe('quick replies', () => {
  test('sets of today: labels, messages, what would run by itself is told', () => {
    const qrList = [
      { id: 1, label: 'Look', title: 'Around', message: 'I look.', isHidden: false, executeOnUser: true },
      { id: 2, label: 'Hide', message: '/undo', isHidden: true, contextList: [{ set: 'Other' }] },
    ];
    const read = readQuickReplies({ version: 2, name: 'Set', disableSend: true, qrList });
    expect(read.name).toBe('Set');
    expect(read.replies).toEqual([
      { label: 'Look', title: 'Around', message: 'I look.', hidden: false, sends: false },
      { label: 'Hide', title: '', message: '/undo', hidden: true, sends: false },
    ]);
    expect(read.warnings).toHaveLength(2);
    expect(read.foreign).toMatchObject({ qrList });
  });

  test('sets of the old form', () => {
    const quickReplySlots = [{ mes: 'I look.', label: 'Look', enabled: true }];
    expect(readQuickReplies({ name: 'Old', quickReplySlots, numberOfSlots: 1 }).replies).toEqual([
      { label: 'Look', title: '', message: 'I look.', hidden: false, sends: true },
    ]);
  });
});

describe('prompt presets', () => {
  test('prompts and their order keep their names, null is absent, what has no effect is told', () => {
    const { preset, warnings } = readPromptPreset(
      {
        prompts: [
          { identifier: 'main', content: 'Write on.', role: null, marker: null, system_prompt: true },
        ],
        prompt_order: [{ character_id: 100001, order: [{ identifier: 'main', enabled: false }] }],
        wi_format: '[{0}]',
        assistant_prefill: 'Sure',
      },
      'Mine',
    );
    expect(preset).toEqual({
      name: 'Mine',
      prompts: [{ identifier: 'main', content: 'Write on.' }],
      prompt_order: [{ character_id: 100001, order: [{ identifier: 'main', enabled: false }] }],
      wi_format: '[{0}]',
    });
    expect(warnings).toEqual(['kept but not used: assistant_prefill']);
  });

  test('a prompt without an identifier is refused by its place', () => {
    expect(() => readPromptPreset({ prompts: [{ content: 'x' }] }, 'x')).toThrow(/prompts\.0\.identifier/);
  });
});

describe('groups', () => {
  test('have members and chats, numbers as text; the rest is kept', () => {
    const file = {
      id: 17,
      name: 'Pier',
      members: ['a.png'],
      activation_strategy: 2,
      chat_id: 5,
      chats: ['4'],
    };
    expect(readGroup(file)).toEqual({ name: 'Pier', members: ['a.png'], chats: ['4', '5'], foreign: file });
    expect(() => readGroup([])).toThrow(code('not_a_group'));
  });

  test.each([
    [{}, { strategy: 'natural', selfReply: false, disabled: [] }],
    [{ activation_strategy: 1 }, { strategy: 'list', selfReply: false, disabled: [] }],
    [{ activation_strategy: 2 }, { strategy: 'manual', selfReply: false, disabled: [] }],
    [
      { activation_strategy: 3, allow_self_responses: true, disabled_members: ['a.png'] },
      { strategy: 'pooled', selfReply: true, disabled: ['a.png'] },
    ],
    [
      { activation_strategy: 'length', allow_self_responses: 1, disabled_members: 7 },
      { strategy: 'natural', selfReply: false, disabled: [] },
    ],
  ])('say who answers: %j', (foreign, director) => {
    expect(groupDirector({ foreign })).toEqual(director);
  });
});

describe('swipes', () => {
  const header = { user_name: 'Anna', character_name: 'Mira', chat_metadata: {} };
  const of = (more: object) => {
    const file = readValues(header, { name: 'Mira', mes: 'B', send_date: '2024-05-01T10:00:00Z', ...more });
    return file.messages[0]?.alternatives;
  };

  test('are the other texts, with their own date and thoughts; blanks and repetitions are left out', () => {
    const swipe_info = [{ send_date: '2024-05-01T09:00:00Z', extra: { reasoning: 'Hm.', model: 'm' } }];
    expect(of({ swipes: ['A', 'B', '', 'A', 'B', 7], swipe_id: 1, swipe_info })).toEqual([
      {
        ...{ text: 'A', at: '2024-05-01T09:00:00.000Z', reasoning: 'Hm.' },
        ...{ foreign: expect.objectContaining({ extra: { reasoning: 'Hm.', model: 'm' } }) },
      },
    ]);
    expect(of({ swipes: ['B before its edit'], swipe_id: 0 })).toBeUndefined();
  });

  test('beyond 100 of a message are kept with it and told', () => {
    const swipes = Array.from({ length: 120 }, (_, at) => `${at}`);
    const file = readValues(header, { name: 'Mira', mes: 'B', swipes, swipe_id: 500 });
    expect(file.messages[0]?.alternatives).toHaveLength(100);
    expect(file.warnings[0]).toContain('20 swipes');
    expect(file.messages[0]?.foreign).toMatchObject({ swipes });
  });
});

test('whatever stands in such a file, a reader answers or refuses in words', () => {
  const readers = [readSettings, readRegexScript, readQuickReplies, readGroup];
  const all = [...readers, (value: unknown) => readPromptPreset(value, 'x')];
  fc.assert(
    fc.property(fc.jsonValue(), (inner) => {
      const values = [
        inner,
        { qrList: [inner], prompts: [inner], members: inner, id: inner, findRegex: inner },
      ];
      const settings = { power_user: { personas: inner, persona_descriptions: { a: inner } } };
      for (const value of [...values, settings])
        for (const read of all) {
          try {
            read(value);
          } catch (error) {
            expect(error).toMatchObject({ family: 'usage' });
          }
        }
    }),
  );
});
