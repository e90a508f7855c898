import { SottoError } from '../errors.ts';
import type { CharacterId } from '../message.ts';
import { foldName, knownBy, type Member, memberNamed, memberOf, type Stage } from './world.ts';

/** The name that means everyone together: under it one looks on, and nobody can bear it. */
export const directorName = '*';

const longestName = 500;

/** Why nobody new can have a name of this length, as the end of a sentence about it; null when somebody can. */
export const tooLongName = (name: string): string | null =>
  name.length > longestName
    ? `has ${name.length} characters, and a name may have ${longestName} at most; shorten it`
    : null;

/** Names in a sentence: `Alice, Bob or Carl`. */
export const listed = (names: readonly string[], word: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;

/** Names separated by commas. A known one may hold commas itself; it is taken as long as it can be. */
export function namesIn(list: string, known: readonly string[]): string[] {
  const found: string[] = [];
  const longestFirst = [...known].sort((a, b) => b.length - a.length);
  for (let rest = list.trim(); rest !== ''; rest = rest.replace(/^\s*,?\s*/, '')) {
    const name = longestFirst.find((one) => isNext(rest, one)) ?? rest.slice(0, `${rest},`.indexOf(','));
    if (name.trim() !== '') found.push(name.trim());
    rest = rest.slice(Math.max(1, name.length));
  }
  return found;
}

/** Whether another name, taken for names with commas between, would be a list that holds this one. */
export const isListed = (name: string, other: string): boolean =>
  other.includes(',') && other.split(',').map(foldName).includes(foldName(name));

const isNext = (text: string, name: string): boolean =>
  foldName(text.slice(0, name.length)) === foldName(name) && /^\s*(?:,|$)/.test(text.slice(name.length));

/** Names of those of the cast whom a viewer knows of, in a sentence: `Alice, Bob or Carl`. */
export const castList = (stage: Pick<Stage, 'cast'>, viewer: CharacterId | 'everyone'): string =>
  listed(
    knownBy(stage, viewer).map(({ name }) => name),
    'or',
  );

/**
 * The member of this name or id, whether or not the viewer knows of it: whom the human plays, lets speak or sends away
 * is their own business. Throws SottoError `unknown_name` with the names that the viewer knows.
 */
export function requireMember(
  stage: Pick<Stage, 'cast'>,
  name: string,
  viewer: CharacterId | 'everyone',
): Member {
  const member = memberNamed(stage, name) ?? memberOf(stage, name);
  if (member) return member;
  throw new SottoError(
    'not_found',
    'unknown_name',
    `nobody here is called "${name}"; there is ${castList(stage, viewer)}`,
  );
}

/** Why somebody who is away cannot speak. */
export const absence = ({ name }: Member): { code: string; message: string } => ({
  code: 'absent',
  message: `${name} is away; \`sotto join "${name}"\` brings them in`,
});

/** The member, who is there. Throws SottoError `absent`. */
export function requirePresent(member: Member): Member {
  if (member.present) return member;
  const { code, message } = absence(member);
  throw new SottoError('usage', code, message);
}
