import { readdirSync, readFileSync } from 'node:fs';
import type { SourceFile } from './source.ts';

const root = new URL('../../', import.meta.url);

/** Every source file of src, by its path from the package root. */
export const readSources = (): SourceFile[] =>
  readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));
