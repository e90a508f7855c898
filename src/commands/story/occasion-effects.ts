import { SottoError } from '../../domain/errors.ts';
import type { NamedEffects } from '../../play/story/occasion-acts.ts';

/** The parts of `WHO:OBJECT` and the like, as many as have names here. */
function partsOf(given: string, names: readonly string[]): string[] {
  const parts = given.split(':');
  const all = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(':')];
  if (parts.length >= names.length && all.every((one) => one.trim() !== ''))
    return all.map((one) => one.trim());
  throw new SottoError('usage', 'bad_argument', `"${given}" is not ${names.join(':')}`);
}

type Lists = Readonly<Record<'gives' | 'teaches' | 'relates', readonly string[] | undefined>>;

/** What options say of what an occasion brings about. Throws SottoError `bad_argument`. */
export const effectsIn = ({ gives = [], teaches = [], relates = [] }: Lists): NamedEffects => ({
  gives: gives.map((given) => {
    const [who = '', object = ''] = partsOf(given, ['WHO', 'OBJECT']);
    return { who, object };
  }),
  teaches: teaches.map((given) => {
    const [who = '', about = '', fact = ''] = partsOf(given, ['WHO', 'ABOUT', 'FACT']);
    return { who, about, fact };
  }),
  relates: relates.map((given) => {
    const [from = '', to = '', said = ''] = partsOf(given, ['FROM', 'TO', 'TEXT']);
    return { from, to, text: said };
  }),
});
