import { join } from 'node:path';
import { limits } from '../../cards/limits.ts';
import { exportCard as writeCard } from '../../cards/write/export.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import type { App } from '../app.ts';
import { makeFolderFor, readFileOf, writeFileOf } from '../files/files.ts';
import { cardName, lookUpCard } from './cards.ts';

/** How `sotto card export` writes a card. */
export interface ExportOptions {
  to: 'png' | 'json' | 'charx';
  spec?: 'v2' | 'v3';
  picture?: string;
  out?: string;
  force?: boolean;
}

/** Writes a card to a file; what could not be kept is told. Throws SottoError when it has no such form. */
export function exportCard(app: App, wanted: string, options: ExportOptions): void {
  const { to, spec, out, force } = options;
  const found = lookUpCard(app, wanted);
  const name = cardName(found.card);
  const { bytes, warnings } = writeCard(found.card, {
    to,
    spec,
    file: found.bytes,
    picture: options.picture === undefined ? undefined : readFileOf(options.picture, limits.file),
    now: Math.floor(Date.parse(app.now()) / 1000),
  });
  const folder = join(app.dataFolder, 'exports');
  const file = out ?? join(folder, `${fileNameFor(name)}.${to}`);
  if (out === undefined) makeFolderFor(file);
  writeFileOf(file, [bytes], { force: force === true });
  app.out.result(
    { type: 'exported', kind: 'card', id: found.id, name, format: to, file, warnings },
    `wrote ${name} to ${file}`,
  );
  if (!app.out.isJson) for (const warning of warnings) app.out.talk(`${file}: ${warning}`);
}
