import type { TagStyle } from './audience.ts';
import { gbnfLiteral } from './gbnf.ts';
import { leadingName } from './tag-names.ts';
import { foldName } from './world.ts';

/** What a line says of its audience behind the bare name of its speaker: `:`, ` (aloud):` or ` (to Bob, Carl):`. */
export interface Head {
  /** `open`: it may still become any; `none`: the line has no head. */
  readonly kind: 'open' | 'none' | 'usual' | 'aloud' | 'private';
  /** Known names of a private head. */
  readonly names: readonly string[];
  /** What follows it. */
  readonly text: string;
}

/** How a line with a head is read. */
export interface HeadReading {
  /** The speaker's name, which models like to write again. */
  readonly own: string;
  /** Names that may be told something. */
  readonly names: readonly string[];
  /** Whether more of the line may come, it ends too early, or it is all there. */
  readonly state: 'growing' | 'cut' | 'whole';
}

/** Somebody who knows fewer than two others has nothing to whisper. */
const leastKnown = 3;

/** Whether a reply brings its own head, by how many its speaker knows of, itself included. */
export const bringsHead = ({ enabled, heads }: TagStyle, known: number): boolean =>
  enabled && heads === true && known >= leastKnown;

/** The head of a line to these, as it stands behind the speaker's name; nobody = the usual one. */
export const headFor = (names: readonly string[]): string =>
  names.length === 0 ? ':' : ` (to ${names.join(', ')}):`;

/** A grammar in GBNF for a line that begins with a head: the usual, aloud, or to some of these. */
export function headGrammar(names: readonly string[]): string {
  const toSome = names.length === 0 ? '' : ' | " (to " name (", " name)* "):"';
  const rules = [
    'root ::= head text',
    `head ::= ":" | " (aloud):"${toSome}`,
    ...(names.length === 0 ? [] : [`name ::= ${names.map(gbnfLiteral).join(' | ')}`]),
    'text ::= ([^\\n] | "\\n")*',
  ];
  return rules.join('\n');
}

const head = (kind: Head['kind'], text: string, names: readonly string[] = []): Head => ({
  kind,
  text,
  names,
});

const aloud = /^\(\s*aloud\s*\)\s*[:：]?\s*/i;
/** `(to`, also `(whispers quietly to`. */
const toSomebody = /^\([^\S\n]*(?:\p{L}+[^\S\n]+){0,3}?to(?![\p{L}\p{N}])/iu;
const mayBecomeHead = /^\((?:[\p{L}]|[^\S\n]){0,60}\)?[^\S\n]*$/u;
const closed = /^[^\S\n]*\)[^\S\n]*[:：]\s*/;
const broken = /^[^\S\n]*\)?[^\S\n]*[:：]?\s*/;
const between = /^(?:[^\S\n]|[,;&]|and(?=\s))+/i;
const item = /^[^,;)\n:：]*/;

interface NameList {
  readonly names: readonly string[];
  /** Characters up to what closes it. */
  readonly length: number;
  /** True when it ends in what may still become a longer name. */
  readonly isGrowing: boolean;
}

/** Known names as an enumeration of them begins with them; whatever else it lists is passed over. */
function readNames(list: string, known: ReadonlySet<string>): NameList {
  const names: string[] = [];
  let length = 0;
  let isGrowing = false;
  for (;;) {
    const gap = leadingName(list.slice(length), known) === '' ? between : /^[^\S\n]+/;
    length += gap.exec(list.slice(length))?.[0].length ?? 0;
    const rest = list.slice(length);
    const begun = foldName(rest);
    isGrowing ||= [...known].some((name) => name.length > begun.length && name.startsWith(begun));
    const name = leadingName(rest, known).trimEnd();
    const behind = rest.slice(name.length);
    const isWhole = /^[^\S\n]*(?:[,;&)\n:：]|and\s|$)/i.test(behind);
    isGrowing ||= name !== '' && /^[^\S\n]*(?:a|an|and)$/i.test(behind);
    if (name !== '' && isWhole) names.push(name);
    const passed = name !== '' && isWhole ? name.length : (item.exec(rest)?.[0].length ?? 0);
    length += passed;
    if (passed === 0) return { names, length, isGrowing };
  }
}

function readPrivate(start: string, opening: string, { names, state }: HeadReading): Head {
  const list = readNames(start.slice(opening.length), new Set(names.map(foldName)));
  const rest = start.slice(opening.length + list.length);
  const isClosed = closed.test(rest);
  if (state === 'growing' && (!isClosed || list.isGrowing)) return head('open', '');
  return head('private', rest.replace(isClosed ? closed : broken, ''), list.names);
}

/** The head with which a text behind a bare name begins. */
function parse(source: string, reading: HeadReading): Head {
  const start = source.trimStart();
  const isGrowing = reading.state === 'growing';
  if (start === '') return head(isGrowing ? 'open' : 'none', '');
  if (/^[:：]/.test(start)) return head('usual', start.slice(1).trimStart());
  if (aloud.test(start)) return head('aloud', start.replace(aloud, ''));
  const [opening] = toSomebody.exec(start) ?? [];
  if (opening !== undefined) return readPrivate(start, opening, reading);
  if (!mayBecomeHead.test(start) || reading.state === 'whole') return head('none', source);
  return isGrowing ? head('open', '') : head('private', start);
}

/**
 * Reads the head of a line, which a model may have begun with the speaker's name once more. While the line grows, its
 * head is `open` until nothing that follows can change it. A private head counts from `(to` on, closed or not, and
 * names nobody but whom it lists; a line cut before that is clear is private, too.
 */
export function readHead(source: string, reading: HeadReading): Head {
  const plain = parse(source, reading);
  const start = source.trimStart();
  const own = foldName(reading.own);
  const begun = foldName(start);
  if (plain.kind !== 'none' || own === '' || start === '') return plain;
  if (reading.state === 'growing' && own.startsWith(begun)) return head('open', '');
  if (reading.state === 'cut' && own.startsWith(begun)) return head('private', start);
  const named = leadingName(start, new Set([own])).trimEnd();
  const behind = named === '' ? plain : parse(start.slice(named.length), reading);
  return behind.kind === 'none' ? plain : behind;
}
