import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A fingerprint of the sources in these folders and below, whose names and texts it goes by. */
export function shapeOf(folders: readonly URL[]): string {
  const hash = createHash('sha256');
  for (const folder of folders.map((url) => fileURLToPath(url))) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => one.endsWith('.ts')).sort())
      hash.update(`${name}\n${readFileSync(join(folder, name), 'utf8')}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
