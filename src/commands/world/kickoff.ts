import type { App } from '../../app/app.ts';
import { readFileOf } from '../../app/files/files.ts';
import { SottoError } from '../../domain/errors.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { type StateLine, stateLinesIn } from '../../play/world/state-lines.ts';

const largest = 4 * 1024 * 1024;

function jsonOf(line: string, at: number, where: string): unknown {
  try {
    return parseJson(line);
  } catch (cause) {
    const message = `line ${at + 1} of ${where} is not JSON; write one object a line, as \`sotto entities --json\` prints them`;
    throw new SottoError('usage', 'not_json', message, { cause });
  }
}

/** What a file, or standard input for `-`, says is so when a play begins; nothing for `none`. Rejects with SottoError. */
export async function kickoffFrom(app: App, wanted: string | undefined): Promise<StateLine[]> {
  if (wanted === undefined || wanted === 'none') return [];
  const text = wanted === '-' ? await app.person.input() : readFileOf(wanted, largest).toString('utf8');
  const where = wanted === '-' ? 'standard input' : wanted;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return stateLinesIn(
    lines.map((line, at) => jsonOf(line, at, where)),
    where,
  );
}
