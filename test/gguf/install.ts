// Installs node-llama-cpp with the binary for this platform alone, in a folder of its own beside this file.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { libraryEntry, libraryFolder } from './library.ts';

const version = '3.22.1';
const binaries: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-armv7l',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
};

const platform = `${process.platform}-${process.arch}`;
const binary = binaries[platform];
if (binary === undefined) throw new Error(`node-llama-cpp has no binary for ${platform}`);

if (!existsSync(libraryEntry)) {
  mkdirSync(libraryFolder, { recursive: true });
  writeFileSync(new URL('package.json', libraryFolder), '{ "private": true }\n');
  const npm = process.env.npm_execpath;
  const quiet = ['--ignore-scripts', '--omit=optional', '--no-package-lock', '--no-audit', '--no-fund'];
  const packages = [`node-llama-cpp@${version}`, `@node-llama-cpp/${binary}@${version}`];
  execFileSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'install', ...quiet, ...packages], {
    cwd: libraryFolder,
    stdio: 'inherit',
  });
}
