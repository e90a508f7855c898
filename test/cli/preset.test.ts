import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { recordingServer } from './recording.ts';
import { type Line, ofType, Stage } from './sotto.ts';

const warm = '[sampling]\ntemperature = 1.3\nmin_p = 0.2\n';
const silly = JSON.stringify({ temp: 0.6, rep_pen: 1.1, smoothing_factor: 0.4, top_k: 20 });
const instruct = {
  name: 'Odd Turns',
  input_sequence: '<user>',
  output_sequence: '<model>',
  input_suffix: '</user>',
  output_suffix: '</model>',
  stop_sequence: '</model>',
  wrap: false,
  my_extra: 'kept',
};
const story = { name: 'Story', story_string: '{{#if system}}{{system}}\n{{/if}}{{description}}' };

const setting = async (stage: Stage, key: string): Promise<Line | undefined> =>
  (await stage.json('config', 'show')).find((line) => line.key === key);

/** The presets but for what is built in. */
const kept = async (stage: Stage): Promise<Line[]> =>
  (await stage.json('preset', 'list')).filter(
    ({ name, says }) => says === undefined && name !== 'smelt' && name !== 'featherless',
  );

describe('samplers', () => {
  test('import, use, none: a preset beats the file, not the environment, and config show says so', async () => {
    const stage = new Stage({ SOTTO_SAMPLING_MIN_P: '0.3' });
    stage.file('config.toml', '[sampling]\ntemperature = 0.2\ntypical_p = 0.9\n');
    const imported = await stage.json('preset', 'import', stage.file('warm.toml', warm));
    expect(imported).toEqual([
      { type: 'imported', kind: 'preset', id: 'sampling/warm', name: 'warm', warnings: [] },
    ]);
    expect(await setting(stage, 'sampling.temperature')).toMatchObject({ value: 0.2, from: 'file' });
    await stage.json('preset', 'use', 'WARM');
    expect(await setting(stage, 'sampling.temperature')).toMatchObject({
      ...{ value: 1.3, from: 'preset', origin: 'warm' },
    });
    expect(await setting(stage, 'sampling.min_p')).toMatchObject({ value: 0.3, from: 'environment' });
    expect(await setting(stage, 'sampling.typical_p')).toMatchObject({ value: null, from: 'default' });
    expect(await stage.text('config', 'show')).toContain('sampling.temperature = 1.3  # from preset warm');
    await stage.json('preset', 'none');
    expect(await setting(stage, 'sampling.temperature')).toMatchObject({ value: 0.2, from: 'file' });
  });

  test('save keeps the samplers in effect, with --from-config those without the preset', async () => {
    const stage = new Stage();
    stage.file('config.toml', '[sampling]\ntemperature = 0.2\nseed = 7\n');
    await stage.json('preset', 'import', stage.file('warm.toml', warm));
    await stage.json('preset', 'use', 'warm');
    const [now] = await stage.json('preset', 'save', 'now');
    expect(now?.body).toMatchObject({ temperature: 1.3, min_p: 0.2, top_k: 40 });
    const [plain] = await stage.json('preset', 'save', 'plain', '--from-config');
    expect(plain?.body).toMatchObject({ temperature: 0.2, seed: 7 });
    expect(await stage.refusal(2, 'preset', 'save', 'now')).toMatchObject({ code: 'preset_exists' });
    await stage.json('preset', 'save', 'now', '--force');
    expect(await kept(stage)).toMatchObject([
      { name: 'now', chosen: false },
      { name: 'plain', chosen: false },
      { type: 'preset', kind: 'sampling', name: 'warm', chosen: true },
    ]);
    expect(await stage.text('preset', 'list')).toContain('* sampling  warm');
  });

  test('a preset in use is what the server is asked for; deleted, the config counts again', async () => {
    const stage = await atTheInn();
    const { flags, bodies } = await recordingServer();
    await stage.json('preset', 'import', stage.file('silly.json', silly));
    await stage.json('preset', 'use', 'silly');
    await stage.json('say', 'Good evening.', '--reply', 'Bob', ...flags);
    expect(bodies.at(-1)).toMatchObject({ temperature: 0.6, repeat_penalty: 1.1, top_k: 20 });
    await stage.json('preset', 'delete', 'silly');
    await stage.json('say', 'Again.', '--reply', 'Bob', ...flags);
    expect(bodies.at(-1)).toMatchObject({ temperature: 0.8, repeat_penalty: 1 });
  });

  test('a fixed seed is that of each first version; alternatives have others', async () => {
    const stage = await atTheInn(innCard, { SOTTO_SAMPLING_SEED: '5' });
    const { flags, bodies } = await recordingServer();
    await stage.json('say', 'Good evening.', '--reply', 'Bob', ...flags);
    await stage.json('regenerate', ...flags);
    await stage.json('say', 'Again.', '--reply', 'Bob', ...flags);
    expect(bodies.map(({ seed }) => seed)).toEqual([5, 6, 5]);
  });

  test("SillyTavern's preset: what sotto cannot do is told, kept and given back on export", async () => {
    const stage = new Stage();
    const [line] = await stage.json('preset', 'import', stage.file('silly.json', silly));
    expect(line?.warnings).toEqual([expect.stringContaining('smoothing_factor')]);
    expect(await stage.json('preset', 'show', 'silly')).toMatchObject([
      { type: 'preset', kind: 'sampling', body: { temperature: 0.6 }, foreign: { smoothing_factor: 0.4 } },
    ]);
    expect(await stage.text('preset', 'show', 'silly')).toContain('temperature = 0.6\n');
    const [written] = await stage.json('preset', 'export', 'silly');
    expect(written?.file).toBe(join(stage.data, 'exports', 'silly.json'));
    const other = new Stage();
    await other.json('preset', 'import', written?.file ?? '');
    expect(await other.json('preset', 'show', 'silly')).toEqual(await stage.json('preset', 'show', 'silly'));
  });
});

