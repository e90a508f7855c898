import { createHash } from 'node:crypto';
import { SottoError } from '../../domain/errors.ts';
import { parseJson } from '../parse-json.ts';
import {
  type ArchiveHeader,
  type ArchiveLine,
  archiveHeader,
  archiveLine,
  archiveVersion,
} from './archive-lines.ts';

/** What a chat holds that nests as deep as a foreign file may, and the line around it. */
const deepest = 512;

/** In which order the sorts of lines come. */
const stages: Readonly<Record<ArchiveLine['type'], number>> = {
  branch: 0,
  event: 1,
  move: 2,
  card: 3,
  bytes: 3,
  identity: 4,
  replaced: 5,
  lorebook: 6,
  entries: 6,
  end: 7,
};

/** The refusal of a line of an archive; `why` goes on after `line 7`. */
export const brokenArchive = (number: number, why: string): SottoError =>
  new SottoError(
    'usage',
    'broken_line',
    `line ${number} ${why}; nothing was imported, export the chat again`,
  );

const damaged = (why: string): SottoError =>
  new SottoError('usage', 'damaged_file', `it ${why}; nothing was imported, export or copy it again`);

const refuseHalves = (_: string, value: unknown): unknown => {
  if (typeof value === 'string' && /\p{Cs}/u.test(value)) throw new RangeError('half a character');
  return value;
};

/** The value of a line. Half a character is refused: SQLite cannot keep it, so no log has one. */
function read(bytes: Uint8Array, number: number): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value = parseJson(text, deepest);
    return /\\ud[89a-f]/i.test(text) ? JSON.parse(text, refuseHalves) : value;
  } catch {
    throw brokenArchive(number, 'is not a whole line of JSON, so the file is damaged or cut off');
  }
}

/** Takes the lines of an archive one after the other, and knows at the end whether all of them were there as they were written. */
export class ArchiveReader {
  readonly #hash = createHash('sha256');
  readonly #names = new Set<string>();
  readonly #seen = { branch: 0, event: 0, move: 0 };
  #header: ArchiveHeader | null = null;
  #stage = 0;
  #number = 0;
  #said: string | null = null;

  /** The first line. Throws SottoError `broken_line`, `newer_file`. */
  header(bytes: Uint8Array): ArchiveHeader {
    const value = read(bytes, 1);
    const parsed = archiveHeader.safeParse(value);
    if (!parsed.success) {
      const version = (value as { version?: unknown } | null)?.version;
      if (typeof version === 'number' && version > archiveVersion)
        throw new SottoError('usage', 'newer_file', `it was written by a newer sotto; update sotto first`);
      throw this.#shapeless(1, parsed.error.issues[0]?.path);
    }
    this.#count(bytes);
    this.#header = parsed.data;
    return parsed.data;
  }

  /** The next line. Throws SottoError `broken_line`. */
  line(bytes: Uint8Array): ArchiveLine {
    const number = this.#number + 1;
    if (this.#said !== null) throw brokenArchive(number, 'comes after the end');
    const parsed = archiveLine.safeParse(read(bytes, number));
    if (!parsed.success) throw this.#shapeless(number, parsed.error.issues[0]?.path);
    const why = this.#disorder(parsed.data);
    if (why !== null) throw brokenArchive(number, why);
    if (parsed.data.type === 'end') this.#said = parsed.data.hash;
    else this.#count(bytes);
    return parsed.data;
  }

  /** The hash of it all, when nothing is left. Throws SottoError `damaged_file`. */
  end(): string {
    if (this.#said === null) throw damaged('is cut off');
    const counts = this.#header?.counts;
    const { branch, event, move } = this.#seen;
    const isWhole = branch === counts?.branches && event === counts.events && move === counts.moves;
    const hash = this.#hash.digest('hex');
    if (!isWhole || hash !== this.#said) throw damaged('is damaged: its checksum differs');
    return hash;
  }

  #count(bytes: Uint8Array): void {
    this.#number += 1;
    this.#hash.update(bytes).update('\n');
  }

  #shapeless(number: number, path: readonly PropertyKey[] | undefined): SottoError {
    const what = path?.join('.') || 'its type';
    return brokenArchive(number, `is not a line of an archive: ${what} is missing or of the wrong kind`);
  }

  /** What is wrong with where a line stands and how it is numbered; null for nothing. */
  #disorder(line: ArchiveLine): string | null {
    if (stages[line.type] < this.#stage) return `is of a type (${line.type}) that belongs earlier`;
    this.#stage = stages[line.type];
    if (line.type !== 'branch' && line.type !== 'event' && line.type !== 'move') return null;
    this.#seen[line.type] += 1;
    if (line.type === 'event' && line.seq !== this.#seen.event) return 'is not numbered as the next event';
    if (line.type !== 'branch') return null;
    const { branch, parent, name } = line;
    if (branch !== this.#seen.branch) return 'is not numbered as the next branch';
    if (parent !== null && parent >= branch) return 'grows from a branch that comes later';
    if (this.#names.has(name)) return `gives two branches the name ${name}`;
    this.#names.add(name);
    return null;
  }
}
