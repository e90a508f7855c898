import { SottoError } from '../domain/errors.ts';
import { namesIn } from '../domain/world/names.ts';
import { type Given, isFlag, isOption, isSeveral, type Parameter, type Parameters } from './parameters.ts';

/** What stands for a parameter in an error: `--turns`, or the name of an argument. */
const labelOf = ({ form }: Parameter): string =>
  isOption({ form } as Parameter) ? (form.split(' ')[0] ?? form) : form.replace(/[<[\].>]/g, '');

/** Throws SottoError `missing_argument` with how the command is used. */
export function missing(usage: string): never {
  throw new SottoError('usage', 'missing_argument', `missing argument: ${usage}`);
}

interface Reading {
  readonly known: () => readonly string[];
  readonly usage: string | undefined;
}

function readText(
  parameter: Parameter,
  given: string | readonly string[],
  { known, usage }: Reading,
): unknown {
  const { kind } = parameter;
  const isList = kind.extent === 'names' && typeof given === 'string';
  const read = kind.schema.safeParse(isList ? namesIn(given, known()) : given);
  if (read.success) return read.data;
  const wrong = usage === undefined ? `${labelOf(parameter)} ${String(given)}` : `"${String(given)}"`;
  const how = usage === undefined ? '' : `: ${usage}`;
  throw new SottoError('usage', kind.code, `${wrong} is not ${kind.expected}${how}`);
}

function readOne(parameter: Parameter, given: Given, reading: Reading): unknown {
  if (isFlag(parameter)) return given === true;
  if (typeof given === 'boolean' || given === undefined) {
    return parameter.usual === undefined ? undefined : readText(parameter, parameter.usual, reading);
  }
  if (!isSeveral(parameter)) return readText(parameter, given, reading);
  return [given].flat().map((each) => readText(parameter, each, reading));
}

/**
 * The values of a command's parameters from what was given for them. `known` are names that a list of names may hold.
 * Throws SottoError with the code of the kind that a value is not of, and with `usage`, where one is given, instead of the
 * parameter's name; what is missing is undefined.
 */
export const valuesOf = (
  parameters: Parameters,
  given: Readonly<Record<string, Given>>,
  known: () => readonly string[],
  usage?: string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      readOne(parameter, given[name], { known, usage }),
    ]),
  );

const isNothing = (value: unknown): boolean => value === undefined || String(value) === '';

/** Whether a parameter that is needed has no value. */
export const isMissing = (parameters: Parameters, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(parameters).some(([name, { isRequired }]) => isRequired && isNothing(values[name]));

/** How a command's parameters are written behind its name, for people: `[MESSAGE] TEXT`. */
export const usageOf = (parameters: Parameters): string =>
  Object.values(parameters)
    .filter(({ only }) => only !== 'script')
    .map((parameter) => {
      const form = parameter.isRequired ? parameter.form.replace(/^--\S+ /, '') : parameter.form;
      const upper = form.replace(/<([^>]+)>|\[([^\]]+)\]/g, (_, need, may) =>
        need === undefined ? `[${String(may).toUpperCase()}]` : String(need).toUpperCase(),
      );
      return upper.startsWith('--') ? `[${upper}]` : upper;
    })
    .join(' ');
