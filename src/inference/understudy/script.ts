/** Someone's line in the prompt, with all that follows up to the next line that has a speaker. */
export interface Line {
  readonly speaker: string;
  /** Whom its head names: `Alice (to Bob):`; empty for nobody. */
  readonly to: readonly string[];
  readonly text: string;
}

/** What the understudy reads out of a raw prompt. */
export interface Script {
  /** Who is to speak; empty when the prompt has no speaker. */
  readonly speaker: string;
  /** The reply begun already; empty at a bare cue. */
  readonly begun: string;
  /** True where the reply is to begin with whom it is for: ` (to Bob):`. */
  readonly bringsHead: boolean;
  /** Names of the others, from the stop strings and the lines. */
  readonly others: readonly string[];
  readonly lines: readonly Line[];
  /** Text that belongs to no speaker: descriptions, rules. */
  readonly rest: string;
}

const control = /<\|[^|>\n]{0,40}\|>|<\/?s>|\[\/?INST\]/g;
const head = /^\s*([\p{L}\p{N}][^:\n<>[\]{}|*"“”]{0,48}?)\s*:(?=\s|$)(.*)$/su;
const addressed = /^(.*?) \(to (.*)\)$/su;
const ownNextHead = /^\n([^:\n]{1,48}) \(to $/;
const stopName = /^\s*([^:\n]{1,48}):\s*$/;

const readHead = (line: string): Line | null => {
  const [, who = '', text = ''] = head.exec(line) ?? [];
  if (who === '') return null;
  const [, speaker = who, to = ''] = addressed.exec(who) ?? [];
  return { speaker, to: to === '' ? [] : to.split(', '), text };
};

const namesIn = (stops: readonly string[]): string[] =>
  stops.flatMap((stop) => stopName.exec(stop)?.[1]?.trim() ?? []);

const lastHead = (rows: readonly string[]): string => {
  for (let at = rows.length - 1; at >= 0; at--) {
    const line = readHead(rows[at] ?? '');
    if (line) return line.speaker;
  }
  return '';
};

const gather = (rows: readonly string[], isSpeaker: (name: string) => boolean) => {
  const lines: Line[] = [];
  const rest: string[] = [];
  for (const row of rows) {
    const line = readHead(row);
    const open = lines.at(-1);
    if (line && isSpeaker(line.speaker)) lines.push(line);
    else if (open) lines[lines.length - 1] = { ...open, text: `${open.text}\n${row}` };
    else rest.push(row);
  }
  return { lines, rest: rest.join('\n') };
};

/**
 * Reads a raw prompt whose last line is a cue (`Name:`) or an unfinished reply. Speakers are the names in the
 * stop strings (`\nName:`) and the one whose cue it is; without such stop strings, every `Name:` is a speaker.
 */
export const readScript = (prompt: string, stops: readonly string[]): Script => {
  const text = prompt.replace(control, '');
  const cued = text.slice(text.lastIndexOf('\n') + 1);
  const bringsHead = stops.some((stop) => ownNextHead.exec(stop)?.[1] === cued);
  const rows = `${text}${bringsHead ? ':' : ''}`.split('\n');
  const known = namesIn(stops);
  const speaker = readHead(rows.at(-1) ?? '')?.speaker ?? lastHead(rows);
  const cast = new Set([speaker, ...known]);
  const { lines, rest } = gather(rows, (name) => known.length === 0 || cast.has(name));
  const cue = lines.at(-1);
  const others = new Set([...known, ...lines.map((line) => line.speaker)]);
  others.delete(speaker);
  return {
    speaker,
    begun: cue?.speaker === speaker ? cue.text.trimStart() : '',
    others: [...others],
    lines: lines.slice(0, -1),
    rest,
    bringsHead,
  };
};
