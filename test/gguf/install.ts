// Installs node-llama-cpp with the binary for this platform alone, in a folder of its own beside this file.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { enginePackages } from '../../src/models/engine/install.ts';
import { libraryEntry, libraryFolder } from './library.ts';

if (!existsSync(libraryEntry)) {
  mkdirSync(libraryFolder, { recursive: true });
  writeFileSync(new URL('package.json', libraryFolder), '{ "private": true }\n');
  const npm = process.env.npm_execpath;
  const quiet = ['--ignore-scripts', '--omit=optional', '--no-package-lock', '--no-audit', '--no-fund'];
  execFileSync(
    npm ? process.execPath : 'npm',
    [...(npm ? [npm] : []), 'install', ...quiet, ...enginePackages()],
    {
      cwd: libraryFolder,
      stdio: 'inherit',
    },
  );
}
