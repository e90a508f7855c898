import { createHash } from 'node:crypto';
import type { StoredPreset } from '../../store/library.ts';

/** SHA-256 of bytes. */
export const hashOfBytes = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

type Made = Pick<StoredPreset, 'body' | 'foreign'>;

/** Tells whether a named thing is still as it came in. */
export const madeOf = ({ body, foreign }: Made): string =>
  hashOfBytes(JSON.stringify([{ ...body, name: '' }, foreign]));

const mark = 'entries of a lorebook';
const atOnce = 65_536;

/** Makes what `madeOf` tells of a lorebook, from its body without entries and these one after the other, as JSON. */
export function madeInSteps({ body, foreign }: Made): { add(json: string): void; end(): string } {
  const json = JSON.stringify([{ ...body, name: '', entries: mark }, foreign]);
  const [before = '', after = ''] = json.split(JSON.stringify(mark));
  const hash = createHash('sha256').update(before);
  let [joint, some] = ['[', ''];
  return {
    add: (entry) => {
      some += `${joint}${entry}`;
      joint = ',';
      if (some.length < atOnce) return;
      hash.update(some);
      some = '';
    },
    end: () => hash.update(`${some}${joint === '[' ? '[]' : ']'}${after}`).digest('hex'),
  };
}
