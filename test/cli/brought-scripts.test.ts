import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Stage } from './sotto.ts';

const script = (name: string, findRegex: string, replaceString: string, more: object) => ({
  ...{ scriptName: name, findRegex, replaceString, trimStrings: [], disabled: false, runOnEdit: false },
  ...{ substituteRegex: 0, minDepth: null, maxDepth: null, placement: [1, 2], ...more },
});
const scripts = [
  script('Sent', '/(?<=the )lamp/g', 'lantern', { promptOnly: true }),
  script('Shown', '/oil/g', 'OIL', { markdownOnly: true }),
  script('Kept', '/rope/g', 'cord', { placement: [1] }),
  script('Off', '/lamp/g', 'nothing', { disabled: true }),
];
const card = (more: readonly object[] = scripts) => ({
  ...{ spec: 'chara_card_v2', spec_version: '2.0' },
  data: {
    ...{ name: 'Mira', description: 'Keeps the lamp.', personality: '', scenario: '', mes_example: '' },
    ...{ first_mes: 'I have the lamp and the oil.', alternate_greetings: [], tags: [], creator_notes: '' },
    ...{ system_prompt: '', post_history_instructions: '', creator: '', character_version: '' },
    extensions: { regex_scripts: more },
  },
});

/** A stage with a chat with a card that brings scripts, and what was told then. */
async function withCard(): Promise<{ stage: Stage; told: string }> {
  const stage = new Stage();
  await stage.run('card', 'import', stage.file('mira.json', JSON.stringify(card())));
  const begun = await stage.run('new', 'Mira', '--as', 'Ann');
  return { stage, told: begun.stderr };
}

describe('scripts that a card brings', () => {
  test('do nothing before a person has agreed, and how to is told when a chat begins with the card', async () => {
    const { stage, told } = await withCard();
    expect(told).toContain('do not run until you agree: `sotto scripts Mira`');
    await stage.run('say', 'Where is the rope and the lamp?', '--no-reply');
    const prompt = await stage.text('prompt', '--for', 'Mira');
    expect(prompt).toContain('I have the lamp and the oil.');
    expect(prompt).toContain('Where is the rope and the lamp?');
  });

  test('are shown as they are, and run where they are for after a yes; a no stops them', async () => {
    const { stage } = await withCard();
    const [shown] = await stage.json('scripts', 'Mira');
    expect(shown).toMatchObject({ type: 'scripts', name: 'Mira', count: 4, answer: null });
    const lines = JSON.stringify(shown?.lines);
    expect(lines).toContain('finds: /(?<=the )lamp/g');
    expect(lines).toContain('puts: lantern');
    expect(lines).toContain('in: what you write, what the character writes; it changes what is sent alone');
    expect(lines).toContain('Off (switched off)');
    await stage.run('scripts', 'Mira', '--yes');
    await stage.run('say', 'Where is the rope and the lamp?', '--no-reply');
    const prompt = await stage.text('prompt', '--for', 'Mira');
    expect(prompt).toContain('I have the lantern and the oil.');
    expect(prompt).toContain('Where is the cord and the lantern?');
    expect(await stage.text('log')).toContain('Where is the cord and the lamp?');
    await stage.run('scripts', 'Mira', '--no');
    expect(await stage.text('prompt', '--for', 'Mira')).toContain('I have the lamp and the oil.');
    expect((await stage.run('scripts', 'Mira', '--yes', '--no')).code).toBe(2);
    expect((await stage.run('scripts', 'Nobody')).code).toBe(3);
  });

  test('the yes is to the scripts as they are: the same in another card need none, others do', async () => {
    const { stage } = await withCard();
    await stage.run('scripts', 'Mira', '--yes');
    const twin = { ...card(), data: { ...card().data, name: 'Twin' } };
    await stage.run('card', 'import', stage.file('twin.json', JSON.stringify(twin)));
    expect(await stage.json('scripts', 'Twin')).toMatchObject([{ answer: 'yes' }]);
    const other = { ...card(scripts.slice(1)).data, name: 'Other' };
    await stage.run('card', 'import', stage.file('other.json', JSON.stringify({ ...card(), data: other })));
    expect(await stage.json('scripts', 'Other')).toMatchObject([{ answer: null }]);
  });

  test('those of a preset in use run after a yes as well', async () => {
    const { stage } = await withCard();
    const preset = {
      prompts: [{ identifier: 'main', content: 'Play.' }],
      prompt_order: [
        {
          character_id: 100001,
          order: [
            { identifier: 'main', enabled: true },
            { identifier: 'chatHistory', enabled: true },
          ],
        },
      ],
      extensions: { regex_scripts: [script('Sent', '/oil/g', 'tallow', { promptOnly: true })] },
    };
    await stage.run('preset', 'import', stage.file('Plain.json', JSON.stringify(preset)));
    await stage.run('preset', 'use', 'Plain');
    expect(await stage.text('prompt', '--for', 'Mira')).toContain('the oil.');
    await stage.run('scripts', 'Plain', '--yes');
    expect(await stage.text('prompt', '--for', 'Mira')).toContain('the tallow.');
  });

  test('those that come in with a folder of SillyTavern stand among what a person is to decide', async () => {
    const stage = new Stage();
    const there = (file: string, value: object) => {
      mkdirSync(join(stage.folder, 'st', dirname(file)), { recursive: true });
      stage.file(join('st', file), JSON.stringify(value));
    };
    there('characters/mira.json', card());
    there('OpenAI Settings/Plain.json', {
      prompts: [{ identifier: 'main', content: 'Play.' }],
      extensions: { regex_scripts: scripts },
    });
    const text = await stage.text('import', 'sillytavern', join(stage.folder, 'st'));
    expect(text).toContain('For you to decide:');
    expect(text).toContain(
      '  Mira: The card has regex scripts (4): they run once you agree (`sotto scripts NAME`)',
    );
    expect(text).toContain('  Plain: The preset has regex scripts (4): they run once you agree');
    expect(text).not.toContain('remark');
    const again = await stage.text('import', 'sillytavern', join(stage.folder, 'st'));
    expect(again).not.toContain('For you to decide:');
  });
});
