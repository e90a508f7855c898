import { SottoError } from '../domain/errors.ts';
import { namesIn } from '../domain/world/names.ts';
import { type Given, isFlag, isOption, isSeveral, type Parameter, type Parameters } from './parameters.ts';

/** The first word of a text and the rest of it. */
export const firstWord = (text: string): [string, string] => {
  const match = /^(\S*)\s*([\s\S]*)$/.exec(text.trim());
  return [match?.[1] ?? '', match?.[2] ?? ''];
};

const takeName = (text: string, known: readonly string[]): [string, string] => {
  const from = text.replace(/^@/, '');
  const [longest] = known
    .filter((name) => from.toLowerCase().startsWith(name.toLowerCase()))
    .filter((name) => /^(?:$|[\s,])/.test(from.slice(name.length)))
    .sort((a, b) => b.length - a.length);
  if (longest !== undefined) return [longest, from.slice(longest.length)];
  const word = /^[^\s,]*/.exec(from)?.[0] ?? '';
  return [word, from.slice(word.length)];
};

/** Names at the start of a text (`Bob, @Carl Smith hello`), the longest known ones first, and the rest. */
export const takeNames = (text: string, known: readonly string[]): { names: string[]; rest: string } => {
  const names: string[] = [];
  let rest = text.trim();
  do {
    const [name, after] = takeName(rest, known);
    if (name !== '') names.push(name);
    rest = after.trimStart();
    if (!rest.startsWith(',') && !rest.startsWith('@')) break;
    rest = rest.replace(/^,\s*/, '');
  } while (rest !== '');
  return { names, rest };
};

/** What a line gives for one parameter, and what is left of it. */
export type Taken = [given: Given, rest: string];

/** What a line gives for a parameter at its beginning; the last one takes all that is left. */
export function take(
  { kind: { extent } }: Parameter,
  line: string,
  known: readonly string[],
  isLast: boolean,
): Taken {
  if (extent === 'rest') return [line, ''];
  if (extent === 'word') return isLast ? [line, ''] : firstWord(line);
  if (extent === 'names') {
    if (isLast) return [namesIn(line.replace(/@/g, ''), known), ''];
    const { names, rest } = takeNames(line, known);
    return [names, rest];
  }
  const [name, rest] = takeName(line, known);
  return isLast && !known.includes(name) ? [line.replace(/^@/, ''), ''] : [name, rest.trimStart()];
}

const aQuotation = /^"([^"]*)"\s*([\s\S]*)$/;
/** A path as it is written for a shell, with its quotes and backslashes. */
const aPath = /^("[^"]*"|'[^']*'|(?:\\.|[^\s\\])+)\s*([\s\S]*)$/;

class Line {
  readonly given: Record<string, Given> = {};
  readonly #options: readonly [string, Parameter][];
  readonly #known: readonly string[];
  rest: string;

  constructor(line: string, options: readonly [string, Parameter][], known: readonly string[]) {
    this.rest = line.trim();
    this.#options = options;
    this.#known = known;
  }

  /** Takes the options at the beginning of what is left. */
  options(usage: string): void {
    while (this.rest.startsWith('--')) {
      const [word, after] = firstWord(this.rest);
      const found = this.#options.find(([, { form }]) => form.split(' ')[0] === word);
      if (!found) throw new SottoError('usage', 'unknown_option', `unknown option ${word}: ${usage}`);
      const [name, parameter] = found;
      const quoted = (parameter.kind.names === 'file' ? aPath : aQuotation).exec(after);
      const [taken, rest] = isFlag(parameter)
        ? [true, after]
        : quoted
          ? [quoted[1], quoted[2] ?? '']
          : take(parameter, after, this.#known, false);
      const before = this.given[name];
      this.given[name] = isSeveral(parameter) ? [...(Array.isArray(before) ? before : []), taken] : taken;
      this.rest = rest;
    }
  }

  /** Takes flags out of the end of what is left, where no text can hold them. */
  flags(): void {
    for (const [name, parameter] of this.#options.filter(([, one]) => isFlag(one))) {
      const words = this.rest.split(/\s+/);
      if (!words.includes(parameter.form)) continue;
      this.given[name] = true;
      this.rest = words.filter((word) => word !== parameter.form).join(' ');
    }
  }

  argument(name: string, parameter: Parameter, isLast: boolean): void {
    if (this.rest === '' || this.given[name] !== undefined) return;
    const own = isLast && parameter.kind.extent !== 'rest' ? this.#beforeOptions() : this.rest;
    const behind = this.rest.slice(own.length).trimStart();
    const [given, left] = take(parameter, own.trimEnd(), this.#known, isLast);
    this.given[name] = given;
    this.rest = [left, behind].filter(Boolean).join(' ');
  }

  /** What is left up to the first option in it. */
  #beforeOptions(): string {
    const words = this.#options.map(([, { form }]) => form.split(' ')[0]);
    const places = [...this.rest.matchAll(/(?<=\s)--\S+/g)].filter(([word]) => words.includes(word));
    return this.rest.slice(0, places[0]?.index);
  }
}

/** Whether a parameter is known by its place: an option that must be given needs no word of its own on the screen. */
export const isPlace = (one: Parameter): boolean => !isOption(one) || one.isRequired;

/**
 * What a line of the screen, behind the name of a command, gives for its parameters: options before, between or behind
 * arguments, but for a text that takes all that is left. `known` are the names of the cast. Throws SottoError
 * `unknown_option`, `too_much`.
 */
export function givenIn(
  line: string,
  parameters: Parameters,
  known: readonly string[],
  usage: string,
): Record<string, Given> {
  const offered = Object.entries(parameters).filter(([, { only }]) => only !== 'script');
  const places = offered.filter(([, one]) => isPlace(one));
  const reading = new Line(
    line,
    offered.filter(([, one]) => isOption(one)),
    known,
  );
  if (!places.some(([, { kind }]) => kind.extent === 'rest')) reading.flags();
  reading.options(usage);
  for (const [at, [name, parameter]] of places.entries()) {
    reading.argument(name, parameter, at === places.length - 1);
    if (parameter.kind.extent !== 'rest') reading.options(usage);
  }
  if (reading.rest !== '')
    throw new SottoError('usage', 'too_much', `unexpected "${reading.rest}": ${usage}`);
  return reading.given;
}
