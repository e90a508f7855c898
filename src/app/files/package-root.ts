import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/** Folder of the package: the nearest one above the program that holds the migrations. */
export function packageRoot(): string {
  if (found) return found;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'drizzle')) && dirname(folder) !== folder) folder = dirname(folder);
  found = folder;
  return folder;
}
