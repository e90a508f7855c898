import { join } from 'node:path';
import { attempt, attemptLater } from '../../app/files/attempt.ts';
import { makeFolderFor, writeFileOf } from '../../app/files/files.ts';
import { readJinjaFile } from '../../app/presets/jinja-files.ts';
import { presetFile, presetName, type ReadPreset, readPresetFile } from '../../app/presets/preset-files.ts';
import {
  allPresets,
  asItCame,
  choosePreset,
  dropPresets,
  findPreset,
  forgetPreset,
  keepPreset,
  keepPresetFile,
  presetId,
  presetText,
} from '../../app/presets/presets.ts';
import { saidOfSamplers } from '../../app/presets/sampler-presets.ts';
import type { App } from '../../app/run/app.ts';
import { presetKinds } from '../../app/run/preset-kinds.ts';
import { isSottoError, type SottoError } from '../../domain/errors.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { type Call, type Command, define, ofFiles } from '../command.ts';
import { argument, choice, flag, nameOf, option, word } from '../parameters.ts';
import { presetLines } from '../shown/preset-lines.ts';
import { list as listOf, notice, previewOf } from '../shown/show.ts';

const name = argument('<name>', nameOf('preset'));
const kind = option('--kind <kind>', choice(presetKinds), 'kind of preset');

/** What a preset that comes with sotto does; empty for others. */
function saidOf(preset: Parameters<typeof saidOfSamplers>[0], model: string): string {
  const said = saidOfSamplers(preset, model);
  return said ? `${said.says}${said.isForModel ? ' (the model in use)' : ''}` : '';
}

const list = define({
  name: 'preset list',
  group: 'library',
  summary: 'list presets; * marks those in use',
  parameters: {},
  *run({ app }) {
    const { model } = app.loaded.config.backend;
    for (const preset of allPresets(app)) yield { ...preset, said: saidOf(preset, model) };
  },
  json: ({ kind: of, name: called, chosen, said: says }) => ({
    ...{ type: 'preset', kind: of, name: called, chosen },
    ...(says !== '' && { says }),
  }),
  text: ({ chosen, kind: of, name: called, said }) =>
    `${chosen ? '*' : ' '} ${of.padEnd(8)}  ${called}${said && `: ${said}`}`,
});

const show = define({
  name: 'preset show',
  group: 'library',
  summary: 'show a preset',
  parameters: { name, kind },
  run: ({ app }, { name: wanted, kind: ofKind }) => findPreset(app, wanted, ofKind),
  json: (found) => ({ type: 'preset', ...found }),
  text: presetText,
});

const save = define({
  name: 'preset save',
  group: 'library',
  summary: 'save the current samplers as a preset',
  parameters: {
    name,
    fromConfig: flag('--from-config', 'use the samplers of the config file, whatever preset is in use'),
    force: flag('--force', 'replace a preset of this name'),
  },
  run({ app }, { name: wanted, fromConfig, force }) {
    const { seed, ...samplers } = (fromConfig ? app.given : app.loaded).config.sampling;
    const body = { ...samplers, ...(seed > 0 && { seed }) };
    const preset = { kind: 'sampling', name: presetName(wanted), body } as const;
    keepPreset(app, { ...preset, foreign: {} }, force);
    app.presetsChanged();
    return preset;
  },
  json: (preset) => ({ type: 'preset', ...preset }),
  text: (preset) => `saved the samplers as ${preset.name}`,
});

const remove = define({
  name: 'preset delete',
  group: 'library',
  summary: 'delete a preset; if it was in use, the config file applies again',
  parameters: { name, kind },
  run({ app }, { name: wanted, kind: ofKind }) {
    const found = findPreset(app, wanted, ofKind);
    forgetPreset(app, found);
    return found;
  },
  json: (found) => ({ type: 'deleted', kind: 'preset', id: presetId(found), name: found.name }),
  text: (found) => `deleted ${found.name}`,
});

const none = define({
  name: 'preset none',
  group: 'library',
  summary: 'stop using presets, of one kind or all; the config file applies again',
  parameters: { kind },
  run({ app }, { kind: ofKind }) {
    dropPresets(app, ofKind && [ofKind]);
    return ofKind ?? null;
  },
  json: (ofKind) => ({ type: 'preset', kind: ofKind, name: null }),
  text: (ofKind) => `no preset of ${ofKind ?? 'any kind'} is in use`,
  screen: {
    show: ([ofKind = null]) =>
      notice(`no preset${ofKind ? ` of ${ofKind}` : ''} is in use any more; the settings apply`),
  },
});

