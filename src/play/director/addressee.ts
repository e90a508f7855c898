import type { CharacterId } from '../../domain/message.ts';
import { escapeForRegExp } from '../../domain/reg-exp.ts';

/** Where something stands in a text: from here up to there. */
type Span = readonly [from: number, to: number];

const straight = (): RegExp => /(?<![\p{L}\p{N}])'(?=\S)(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*'(?![\p{L}\p{N}])/gu;
const curly = (): RegExp => /‘(?:[^‘’\n]|(?<=\p{L})’(?=\p{L}))*’(?!\p{L})/gu;

/** Speech in double quotes; a quote that is not closed runs to the end of its line. */
const doubled = /"[^"\n]*(?:"|$)|“[^”\n]*(?:”|$)|«[^»\n]*(?:»|$)|„[^“”\n]*(?:[“”]|$)/gmu;

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length]);

/** Double quotes within double quotes, of another form. */
const nested = (text: string): Span[] =>
  spansOf(text, doubled).flatMap(([from, to]) =>
    spansOf(text.slice(from + 1, to - 1), doubled).map(([a, b]): Span => [from + 1 + a, from + 1 + b]),
  );

/** Whether what stands in single quotes is the line itself, as some write it, and not what it reports. */
const isOwnSpeech = (text: string, [from]: Span): boolean =>
  !/["“«„]/u.test(text) && /(?:^|[.!?…*]\s|\n)[\s*_]*$/u.test(text.slice(0, from));

/**
 * What a text says in the words of somebody else: single quotes, and quotes within quotes. Double quotes alone are
 * how roleplay marks a speaker's own words.
 */
const innerQuotes = (text: string): Span[] => [
  ...[...spansOf(text, straight()), ...spansOf(text, curly())].filter((span) => !isOwnSpeech(text, span)),
  ...nested(text),
];

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Names that are words of everyday English as well, lower case. */
const ordinaryNames = list(`
  ace amber angel april archer art ash aspen august autumn baker bard baron bay bear bill bishop blue boss
  brandy brook buck bud butler captain carol chance charity chase chef chip christian cook coral count daisy
  dawn dean doc doctor don drake duke earl earnest eagle ember eve faith fawn felicity fern fisher forest fox
  ginger grace grant gray grey guard guy harmony hazel heather honey honor hope host hunter innkeeper iron
  ivory ivy jade jasmine jewel joy judge june justice keeper king kit knight lane lark lily major maid mark
  mason master max may mercy merchant miles mist narrator noble norm nurse olive opal owl page pat pearl penny
  pony porter priest prince princess professor prudence queen rain ranger raven red reed reef rich river robin
  rock rose ruby rue rusty sage savage scarlet scout serenity sergeant shadow shepherd silver skip sky snow
  soldier sorrel spike spring star stone storm stranger sue summer sunny tailor teacher temple thorn tiger
  trinity trip trooper velvet violet virtue walker warden ward warren waters wade west will willow winter
  witch wizard wolf wren young
`);

/** Words of a name that are no name by themselves, lower case and without a full stop. */
const titles = list(`
  the a an of from and mr mrs ms miss mx dr doctor prof professor sir madam madame lady lord saint st king queen
  prince princess duke duchess count countess baron baroness captain commander colonel general major sergeant
  lieutenant officer father mother brother sister aunt uncle grandma grandpa old young big little great master
  mistress judge chef von van der den del della dos das los las bin ibn herr frau monsieur mademoiselle señor señora
  don doña
`);

/** Somebody who may be named. */
export interface Person {
  readonly id: CharacterId;
  readonly name: string;
}

/** Who is named in a text, each once, in the order of being named first. */
export interface Named {
  /** Those who are called, or named where nothing speaks against it. */
  readonly certain: readonly CharacterId[];
  /** Those who are only spoken about, or whose name may be an ordinary word there, or is in somebody else's words. */
  readonly doubtful: readonly CharacterId[];
  /** Those of the doubtful who are taken for named where nobody can be asked. */
  readonly likely: readonly CharacterId[];
}

type Weight = 'certain' | 'likely' | 'unlikely';

/** A form of a name, and whom it means. */
interface Form {
  readonly id: CharacterId;
  readonly form: string;
}

const shortestPart = 3;
const marksOfDirection = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const fold = (text: string): string => text.toLowerCase().replace(/[.,]+$/, '');
const tidy = (text: string): string => text.normalize('NFC').replace(marksOfDirection, '');

/** How many words of a name are somebody's name by themselves. */
const mostWords = 20;
const wordsOf = (name: string): string[] =>
  name
    .split(/[\s,]+/u, mostWords + 1)
    .filter((word) => word !== '')
    .slice(0, mostWords);
const isPart = (word: string): boolean =>
  (word.match(/\p{L}/gu)?.length ?? 0) >= shortestPart && !titles.has(fold(word));

/** Full names, longest first, then single words of them that mean one person alone. */
function formsOf(people: readonly Person[]): Form[] {
  const full = people
    .map(({ id, name }) => ({ id, form: tidy(name).trim() }))
    .filter(({ form }) => form !== '');
  const owners = new Map<string, Set<CharacterId>>();
  for (const { id, form } of full) {
    for (const word of wordsOf(form)) owners.set(fold(word), (owners.get(fold(word)) ?? new Set()).add(id));
  }
  const parts = full.flatMap(({ id, form }) =>
    wordsOf(form)
      .filter((word) => word !== form && isPart(word) && owners.get(fold(word))?.size === 1)
      .map((word) => ({ id, form: word })),
  );
  return [...full.toSorted((a, b) => b.form.length - a.form.length), ...parts];
}

/** Scripts that put no blanks between words. */
const unspaced = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const hasEdge = (character: string): boolean =>
  /[\p{L}\p{N}\p{M}_]/u.test(character) && !new RegExp(`[${unspaced}]`, 'u').test(character);
const honorific = '-(?:san|kun|chan|sama|senpai|sensei|dono)(?!\\p{L})';
const noWordBefore = '(?<![\\p{L}\\p{N}\\p{M}_]|\\p{L}-)';
const noWordAfter = `(?![\\p{L}\\p{N}\\p{M}_\\u200d]|-\\p{L})`;

/** Letters of a name that one pattern holds: that of a whole long one would be more than a regular expression can be. */
const patternLetters = 200;

/** What finds a name as a whole word, in any case: its beginning, and what must follow, one right behind the other. */
function patternsOf(form: string): { readonly first: RegExp; readonly behind: readonly RegExp[] } {
  const letters = [...form.replace(/\s+/gu, ' ')];
  const before = hasEdge(letters[0] ?? '') ? noWordBefore : '';
  const after = hasEdge(letters.at(-1) ?? '') ? `(?:(?=${honorific})|${noWordAfter})` : '(?!\\u200d)';
  const count = Math.ceil(letters.length / patternLetters);
  const pieces = Array.from({ length: count }, (_, at) => {
    const piece = letters.slice(at * patternLetters, (at + 1) * patternLetters).join('');
    const spaces = escapeForRegExp(piece).replace(/ /g, '\\s+');
    return `${at === 0 ? before : ''}${spaces}${at === count - 1 ? after : ''}`;
  });
  const [first = '', ...behind] = pieces;
  return { first: new RegExp(first, 'giu'), behind: behind.map((piece) => new RegExp(piece, 'iuy')) };
}

/** Where a name stands in a text. */
function* placesOf(text: string, form: string): Generator<Span> {
  const { first, behind } = patternsOf(form);
  for (const { index, 0: found } of text.matchAll(first)) {
    let end = index + found.length;
    const isWhole = behind.every((piece) => {
      piece.lastIndex = end;
      const isThere = piece.test(text);
      end = piece.lastIndex;
      return isThere;
    });
    if (isWhole) yield [index, end];
  }
}

const isWithin = ([from, to]: Span, spans: readonly Span[]): boolean =>
  spans.some(([a, b]) => from < b && to > a);

const isOrdinary = (form: string): boolean =>
  wordsOf(form).every((word) => ordinaryNames.has(fold(word)) || titles.has(fold(word)));

/** Written as a name is: with a capital, or in a script without capitals, or as the name itself begins. */
const isCapital = (found: string, form: string): boolean => {
  const [first = ''] = found;
  return first === form[0] || first !== first.toLowerCase() || first === first.toUpperCase();
};

const clauseBefore = (): RegExp =>
  /(?:^|[.!?…,;:—–\n"“”«»„(*@-]|(?<!\p{L})(?:hey|hi|hello|oh|ah|dear|well|and|or|but|so|now|yes|no|please|thanks|my))[\s"'“‘«„*@]*$/iu;
const sentenceBefore = /(?:^|[.!?…\n"“«„*(])[\s"'“‘«„*]*$/u;
const clauseAfter = /^["'”’»*\s]*(?:[,!?:;…—–\n]|\.|$)/u;
const aboutBefore = (): RegExp =>
  /(?<!\p{L})(?:about|of|with|from|like|than|by|without|is|was|are|were|where['’]s|who['’]s)\s+$/iu;
const aboutAfter = (): RegExp =>
  /^(?:['’]s(?!\p{L})|\s+(?:is|was|has|had|said|says|told|tells|did|does|isn['’]t|wasn['’]t|will|would|went|goes|came|knows|knew|died)(?!\p{L}))/iu;

/** What a mention is worth by what stands around it; null where an ordinary word is no name. */
function weigh(text: string, span: Span, form: string, inner: readonly Span[]): Weight | null {
  const [from, to] = span;
  const capital = isCapital(text.slice(from, to), form);
  const ordinary = isOrdinary(form);
  const isTagged = text[from - 1] === '@';
  if (ordinary && !capital && !isTagged) return null;
  if (isWithin(span, inner)) return 'unlikely';
  const before = text.slice(Math.max(0, from - 40), from);
  const after = text.slice(to, to + 40);
  if (isTagged || (clauseBefore().test(before) && clauseAfter.test(after))) return 'certain';
  if (ordinary && sentenceBefore.test(before)) return 'unlikely';
  if (aboutBefore().test(before) || aboutAfter().test(after)) return capital ? 'likely' : 'unlikely';
  return 'certain';
}

interface Mention {
  readonly id: CharacterId;
  readonly at: number;
  readonly weight: Weight;
}

function mentionsIn(source: string, people: readonly Person[]): Mention[] {
  const text = tidy(source);
  const inner = innerQuotes(text);
  const taken: Span[] = [];
  const mentions: Mention[] = [];
  for (const { id, form } of formsOf(people)) {
    for (const span of placesOf(text, form)) {
      if (isWithin(span, taken)) continue;
      taken.push(span);
      const weight = weigh(text, span, form, inner);
      if (weight) mentions.push({ id, at: span[0], weight });
    }
  }
  return mentions.sort((a, b) => a.at - b.at);
}

/** Reads who is named in a text (RP-046, RP-047): by the whole name, or by a word of it that nobody else bears. */
export function namedIn(text: string, people: readonly Person[]): Named {
  const mentions = mentionsIn(text, people);
  const of = (...weights: Weight[]): CharacterId[] => [
    ...new Set(mentions.filter(({ weight }) => weights.includes(weight)).map(({ id }) => id)),
  ];
  const certain = of('certain');
  const unless = (ids: CharacterId[]) => ids.filter((id) => !certain.includes(id));
  return { certain, doubtful: unless(of('likely', 'unlikely')), likely: unless(of('likely')) };
}
