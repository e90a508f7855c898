import { abilitiesText } from '../../app/doctor/abilities.ts';
import { sizeText } from '../../app/files/size-text.ts';
import type { ModelRow } from '../../app/models/rows.ts';
import { maskSecrets } from '../../config/settings.ts';

/** A model as `--json` writes it. */
export const modelLine = ({ what, says: _, served, ...row }: ModelRow) => ({
  type: 'model',
  name: row.name,
  file: row.file,
  bytes: row.bytes,
  quantization: row.quantization,
  context: row.context,
  source: maskSecrets(row.source),
  running: row.running && maskSecrets(row.running),
  what,
  inUse: row.inUse,
  ...(served && { kind: served.kind, url: maskSecrets(served.url), model: served.model }),
  ...(served && Object.keys(served.abilities).length > 0 && { abilities: served.abilities }),
});

const standing = ({ what, running, source }: ModelRow): string => {
  if (what === 'known') return `to fetch: ${source}`;
  if (what === 'served') return maskSecrets(source);
  return running === null ? 'here' : `running at ${running}`;
};

/** What it can, without what it cannot. */
const trueOf = (abilities: Parameters<typeof abilitiesText>[0]): typeof abilities =>
  Object.fromEntries(Object.entries(abilities).filter(([, can]) => can));

/** What is known of it, in a few words. */
export const modelDetail = (row: ModelRow): string => {
  const { bytes, quantization, context, served } = row;
  const can = abilitiesText(trueOf(served?.abilities ?? {}));
  const kind = served ? `${served.kind} at ` : '';
  const parts = [
    ...(bytes === null ? [] : [sizeText(bytes)]),
    ...(quantization === '' || row.name.toUpperCase().includes(quantization) ? [] : [quantization]),
    ...(context === 0 ? [] : [`${context} tokens`]),
    `${kind}${standing(row)}`,
    ...(can === '' ? [] : [`with ${can}`]),
  ];
  return parts.join(', ');
};
