import * as z from 'zod/mini';
import type { ThemeFile } from '../../app/files/theme-files.ts';
import { SottoError } from '../../domain/errors.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { builtIn } from './built-in.ts';
import { styleIn } from './style.ts';
import type { StyleWords, ThemeWords } from './words.ts';

const style = z.string().check(z.refine((text) => styleIn(text, 'all') !== null));
const cast = z.array(style).check(z.minLength(1));
const { cast: _, onDark: __, onLight: ___, ...roles } = builtIn.auto;
const roleShapes = Object.fromEntries(Object.keys(roles).map((role) => [role, z.exactOptional(style)]));

const schema = z.strictObject({
  base: z.exactOptional(z.enum(Object.keys(builtIn))),
  ...roleShapes,
  cast: z.exactOptional(cast),
  cast16: z.exactOptional(cast),
});

const aStyle =
  'bold, dim, italic, underline, inverse and one colour: red, bright-cyan, 0 to 255 or #rrggbb; `on` and another is what it stands on';
const expected = (role: string): string => {
  if (role === 'base') return `one of ${Object.keys(builtIn).join(', ')}`;
  return role.startsWith('cast') ? `a list of styles, each of ${aStyle}` : `a text of ${aStyle}`;
};

const refusal = (path: string, issue: z.core.$ZodIssue | undefined): SottoError => {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const role = unknown ?? String(issue?.path[0] ?? '');
  const why =
    unknown === undefined
      ? `${role} must be ${expected(role)}`
      : `there is no role ${role}; there are base, ${Object.keys(schema.shape).slice(1).join(', ')}`;
  return new SottoError('usage', 'bad_theme', sanitize(`${path}: ${why}`).slice(0, 600));
};

/** What a theme of the human's own says, over the theme that it is based on. Throws SottoError `bad_theme` with file and role. */
export const ownTheme = (file: ThemeFile): ThemeWords => {
  const { data, error } = schema.safeParse(file.table());
  if (data === undefined) throw refusal(file.path, error?.issues[0]);
  const { base = 'auto', ...said } = data as { base?: keyof typeof builtIn } & Partial<StyleWords>;
  const below: ThemeWords = builtIn[base];
  const casts = said.cast === undefined ? {} : { cast16: said.cast16 ?? said.cast };
  const own = { ...said, ...casts };
  return { ...below, ...own, onDark: { ...below.onDark, ...own }, onLight: { ...below.onLight, ...own } };
};
