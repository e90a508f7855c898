import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { isSottoError, SottoError } from '../../../domain/errors.ts';
import { fileNameFor } from '../../../interop/file-name.ts';
import type { PresetKind, StoredPreset } from '../../../store/library.ts';
import type { Context } from '../../context.ts';
import { makeFolderFor, writeFileOf } from '../../files/files.ts';
import { presetKinds } from '../../presets/kinds.ts';
import { presetFile, presetName, type ReadPreset, readPresetFile } from '../../presets/preset-files.ts';
import { allPresets, findPreset, presetId, presetText, useNone, usePreset } from '../../presets/presets.ts';
import { run } from '../../run.ts';

interface KindOption {
  kind?: PresetKind;
}

interface ForceOption {
  force?: boolean;
}

type Preset = Omit<StoredPreset, 'chosen'>;

/** Keeps a preset. Throws SottoError `preset_exists` unless an older one may be replaced. */
function keep({ store }: Context, { kind, name, body, foreign }: Preset, force: boolean | undefined): void {
  const isThere = store.library.presets().some((known) => known.kind === kind && known.name === name);
  if (isThere && !force) {
    const message = `there is a preset "${name}" already; choose another name or add --force to replace it`;
    throw new SottoError('usage', 'preset_exists', message);
  }
  store.library.setPreset({ kind, name, body, foreign });
}

function save(context: Context, wanted: string, options: ForceOption & { fromConfig?: boolean }): void {
  const { sampling } = (options.fromConfig ? context.given : context.loaded).config;
  const { seed, ...samplers } = sampling;
  const body = { ...samplers, ...(seed > 0 && { seed }) };
  const name = presetName(wanted);
  keep(context, { kind: 'sampling', name, body, foreign: {} }, options.force);
  context.presetsChanged();
  context.out.result({ type: 'preset', kind: 'sampling', name, body }, `saved the samplers as ${name}`);
}

function printImported(context: Context, preset: ReadPreset): void {
  const { kind, name, warnings } = preset;
  const line = { type: 'imported', kind: 'preset', id: presetId(preset), name, warnings };
  context.out.result(line, `imported ${name} (${kind})`);
  if (!context.out.isJson) for (const warning of warnings) context.out.talk(`${name}: ${warning}`);
}

/** Each file on its own: what is wrong with one is told, and decides the exit code at the end. */
function importFiles(context: Context, paths: readonly (string | undefined)[], force?: boolean): void {
  for (const path of paths) {
    try {
      const presets = readPresetFile(path ?? '');
      context.store.atomically(() => {
        for (const preset of presets) keep(context, preset, force);
      });
      for (const preset of presets) printImported(context, preset);
    } catch (error) {
      if (!isSottoError(error) || error.family === 'store') throw error;
      context.out.error(error);
      process.exitCode = process.exitCode && process.exitCode !== error.exitCode ? 2 : error.exitCode;
    }
  }
}

function exportPreset(
  context: Context,
  wanted: string,
  options: KindOption & ForceOption & { out?: string },
) {
  const preset = findPreset(context, wanted, options.kind);
  const { name } = preset;
  const folder = join(context.dataFolder, 'exports');
  const file = options.out ?? join(folder, `${fileNameFor(name)}.json`);
  if (options.out === undefined) makeFolderFor(file);
  writeFileOf(file, [presetFile(preset)], { force: options.force === true });
  context.out.result(
    { type: 'exported', kind: 'preset', id: presetId(preset), name, format: 'json', file },
    `wrote ${name} to ${file}`,
  );
}

const kindOption = () => new Option('--kind <kind>', 'which sort of preset').choices(presetKinds);

const registerReading = (preset: Command): void => {
  preset
    .command('list')
    .description('every preset; * marks those in use')
    .action(
      run((context) => {
        for (const { kind, name, chosen } of allPresets(context)) {
          const text = `${chosen ? '*' : ' '} ${kind.padEnd(8)}  ${name}`;
          context.out.result({ type: 'preset', kind, name, chosen }, text);
        }
      }),
    );
  preset
    .command('show <name>')
    .description('what a preset holds')
    .addOption(kindOption())
    .action(
      run<KindOption>((context, [name = ''], { kind }) => {
        const found = findPreset(context, name, kind);
        context.out.result({ type: 'preset', ...found }, () => presetText(found));
      }),
    );
};

const registerChoice = (preset: Command): void => {
  preset
    .command('use <name>')
    .description('from now on, instead of what the config file says')
    .addOption(kindOption())
    .action(
      run<KindOption>((context, [wanted = ''], { kind }) => {
        const found = findPreset(context, wanted, kind);
        usePreset(context, found);
        const { kind: used, name } = found;
        context.out.result({ type: 'preset', kind: used, name, chosen: true }, `${name} is in use (${used})`);
      }),
    );
  preset
    .command('none')
    .description('use no preset, of one kind or of any; the config counts again')
    .addOption(kindOption())
    .action(
      run<KindOption>((context, _, { kind }) => {
        useNone(context, kind && [kind]);
        const which = kind ?? 'any kind';
        context.out.result(
          { type: 'preset', kind: kind ?? null, name: null },
          `no preset of ${which} is in use`,
        );
      }),
    );
};

const registerKeeping = (preset: Command): void => {
  preset
    .command('save <name>')
    .description('keep the samplers now in effect')
    .option('--from-config', 'those of the config, whatever preset is in use')
    .option('--force', 'replace a preset of this name')
    .action(
      run<ForceOption & { fromConfig?: boolean }>((context, [name = ''], options) =>
        save(context, name, options),
      ),
    );
  preset
    .command('delete <name>')
    .description('delete a preset; when it is in use, the config counts again')
    .addOption(kindOption())
    .action(
      run<KindOption>((context, [wanted = ''], options) => {
        const found = findPreset(context, wanted, options.kind);
        const { kind, name } = found;
        context.store.library.deletePreset(kind, name);
        context.out.result({ type: 'deleted', kind: 'preset', id: presetId(found), name }, `deleted ${name}`);
      }),
    );
};

/** `sotto preset list|show|save|use|none|delete|import|export`. */
export function registerPreset(program: Command): void {
  const preset = program
    .command('preset')
    .description('sets of samplers, prompts and templates of other programs');
  registerReading(preset);
  registerKeeping(preset);
  registerChoice(preset);
  preset
    .command('import <files...>')
    .description(
      "samplers (TOML, JSON), SillyTavern's sampler and prompt presets, instruct and context templates",
    )
    .option('--force', 'replace presets of these names')
    .action(run<ForceOption>((context, paths, { force }) => importFiles(context, paths, force)));
  preset
    .command('export <name>')
    .description('write a preset to a file')
    .addOption(kindOption())
    .option('--out <file>', 'file to write; default a file named after the preset in the exports folder')
    .option('--force', 'replace the file when it exists')
    .action(
      run<KindOption & ForceOption & { out?: string }>((context, [name = ''], options) =>
        exportPreset(context, name, options),
      ),
    );
}
