import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../../app/app.ts';
import { makeFolderFor, writeFileOf } from '../../../app/files/files.ts';
import { presetKinds } from '../../../app/presets/kinds.ts';
import {
  presetFile,
  presetName,
  type ReadPreset,
  readPresetFile,
} from '../../../app/presets/preset-files.ts';
import {
  allPresets,
  findPreset,
  presetId,
  presetText,
  useNone,
  usePreset,
} from '../../../app/presets/presets.ts';
import { isSottoError, SottoError } from '../../../domain/errors.ts';
import { fileNameFor } from '../../../interop/file-name.ts';
import type { PresetKind, StoredPreset } from '../../../store/library.ts';
import { run } from '../../run.ts';

interface KindOption {
  kind?: PresetKind;
}

interface ForceOption {
  force?: boolean;
}

type Preset = Omit<StoredPreset, 'chosen'>;

/** Keeps a preset. Throws SottoError `preset_exists` unless an older one may be replaced. */
function keep({ store }: App, { kind, name, body, foreign }: Preset, force: boolean | undefined): void {
  const isThere = store.library.presets().some((known) => known.kind === kind && known.name === name);
  if (isThere && !force) {
    const message = `there is a preset "${name}" already; choose another name or add --force to replace it`;
    throw new SottoError('usage', 'preset_exists', message);
  }
  store.library.setPreset({ kind, name, body, foreign });
}

function save(app: App, wanted: string, options: ForceOption & { fromConfig?: boolean }): void {
  const { sampling } = (options.fromConfig ? app.given : app.loaded).config;
  const { seed, ...samplers } = sampling;
  const body = { ...samplers, ...(seed > 0 && { seed }) };
  const name = presetName(wanted);
  keep(app, { kind: 'sampling', name, body, foreign: {} }, options.force);
  app.presetsChanged();
  app.out.result({ type: 'preset', kind: 'sampling', name, body }, `saved the samplers as ${name}`);
}

function printImported(app: App, preset: ReadPreset): void {
  const { kind, name, warnings } = preset;
  const line = { type: 'imported', kind: 'preset', id: presetId(preset), name, warnings };
  app.out.result(line, `imported ${name} (${kind})`);
  if (!app.out.isJson) for (const warning of warnings) app.out.talk(`${name}: ${warning}`);
}

/** Each file on its own: what is wrong with one is told, and decides the exit code at the end. */
function importFiles(app: App, paths: readonly (string | undefined)[], force?: boolean): void {
  for (const path of paths) {
    try {
      const presets = readPresetFile(path ?? '');
      app.store.atomically(() => {
        for (const preset of presets) keep(app, preset, force);
      });
      for (const preset of presets) printImported(app, preset);
    } catch (error) {
      if (!isSottoError(error) || error.family === 'store') throw error;
      app.out.error(error);
      process.exitCode = process.exitCode && process.exitCode !== error.exitCode ? 2 : error.exitCode;
    }
  }
}

function exportPreset(app: App, wanted: string, options: KindOption & ForceOption & { out?: string }) {
  const preset = findPreset(app, wanted, options.kind);
  const { name } = preset;
  const folder = join(app.dataFolder, 'exports');
  const file = options.out ?? join(folder, `${fileNameFor(name)}.json`);
  if (options.out === undefined) makeFolderFor(file);
  writeFileOf(file, [presetFile(preset)], { force: options.force === true });
  app.out.result(
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
      run((app) => {
        for (const { kind, name, chosen } of allPresets(app)) {
          const text = `${chosen ? '*' : ' '} ${kind.padEnd(8)}  ${name}`;
          app.out.result({ type: 'preset', kind, name, chosen }, text);
        }
      }),
    );
  preset
    .command('show <name>')
    .description('what a preset holds')
    .addOption(kindOption())
    .action(
      run<KindOption>((app, [name = ''], { kind }) => {
        const found = findPreset(app, name, kind);
        app.out.result({ type: 'preset', ...found }, () => presetText(found));
      }),
    );
};

const registerChoice = (preset: Command): void => {
  preset
    .command('use <name>')
    .description('from now on, instead of what the config file says')
    .addOption(kindOption())
    .action(
      run<KindOption>((app, [wanted = ''], { kind }) => {
        const found = findPreset(app, wanted, kind);
        usePreset(app, found);
        const { kind: used, name } = found;
        app.out.result({ type: 'preset', kind: used, name, chosen: true }, `${name} is in use (${used})`);
      }),
    );
  preset
    .command('none')
    .description('use no preset, of one kind or of any; the config counts again')
    .addOption(kindOption())
    .action(
      run<KindOption>((app, _, { kind }) => {
        useNone(app, kind && [kind]);
        const which = kind ?? 'any kind';
        app.out.result({ type: 'preset', kind: kind ?? null, name: null }, `no preset of ${which} is in use`);
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
      run<ForceOption & { fromConfig?: boolean }>((app, [name = ''], options) => save(app, name, options)),
    );
  preset
    .command('delete <name>')
    .description('delete a preset; when it is in use, the config counts again')
    .addOption(kindOption())
    .action(
      run<KindOption>((app, [wanted = ''], options) => {
        const found = findPreset(app, wanted, options.kind);
        const { kind, name } = found;
        app.store.library.deletePreset(kind, name);
        app.out.result({ type: 'deleted', kind: 'preset', id: presetId(found), name }, `deleted ${name}`);
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
    .action(run<ForceOption>((app, paths, { force }) => importFiles(app, paths, force)));
  preset
    .command('export <name>')
    .description('write a preset to a file')
    .addOption(kindOption())
    .option('--out <file>', 'file to write; default a file named after the preset in the exports folder')
    .option('--force', 'replace the file when it exists')
    .action(
      run<KindOption & ForceOption & { out?: string }>((app, [name = ''], options) =>
        exportPreset(app, name, options),
      ),
    );
}
