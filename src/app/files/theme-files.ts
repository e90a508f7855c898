import { readdirSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { ConfigSearch } from '../../config/find.ts';
import { userConfigFile } from '../../config/folders.ts';
import { parseToml } from '../../config/toml.ts';
import { readFileOf } from './files.ts';

const mostBytes = 1 << 16;

/** A theme of the human's own: the name of its file without the ending, where that is, and the table in it. */
export interface ThemeFile {
  readonly name: string;
  readonly path: string;
  /** Throws SottoError where the file cannot be read or is no TOML. */
  table(): unknown;
}

/** The themes in the folder `themes` beside the human's config file, by name; none where there is no such folder. */
export function themeFiles({ search }: { readonly search: ConfigSearch }): ThemeFile[] {
  const folder = join(dirname(userConfigFile(search)), 'themes');
  let found: string[];
  try {
    found = readdirSync(folder);
  } catch {
    return [];
  }
  return found
    .filter((file) => file.endsWith('.toml'))
    .sort()
    .map((file) => {
      const path = join(folder, file);
      const table = () => parseToml(readFileOf(path, mostBytes).toString('utf8'), path);
      return { name: parse(file).name, path, table };
    });
}