/** The presets and none of them, to choose from. */
function choices(app: App, use: (id: string) => Call) {
  const presets = allPresets(app);
  const { model } = app.loaded.config.backend;
  const rows = presets.map((one) => ({
    label: `${one.chosen ? '* ' : '  '}${one.name} · ${one.kind}`,
    detail: saidOf(one, model),
    call: use(presetId(one)),
    preview: previewOf(() => presetLines(findPreset(app, presetId(one)))),
  }));
  const noRow = { label: '  none', call: { command: none as Command, values: {} } };
  return listOf(
    'Presets',
    [...rows, noRow],
    presets.findIndex(({ chosen }) => chosen),
  );
}

const use = define({
  name: 'preset use',
  group: 'library',
  synonyms: ['samplers', 'temperature', 'instruct', 'context template'],
  summary: 'use a preset instead of the settings in the config file',
  parameters: { name, kind },
  run({ app }, { name: wanted, kind: ofKind }) {
    const found = findPreset(app, wanted, ofKind);
    choosePreset(app, found);
    return found;
  },
  json: (found) => ({ type: 'preset', kind: found.kind, name: found.name, chosen: true }),
  text: (found) => `${found.name} is in use (${found.kind})`,
  screen: {
    name: 'preset',
    usage: '[NAME|none]',
    ask: ({ app }, { name: wanted }, again) =>
      wanted === undefined ? choices(app, (id) => again({ name: id })) : null,
  },
});

/** The presets of one file, all kept or none; what is wrong with it in their place. */
async function importFile(
  app: App,
  path: string,
  force: boolean,
): Promise<readonly ReadPreset[] | readonly [SottoError]> {
  const template = await attemptLater(() => readJinjaFile(path));
  if (isSottoError(template)) return [template];
  const presets = attempt(() => {
    const read = template ? [template] : readPresetFile(path);
    app.store.atomically(() => {
      for (const preset of read) keepPreset(app, preset, force);
      const [sole, ...more] = read;
      if (sole && more.length === 0 && !template) keepPresetFile(app, path, sole);
    });
    return read;
  });
  return isSottoError(presets) ? [presets] : presets;
}

/** `preset import`: keeps the presets of files. */
export const presetImport = define({
  name: 'preset import',
  group: 'library',
  summary:
    "import samplers (TOML, JSON), SillyTavern's presets and templates, or a model's chat template (.jinja, tokenizer_config.json, .gguf)",
  parameters: {
    files: argument('<files...>', nameOf('file')),
    force: flag('--force', 'replace presets of these names'),
  },
  async *run({ app }, { files, force }): AsyncGenerator<ReadPreset | SottoError> {
    for (const file of files) yield* await importFile(app, file, force);
  },
  json: (preset) => {
    const { name: called, warnings } = preset;
    return { type: 'imported', kind: 'preset', id: presetId(preset), name: called, warnings };
  },
  text: (preset) => `imported ${preset.name} (${preset.kind})`,
  warnings: (preset) => preset.warnings.map((warning) => `${preset.name}: ${warning}`),
  only: ofFiles,
});

const write = define({
  name: 'preset export',
  group: 'library',
  summary: 'write a preset to a file',
  parameters: {
    name,
    kind,
    out: option(
      '--out <file>',
      word,
      'file to write; default a file named after the preset in the exports directory',
    ),
    force: flag('--force', 'replace the file if it exists'),
  },
  run({ app }, { name: wanted, kind: ofKind, out, force }) {
    const preset = findPreset(app, wanted, ofKind);
    const file = out ?? join(app.dataFolder, 'exports', `${fileNameFor(preset.name)}.json`);
    if (out === undefined) makeFolderFor(file);
    writeFileOf(file, [asItCame(app, preset) ?? presetFile(preset)], { force });
    return { id: presetId(preset), name: preset.name, format: 'json', file };
  },
  json: (written) => ({ type: 'exported', kind: 'preset', ...written }),
  text: (written) => `wrote ${written.name} to ${written.file}`,
  only: ofFiles,
});

/** Commands about sets of samplers, prompts and templates. */
export const presets: readonly Command[] = [list, show, save, remove, use, none, presetImport, write];
