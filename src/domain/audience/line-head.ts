import { foldName } from '../world/world.ts';
import type { TagStyle } from './audience.ts';
import { gbnfLiteral } from './gbnf.ts';
import { type KnownNames, leadingName, mayGrowToName, namesToRead } from './tag-names.ts';

/** What a line says of its audience (its line head) behind the bare name of its speaker: `:`, ` (aloud):` or ` (to Bob, Carl):`. */
export interface LineHead {
  /** `open`: it may still become any; `none`: the line has no head. */
  readonly kind: 'open' | 'none' | 'usual' | 'aloud' | 'private';
  /** Known names of a private head. */
  readonly names: readonly string[];
  /** What follows it. */
  readonly text: string;
}

/** How a line with a head is read. */
export interface LineHeadReading {
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
export const bringsLineHead = ({ enabled, heads }: TagStyle, known: number): boolean =>
  enabled && heads === true && known >= leastKnown;

/** The head of a line to these, as it stands behind the speaker's name; nobody = the usual one. */
export const lineHeadFor = (names: readonly string[]): string =>
  names.length === 0 ? ':' : ` (to ${names.join(', ')}):`;

/**
 * A grammar in GBNF for a line that begins with a head: the usual, aloud, or to some of these, each once, in this order,
 * so that no list goes on for ever.
 */
export function lineHeadGrammar(names: readonly string[]): string {
  const lists = names.map((name, at) => {
    const isLast = at === names.length - 1;
    const list = isLast ? gbnfLiteral(name) : `${gbnfLiteral(name)} (", " to${at + 1})? | to${at + 1}`;
    return `to${at} ::= ${list}`;
  });
  const toSome = names.length === 0 ? '' : ' | " (to " to0 "):"';
  const rules = ['root ::= head text', `head ::= ":" | " (aloud):"${toSome}`, ...lists];
  return [...rules, 'text ::= ([^\\n] | "\\n")*'].join('\n');
}

const head = (kind: LineHead['kind'], text: string, names: readonly string[] = []): LineHead => ({
  kind,
  text,
  names,
});

const aloud = /^\(\s*aloud\s*\)\s*[:：]?\s*/i;
/** `(to`, also `(whispers quietly to`. */
const toSomebody = (): RegExp => /^\([^\S\n]*(?:\p{L}+[^\S\n]+){0,3}?to(?![\p{L}\p{N}])/iu;
const mayBecomeHead = (): RegExp => /^\((?:[\p{L}]|[^\S\n]){0,60}\)?[^\S\n]*$/u;
const closed = /^[^\S\n]*\)[^\S\n]*[:：]\s*/;
const broken = /^[^\S\n]*\)?[^\S\n]*[:：]?\s*/;
const between = /^(?:[^\S\n]|[,;&]|and(?=\s))+/i;
const item = /^[^,;)\n:：]*/;

/** How the beginning of a line is read that may be its head. */
interface Reading extends Pick<LineHeadReading, 'state'> {
  readonly own: KnownNames;
  readonly known: KnownNames;
}

interface NameList {
  readonly names: readonly string[];
  /** Characters up to what closes it. */
  readonly length: number;
  /** True when it ends in what may still become a longer name. */
  readonly isGrowing: boolean;
}

/** Known names as an enumeration of them begins with them; whatever else it lists is passed over. */
function readNames(list: string, known: KnownNames): NameList {
  const names: string[] = [];
  let length = 0;
  let isGrowing = false;
  for (;;) {
    const gap = leadingName(list.slice(length), known) === '' ? between : /^[^\S\n]+/;
    length += gap.exec(list.slice(length))?.[0].length ?? 0;
    const rest = list.slice(length);
    isGrowing ||= mayGrowToName(rest, known);
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

function readPrivate(start: string, opening: string, { known, state }: Reading): LineHead {
  const list = readNames(start.slice(opening.length), known);
  const rest = start.slice(opening.length + list.length);
  const isClosed = closed.test(rest);
  if (state === 'growing' && (!isClosed || list.isGrowing)) return head('open', '');
  return head('private', rest.replace(isClosed ? closed : broken, ''), list.names);
}

const mayBeOwn = (start: string, own: KnownNames): boolean =>
  own.all.has(foldName(start)) || mayGrowToName(start, own);

/** The head with which a text behind a bare name begins. */
function parse(source: string, reading: Reading): LineHead {
  const start = source.trimStart();
  const isGrowing = reading.state === 'growing';
  if (start === '') return head(isGrowing ? 'open' : 'none', '');
  if (/^[:：]/.test(start)) return head('usual', start.slice(1).trimStart());
  const [said] = aloud.exec(start) ?? [];
  const mayEndLater = isGrowing && said === start && !/[:：]/.test(said);
  if (said !== undefined) return mayEndLater ? head('open', '') : head('aloud', start.slice(said.length));
  const [opening] = toSomebody().exec(start) ?? [];
  if (opening !== undefined) return readPrivate(start, opening, reading);
  if (!mayBecomeHead().test(start) || reading.state === 'whole') return head('none', source);
  return isGrowing ? head('open', '') : head('private', start);
}

function readStart(source: string, reading: Reading): LineHead {
  const plain = parse(source, reading);
  const start = source.trimStart();
  const { own, state } = reading;
  if (plain.kind !== 'none' || own.longest === 0 || start === '') return plain;
  const isBegun = state !== 'whole' && mayBeOwn(start, own);
  if (isBegun) return state === 'growing' ? head('open', '') : head('private', start);
  const named = leadingName(start, own).trimEnd();
  const behind = named === '' ? plain : parse(start.slice(named.length), reading);
  return behind.kind === 'none' ? plain : behind;
}

/**
 * Reads the head of a line, which a model may have begun with the speaker's name once more. While the line grows, its
 * head is `open` until nothing that follows can change it. A private head counts from `(to` on, closed or not, and
 * names nobody but whom it lists; a line cut before that is clear is private, too. A head that has not ended where
 * everybody could have been named names nobody.
 */
export function readLineHead(source: string, { own, names, state }: LineHeadReading): LineHead {
  const reading = { own: namesToRead([own]), known: namesToRead(names) };
  const start = source.trimStart();
  const reach = reading.own.reach + reading.known.reach;
  if (start.length <= reach) return readStart(source, { ...reading, state });
  const read = readStart(start.slice(0, reach), { ...reading, state: 'growing' });
  if (read.kind === 'none') return head('none', source);
  return read.kind === 'open' ? head('private', start) : { ...read, text: read.text + start.slice(reach) };
}
