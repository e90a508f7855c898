import * as z from 'zod/mini';
import { grammarOf } from '../../domain/audience/gbnf.ts';
import type { CacheOwner, ChatMessage, Priority, Shape } from '../backend.ts';
import { grammarOfSchema, type JsonSchema } from '../dialects/schema-grammar.ts';
import { choiceIn, jsonIn, wholePartOf } from './answers.ts';
import type { Call, Watch } from './ask-model.ts';

interface Asked {
  readonly prompt: string;
  /** Most tokens of the answer, thoughts included. */
  readonly maxTokens?: number;
  /** Whose cache it uses, where it continues somebody's own prompt. */
  readonly cache?: CacheOwner;
  readonly watch?: Watch;
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
  /** Whether the prompt says itself what the answer is to look like: it is put without the schema. */
  readonly isDescribed?: boolean;
  /** Whether an answer that breaks off at its bound counts as far as it is whole. */
  readonly mayBreakOff?: boolean;
  /** What the question stands behind: somebody's own prompt. */
  readonly behind?: Continued;
}

/** A prompt that a question goes on with, the messages that it is at a chat endpoint, and what marks a turn in its text. */
export interface Continued {
  readonly prompt: string;
  readonly messages: readonly ChatMessage[] | null;
  readonly marks: { readonly before: string; readonly after: string };
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
  watch,
}: Question): Calls<string> => {
  const shapes = [{ grammar: grammarOf(choices) }, { json_schema: { type: 'string', enum: choices } }];
  const read = (reply: string) => choiceIn(reply, choices);
  const wanted = { type: 'choice', choices, maxTokens } as const;
  const call: Call<string> = { prompt, maxTokens, cache, shapes, read, wanted, watch, priority: 'choice' };
  const strictly = `${prompt}\n\nAnswer with one of these and nothing else: ${choices.join(', ')}\n`;
  return [call, { ...call, prompt: strictly }];
};

/** A JSON schema as a server is given it. */
export const jsonSchemaOf = (schema: z.core.$ZodType): JsonSchema => {
  const { $schema: _, default: __, ...json } = z.toJSONSchema(schema);
  return json;
};

/** The prompt with what its answer is to look like, unless it says so itself. */
export const withSchema = ({ prompt, schema, isDescribed = false }: Extraction): string =>
  isDescribed
    ? prompt
    : `${prompt}\n\nAnswer in JSON by this schema: ${JSON.stringify(jsonSchemaOf(schema))}\n`;

interface Shaped {
  readonly json: JsonSchema;
  readonly shapes: readonly Shape[];
}

const shaped = new WeakMap<z.core.$ZodType, Shaped>();

/** The same schema is put into the forms that servers take once. */
const shapedBy = (schema: z.core.$ZodType): Shaped => {
  const known = shaped.get(schema);
  if (known) return known;
  const json = jsonSchemaOf(schema);
  const found = { json, shapes: [{ json_schema: json }, { grammar: grammarOfSchema(json) }] };
  shaped.set(schema, found);
  return found;
};

const strictly = 'Write the JSON alone, complete and valid by the schema, without any other word.';

/** The calls for JSON of a schema. */
export const callsForJson = <S extends z.core.$ZodType>({
  schema,
  prompt: question,
  maxTokens = 512,
  cache = owner,
  priority = 'job',
  behind,
  mayBreakOff = false,
  watch,
}: Omit<Extraction, 'schema'> & { readonly schema: S }): Calls<z.output<S>> => {
  const { json, shapes } = shapedBy(schema);
  const read = (reply: string): z.output<S> | undefined => {
    const given = jsonIn(reply) ?? (mayBreakOff ? wholePartOf(reply) : undefined);
    return given === undefined ? undefined : z.safeParse(schema, given).data;
  };
  const put = (more: string) => {
    const asked = question + more;
    if (!behind) return { prompt: asked };
    const { prompt, messages, marks } = behind;
    return {
      prompt: `${prompt}${marks.before}${asked}${marks.after}`,
      settled: prompt.length,
      ...(messages && { messages: [...messages, { role: 'user' as const, content: asked }] }),
    };
  };
  const wanted = { type: 'json', schema: json, maxTokens } as const;
  const call: Call<z.output<S>> = { ...put(''), maxTokens, cache, priority, shapes, read, wanted, watch };
  return [call, { ...call, ...put(`${strictly}\n`) }];
};
