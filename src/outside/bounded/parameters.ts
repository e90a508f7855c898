import * as z from 'zod/mini';
import { type Fields, isFields } from '../../domain/json/fields.ts';
import { sanitize } from '../../domain/sanitize.ts';

const most = { depth: 4, fields: 60, choices: 50, text: 16_000, items: 200, about: 200 };
const nameForm = /^(?!__proto__$)[\w.$-]{1,64}$/;

/** A text from outside on one line, free of what acts on terminals, and no longer than this. */
export const oneLine = (text: unknown, length: number): string =>
  typeof text === 'string'
    ? sanitize(text.slice(0, 4 * length).replace(/\s+/g, ' '))
        .trim()
        .slice(0, length)
    : '';

/** A schema of JSON that somebody else wrote, as far as it is plain; what it says beyond that is not checked. Counts the fields. */
class Reader {
  #fields = 0;

  /** The shape of an object; any object where the schema describes none, or too much. */
  object(schema: Fields, depth: number): z.ZodMiniType<Record<string, unknown>> {
    const { properties, required, additionalProperties } = schema;
    const entries = isFields(properties) ? Object.entries(properties) : [];
    const named = entries.filter(([name]) => nameForm.test(name));
    this.#fields += named.length;
    if (depth > most.depth || this.#fields > most.fields) return z.looseObject({});
    const isNeeded = (name: string) => Array.isArray(required) && required.includes(name);
    const shape = Object.fromEntries(
      named.map(([name, field]) => {
        const type = this.#type(field, depth + 1);
        const about = oneLine(isFields(field) ? field.description : '', most.about);
        const whole = isNeeded(name) ? type : z.optional(type);
        return [name, about === '' ? whole : whole.check(z.describe(about))];
      }),
    );
    return additionalProperties === false ? z.object(shape) : z.looseObject(shape);
  }

  #type(schema: unknown, depth: number): z.ZodMiniType {
    if (!isFields(schema) || depth > most.depth) return z.unknown();
    const { type, enum: choices, items } = schema;
    if (Array.isArray(choices)) {
      const words = choices.slice(0, most.choices).flatMap((one) => (oneLine(one, 64) === one ? [one] : []));
      return words.length === choices.length && words.length > 0 ? z.enum(words) : z.unknown();
    }
    if (type === 'string') return z.string().check(z.maxLength(most.text));
    if (type === 'integer') return z.int();
    if (type === 'number') return z.number();
    if (type === 'boolean') return z.boolean();
    if (type === 'array') return z.array(this.#type(items, depth + 1)).check(z.maxLength(most.items));
    return type === 'object' ? this.object(schema, depth + 1) : z.unknown();
  }
}

/** What a tool is given, by a JSON schema that nobody has checked: an object, of bounded size whatever the schema says. */
export const parametersOf = (schema: unknown): z.ZodMiniType<Record<string, unknown>> =>
  new Reader().object(isFields(schema) ? schema : {}, 0);
