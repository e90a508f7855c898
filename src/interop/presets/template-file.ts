import * as z from 'zod';
import { SottoError } from '../../domain/errors.ts';
import { parseJson } from '../parse-json.ts';

const limits = { file: 1024 * 1024, text: 20_000, name: 200 };

/** A text of a template: bounded; null is absent. */
export const text = z.string().max(limits.text).nullish();
/** A switch of a template; null is absent. */
export const flag = z.boolean().nullish();

const document = z.record(z.string(), z.unknown());

const refuse = (kind: string, why: string, cause?: unknown): SottoError =>
  new SottoError(
    'usage',
    'bad_template',
    `the ${kind} template ${why}; export it again from SillyTavern`,
    cause === undefined ? {} : { cause },
  );

/**
 * The fields of one of SillyTavern's template files, by itself or as the part `kind` of an export of all of them.
 * Throws SottoError `bad_template` when it is not JSON, too large, has a field of a wrong type, or none of `proofs`.
 */
export function readTemplateFile<Shape extends z.ZodRawShape>(
  json: string,
  kind: 'instruct' | 'context',
  shape: Shape,
  proofs: readonly (keyof Shape & string)[],
): { fields: z.infer<z.ZodObject<Shape>>; unknown: string[] } {
  if (json.length > limits.file) throw refuse(kind, `is larger than ${limits.file} characters`);
  let value: unknown;
  try {
    value = parseJson(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw refuse(kind, 'is not JSON, or nests too deep', error);
  }
  const whole = document.safeParse(value).data ?? {};
  const own = document.safeParse(whole[kind]).data ?? whole;
  const fields = z.object(shape).safeParse(own);
  if (!fields.success) {
    const [issue] = fields.error.issues;
    throw refuse(kind, `has a wrong value in "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`);
  }
  if (!proofs.some((proof) => typeof own[proof] === 'string')) {
    throw refuse(kind, `has none of the fields ${proofs.join(', ')}`);
  }
  return { fields: fields.data, unknown: Object.keys(own).filter((key) => !Object.hasOwn(shape, key)) };
}

/** A name for a person to read: printable, bounded, never empty. */
export const nameOf = (name: string | null | undefined, otherwise: string): string =>
  (name ?? '').replace(/\p{C}/gu, '').trim().slice(0, limits.name) || otherwise;

/** One line about fields that sotto does not know; none when there are none. */
export function unknownFields(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 10).map((name) => nameOf(name.slice(0, 40), '?'));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return [`not carried over, because sotto does not know them: ${shown.join(', ')}${more}`];
}

const bos = /^(?:<s>|<\|begin_of_text\|>|<bos>|<\|startoftext\|>|<BOS_TOKEN>|<｜begin▁of▁sentence｜>)+/;

/** A text without the token that begins every prompt, which the server adds by itself. */
export const withoutBos = (mark: string): string => mark.replace(bos, '');