describe('templates', () => {
  test('instruct and context templates: used by name or from the config, exported as they came', async () => {
    const stage = await atTheInn();
    const both = stage.file('both.json', JSON.stringify({ instruct, context: story }));
    expect(await stage.json('preset', 'import', both)).toMatchObject([
      { id: 'template/Odd Turns' },
      { id: 'context/Story' },
    ]);
    await stage.json('preset', 'use', 'odd turns');
    expect(await setting(stage, 'prompt.template')).toMatchObject({ value: 'Odd Turns', from: 'preset' });
    const [plan] = await stage.json('prompt', '--for', 'Bob');
    expect(plan?.prompt).toContain('</user>');
    await stage.json('preset', 'none', '--kind', 'template');
    stage.file('config.toml', '[prompt]\ntemplate = "Odd Turns"\n');
    expect((await stage.json('prompt', '--for', 'Bob'))[0]?.prompt).toBe(plan?.prompt);
    const [written] = await stage.json(
      'preset',
      'export',
      'Odd Turns',
      '--out',
      join(stage.folder, 'o.json'),
    );
    expect(JSON.parse(readFileSync(written?.file ?? '', 'utf8'))).toEqual(instruct);
  });

  test('a file of two presets is kept whole or not at all', async () => {
    const stage = new Stage();
    const both = stage.file('both.json', JSON.stringify({ instruct, context: story }));
    await stage.json('preset', 'import', both);
    await stage.json('preset', 'delete', 'Odd Turns');
    expect(await stage.refusal(2, 'preset', 'import', both)).toMatchObject({ code: 'preset_exists' });
    expect(await kept(stage)).toMatchObject([{ kind: 'context' }]);
    await stage.json('preset', 'import', both, '--force');
    expect(await kept(stage)).toHaveLength(2);
  });

  test("31 import takes a model's chat template in Jinja, and what is exported of it reads as the same", async () => {
    const stage = new Stage();
    const source =
      '{% for m in messages %}<|turn|>{{ m.role }}\n{{ m.content }}{{ eos_token }}\n{% endfor %}{% if add_generation_prompt %}<|turn|>assistant\n{% endif %}';
    const settings = JSON.stringify({ chat_template: source, eos_token: { content: '<|done|>' } });
    const file = stage.file('tokenizer_config.json', settings);
    const [imported] = await stage.json('preset', 'import', file);
    expect(imported).toMatchObject({ kind: 'preset', id: expect.stringMatching(/^template\//) });
    const [shown] = await stage.json('preset', 'show', String(imported?.name));
    expect(shown).toMatchObject({
      body: {
        user: { before: '<|turn|>user\n', after: '<|done|>\n' },
        stop: expect.arrayContaining(['<|done|>']),
      },
    });
    const [written] = await stage.json('preset', 'export', String(imported?.name), '--out', 'out.json');
    const again = await stage.json('preset', 'import', String(written?.file), '--force');
    expect(again).toMatchObject([{ id: imported?.id }]);
    const endless = stage.file(
      'endless.jinja',
      '{% for a in range(9) %}{{ raise_exception(1) }}{% endfor %}',
    );
    expect(await stage.refusal(2, 'preset', 'import', endless)).toMatchObject({ code: 'not_a_preset' });
  });

  test("sotto's own are found by name first; a name that is none is refused with those there are", async () => {
    const stage = await atTheInn();
    stage.file('config.toml', '[prompt]\ntemplate = "chatml"\n');
    expect((await stage.json('prompt', '--for', 'Bob'))[0]?.prompt).toContain('<|im_start|>');
    stage.file('config.toml', '[prompt]\ntemplate = "chatlm"\n');
    const refused = await stage.refusal(3, 'prompt', '--for', 'Bob');
    expect(refused).toMatchObject({ code: 'no_such_template', message: expect.stringContaining('chatml') });
    expect(await stage.json('log')).toHaveLength(1);
  });
});

describe('trouble', () => {
  test('one bad file does not stop the others, and leaves nothing of itself', async () => {
    const stage = new Stage();
    const files = [
      stage.file('broken.json', '{"temp":'),
      stage.file('range.json', JSON.stringify({ sampling: { top_p: 7 } })),
      stage.file('strange.json', JSON.stringify({ sampling: { temprature: 1 } })),
      stage.file('chat.json', JSON.stringify({ prompts: [{ content: 'nameless' }], prompt_order: [] })),
      stage.file(
        'half.json',
        JSON.stringify({ instruct, context: { name: 'Bad', story_string: '{{#if x}}' } }),
      ),
      stage.file('list.json', '[]'),
      stage.file('warm.toml', warm),
    ];
    const run = await stage.run('preset', 'import', 'missing.json', ...files, '--json');
    expect(run.code).toBe(2);
    expect(ofType(run.lines, 'imported').map(({ name }) => name)).toEqual(['warm']);
    const errors = ofType(run.lines, 'error');
    expect(errors.map(({ code }) => code)).toEqual([
      ...['no_such_file', 'not_a_preset', 'wrong_value', 'unknown_key', 'bad_preset'],
      ...[expect.stringMatching(/^bad_/), 'not_a_preset'],
    ]);
    for (const [at, { message }] of errors.slice(1).entries()) expect(message).toContain(files[at] ?? '?');
    expect(await kept(stage)).toHaveLength(1);
  });

  test('one name in two kinds is told apart by kind; a name that is none is exit code 3', async () => {
    const stage = new Stage();
    await stage.json('preset', 'import', stage.file('a.json', JSON.stringify({ ...instruct, name: 'Both' })));
    await stage.json('preset', 'save', 'Both');
    expect(await stage.refusal(2, 'preset', 'use', 'Both')).toMatchObject({ code: 'ambiguous_preset' });
    await stage.json('preset', 'use', 'Both', '--kind', 'template');
    await stage.json('preset', 'use', 'sampling/Both');
    expect((await kept(stage)).map(({ chosen }) => chosen)).toEqual([true, true]);
    expect(await stage.refusal(3, 'preset', 'use', 'nope')).toMatchObject({ code: 'no_such_preset' });
    expect(await stage.refusal(2, 'preset', 'save', ' ')).toMatchObject({ code: 'empty_name' });
  });

  test('SP-24 smelt is built in: used by its name, it lays prompts out until it is used no more, and cannot be deleted', async () => {
    const stage = await atTheInn({
      ...innCard,
      chars: [{ name: 'Alice' }, { name: 'Bob', scenario: 'Night.' }],
    });
    const prompt = () => stage.text('prompt', '--for', 'Bob');
    const plain = await prompt();
    expect(await stage.refusal(2, 'preset', 'delete', 'smelt')).toMatchObject({ code: 'built_in' });
    await stage.json('preset', 'use', 'Smelt');
    expect(await prompt()).toContain('# Scenario\nNight.\n');
    expect((await stage.json('preset', 'list'))[0]).toEqual({
      ...{ type: 'preset', kind: 'prompts', name: 'smelt', chosen: true },
    });
    await stage.json('preset', 'none', '--kind', 'prompts');
    expect(await prompt()).toBe(plain);
    await stage.json('preset', 'delete', 'smelt');
    expect((await stage.json('preset', 'list'))[0]).toMatchObject({ name: 'smelt', chosen: false });
  });

  test('presets are in a backup, and config show makes no store', async () => {
    const stage = new Stage();
    await stage.json('config', 'show');
    expect(existsSync(stage.data)).toBe(false);
    await stage.json('preset', 'save', 'mine');
    await stage.json('preset', 'use', 'mine');
    await stage.json('backup', join(stage.folder, 'b.db'));
    const fresh = new Stage();
    await fresh.json('restore', join(stage.folder, 'b.db'));
    expect(await kept(fresh)).toMatchObject([{ name: 'mine', chosen: true }]);
  });
});

test('31 samplers that come along are named for what they do, and say for which models their makers meant them', async () => {
  const stage = new Stage();
  const listed = await stage.json('preset', 'list');
  expect(listed).toContainEqual(
    expect.objectContaining({
      kind: 'sampling',
      name: 'steady',
      says: expect.stringContaining('few surprises'),
    }),
  );
  const said = await stage.text(
    '--model',
    'gemma-3-12b-it-Q4_K_M.gguf',
    '--backend',
    'gguf',
    'preset',
    'list',
  );
  expect(said).toMatch(/advised for gemma 3: .*\(the model in use\)/);
  expect(said.match(/the model in use/g)).toHaveLength(1);
  for (const { kind, name, says } of listed) {
    if (kind !== 'sampling' || says === undefined) continue;
    await stage.json('preset', 'use', String(name));
    const settings = await stage.json('config', 'show');
    expect(settings.find(({ key }) => key === 'sampling.temperature')).toMatchObject({ from: 'preset' });
  }
});

test('RP-130 RP-010 RP-011 the models of the original stand as a preset: narrative, classifier, fallbacks', async () => {
  const stage = new Stage();
  await stage.json('preset', 'use', 'featherless');
  const shown = await stage.text('config', 'show');
  expect(shown).toContain(
    'backend.model = "dphn/Dolphin-Mistral-24B-Venice-Edition"  # from preset featherless',
  );
  expect(shown).toContain('backend.classifier.model = "NousResearch/Hermes-3-Llama-3.1-8B"');
});
