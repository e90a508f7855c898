import * as z from 'zod/mini';
import { gbnfLiteral } from '../../domain/audience/gbnf.ts';
import type { CacheOwner, Priority } from '../backend.ts';
import { choiceIn, jsonIn } from './answers.ts';
import type { Call } from './ask-model.ts';
import { grammarOfSchema, type JsonSchema } from './schema-grammar.ts';

interface Asked {
  readonly prompt: string;
  /** Most tokens of the answer, thoughts included. */
  readonly maxTokens?: number;
  /** Whose cache it uses, where it continues somebody's own prompt. */
  readonly cache?: CacheOwner;
}

/** A small question with a fixed set of answers, each one line; case does not matter. At most 32 tokens unless told. */
export interface Question extends Asked {
  readonly choices: readonly string[];
}

/** What is to be taken out of a text, as JSON of a schema, whose default counts where no model gives any. At most 512 tokens unless told. */
export interface Extraction<S extends z.core.$ZodDefault = z.core.$ZodDefault> extends Asked {
  readonly schema: S;
  /** Whether somebody waits for it; a job unless told. */
  readonly priority?: Priority;
}

const owner: CacheOwner = { key: 'classifier', castIndex: -1 };

/** How a question is put, and how once more where the answer is none. */
export type Calls<T> = readonly [usual: Call<T>, stricter: Call<T>];

/** The calls for a choice. */
export const callsForChoice = ({
  choices,
  prompt,
  maxTokens = 32,
  cache = owner,
}: Question): Calls<string> => {
  const shapes = [{ grammar: grammarOf(choices) }, { json_schema: { type: 'string', enum: choices } }];
  const read = (reply: string) => choiceIn(reply, choices);
  const wanted = { type: 'choice', choices, maxTokens } as const;
  const call: Call<string> = { prompt, maxTokens, cache, shapes, read, wanted, priority: 'choice' };
  const strictly = `${prompt}\n\nAnswer with one of these and nothing else: ${choices.join(', ')}\n`;
  return [call, { ...call, prompt: strictly }];
};

/** A JSON schema as a server is given it. */
export const jsonSchemaOf = (schema: z.core.$ZodType): JsonSchema => {
  const { $schema: _, default: __, ...json } = z.toJSONSchema(schema);
  return json;
};

/** The prompt with what its answer is to look like. */
export const withSchema = (prompt: string, schema: z.core.$ZodType): string =>
  `${prompt}\n\nAnswer in JSON by this schema: ${JSON.stringify(jsonSchemaOf(schema))}\n`;

/** The calls for JSON of a schema. */
export const callsForJson = <S extends z.core.$ZodType>({
  schema,
  prompt,
  maxTokens = 512,
  cache = owner,
  priority = 'job',
}: Omit<Extraction, 'schema'> & { readonly schema: S }): Calls<z.output<S>> => {
  const json = jsonSchemaOf(schema);
  const read = (reply: string): z.output<S> | undefined => {
    const given = jsonIn(reply);
    return given === undefined ? undefined : z.safeParse(schema, given).data;
  };
  const shapes = [{ json_schema: json }, { grammar: grammarOfSchema(json) }];
  const wanted = { type: 'json', schema: json, maxTokens } as const;
  const call: Call<z.output<S>> = { prompt, maxTokens, cache, priority, shapes, read, wanted };
  const strictly = 'Write the JSON alone, complete and valid by the schema, without any other word.\n';
  return [call, { ...call, prompt: `${prompt}${strictly}` }];
};

/** A grammar in GBNF that allows these texts and no others, with a space before them or without. */
export const grammarOf = (choices: readonly string[]): string =>
  `root ::= " "? (${choices.map(gbnfLiteral).join(' | ')})`;
