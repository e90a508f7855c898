import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { environmentFor } from '../server/program.ts';
import { type EnginePlace, hasEngine } from './place.ts';

/** The engine that sotto fetches: what it is, at which version, and about how much it takes. */
export const engine = {
  name: 'node-llama-cpp',
  version: '3.22.1',
  bytes: 89_000_000,
  script: 'postinstall',
} as const;

const binaries: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-armv7l',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
};

/** The packages that are fetched for a platform. Throws SottoError `no_binary`. */
export function enginePackages(platform = `${process.platform}-${process.arch}`): string[] {
  const binary = binaries[platform];
  if (binary === undefined) {
    const message = `${engine.name} has no binary for ${platform}; build llama.cpp and put llama-server on the path`;
    throw new SottoError('failed', 'no_binary', message);
  }
  return [`${engine.name}@${engine.version}`, `@node-llama-cpp/${binary}@${engine.version}`];
}

/** npm's own program beside this Node, else the one on the path. */
function npmHere(): { program: string; first: string[] } {
  const cli = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const onWindows = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const found = [cli, onWindows].find((file) => existsSync(file));
  return found === undefined ? { program: 'npm', first: [] } : { program: process.execPath, first: [found] };
}

/** Runs npm there; what it said last where it failed. */
function npm(folder: string, args: readonly string[], signal: AbortSignal): Promise<string | null> {
  const { program, first } = npmHere();
  return new Promise((resolve) => {
    const env = { ...environmentFor(process.env), npm_config_update_notifier: 'false' };
    const child = spawn(program, [...first, ...args], {
      cwd: folder,
      env,
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : reasonIn(said) || `exit code ${code}`));
  });
}

const reasonIn = (said: string): string =>
  said
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .find((line) => line !== '' && !/^code /.test(line)) ?? '';

/** How it is fetched. */
export interface InstallOptions {
  /** Whether its install script may run; its prebuilt binaries need none. */
  readonly withScripts: boolean;
  readonly signal: AbortSignal;
}

/** Fetches the engine by npm into its folder of the data directory, whole or not at all. Rejects with SottoError. */
export async function installEngine(
  place: EnginePlace,
  { withScripts, signal }: InstallOptions,
): Promise<void> {
  const packages = enginePackages();
  const begun = `${place.folder}.${process.pid}`;
  mkdirSync(begun, { recursive: true });
  try {
    writeFileSync(join(begun, 'package.json'), '{ "private": true }\n');
    const quiet = ['--omit=optional', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    const scripts = withScripts ? [] : ['--ignore-scripts'];
    const wrong = await npm(begun, ['install', ...scripts, ...quiet, ...packages], signal);
    if (wrong !== null) {
      const message = `npm cannot fetch ${engine.name} ${engine.version} (${wrong}); check the network, or install llama.cpp instead`;
      throw new SottoError('failed', 'no_engine', message);
    }
    rmSync(place.folder, { recursive: true, force: true });
    renameSync(begun, place.folder);
    if (!hasEngine(place))
      throw new SottoError('failed', 'no_engine', `npm fetched something else than ${engine.name}`);
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
}
