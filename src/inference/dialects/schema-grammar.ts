import { gbnfLiteral } from '../../domain/audience/gbnf.ts';

/** A JSON schema, as far as it is read here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const basics = [
  'ws ::= [ \\t\\n]?',
  'string ::= "\\"" ([^"\\\\\\x00-\\x1f] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F]))* "\\""',
  'integer ::= "-"? ("0" | [1-9] [0-9]*)',
  'number ::= integer ("." [0-9]+)? ([eE] [-+]? [0-9]+)?',
  'boolean ::= "true" | "false"',
  'null ::= "null"',
  'array ::= "[" ws (value (ws "," ws value)*)? ws "]"',
  'object ::= "{" ws (string ws ":" ws value (ws "," ws string ws ":" ws value)*)? ws "}"',
  'value ::= string | number | boolean | null | array | object',
];

const ruleOfType: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'null']);

const listOf = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value : []);
const either = (parts: readonly string[]): string => `(${parts.join(' | ')})`;
const literal = (value: unknown): string => gbnfLiteral(JSON.stringify(value));

/**
 * A grammar in GBNF for JSON of a schema, where a server takes grammars alone: properties in their order, optional ones
 * perhaps not there; between two texts where that is asked for. What it does not understand is any JSON; bounds of numbers and lengths are left to the check.
 */
export const grammarOfSchema = (schema: JsonSchema, around = { before: '', behind: '' }): string => {
  const before = around.before === '' ? '' : `${gbnfLiteral(around.before)} `;
  const behind = around.behind === '' ? '' : ` ${gbnfLiteral(around.behind)}`;
  return [`root ::= ${before}ws ${expressionOf(schema)} ws${behind}`, ...basics].join('\n');
};

const expressionOf = (schema: JsonSchema): string => {
  const { const: only, enum: some, anyOf, oneOf, type, items } = schema;
  if (only !== undefined) return literal(only);
  if (Array.isArray(some)) return either(some.map(literal));
  const ways = [...listOf(anyOf), ...listOf(oneOf)];
  if (ways.length > 0) return either(ways.map(expressionOf));
  if (Array.isArray(type)) return either(type.map((one) => expressionOf({ ...schema, type: one })));
  if (type === 'object' && schema.properties) return objectOf(schema);
  if (type === 'array') return arrayOf(Object(items ?? {}));
  return ruleOfType.has(type) ? String(type) : type === 'object' ? 'object' : 'value';
};

const arrayOf = (items: JsonSchema): string => {
  const item = expressionOf(items);
  return `"[" ws (${item} (ws "," ws ${item})*)? ws "]"`;
};

/** Those that must be there stand first, so that a comma before each other one is right. */
const objectOf = ({ properties, required }: JsonSchema): string => {
  const must = new Set(Array.isArray(required) ? required : []);
  const pairs = Object.entries(properties as Record<string, JsonSchema>);
  const pair = ([name, schema]: [string, JsonSchema]) => `${literal(name)} ws ":" ws ${expressionOf(schema)}`;
  const first = pairs.filter(([name]) => must.has(name)).map(pair);
  const others = pairs.filter(([name]) => !must.has(name)).map(pair);
  const comma = 'ws "," ws';
  const head = first.join(` ${comma} `);
  const tail = others.map((one) => `(${comma} ${one})?`).join(' ');
  if (head !== '') return `"{" ws ${head} ${tail} ws "}"`;
  const ways = others.map((one, at) =>
    [one, ...others.slice(at + 1).map((next) => `(${comma} ${next})?`)].join(' '),
  );
  return ways.length === 0 ? '"{" ws "}"' : `"{" ws ${either(ways)}? ws "}"`;
};
