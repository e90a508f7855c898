import { join } from 'node:path';
import { limits } from '../../cards/limits.ts';
import { exportCard as writeCard } from '../../cards/write/export.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { makeFolderFor, readFileOf, writeFileOf } from '../files/files.ts';
import type { App } from '../run/app.ts';
import type { CardWithBytes } from './card-with-bytes.ts';
import { cardName, lookUpCard } from './cards.ts';
import { secondsNow } from './own-cards.ts';

/** How a card is written to a file. */
export interface ExportOptions {
  readonly to: 'png' | 'json' | 'charx';
  readonly spec: 'v2' | 'v3' | undefined;
  /** A PNG to put the card into. */
  readonly picture: string | undefined;
  readonly out: string | undefined;
  readonly force: boolean;
}

const written = (app: App, { card, bytes }: CardWithBytes, { to, spec, picture }: ExportOptions) =>
  writeCard(card, {
    ...{ to, spec, file: bytes, now: secondsNow(app) },
    picture: picture === undefined ? undefined : readFileOf(picture, limits.file),
  });

/** Writes a card to a file, its own bytes where that is what is asked for; `warnings` say what could not be kept. Throws SottoError when it has no such form. */
export function exportCard(app: App, wanted: string, options: ExportOptions) {
  const { to, spec, out, force } = options;
  const found = lookUpCard(app, wanted);
  const name = cardName(found.card);
  const isItself = to === found.card.kind && spec === undefined && options.picture === undefined;
  const { bytes, warnings } = isItself ? { bytes: found.bytes, warnings: [] } : written(app, found, options);
  const folder = join(app.dataFolder, 'exports');
  const file = out ?? join(folder, `${fileNameFor(name)}.${to}`);
  if (out === undefined) makeFolderFor(file);
  writeFileOf(file, [bytes], { force });
  return { id: found.id, name, format: to, file, warnings };
}
