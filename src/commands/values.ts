import { SottoError } from '../domain/errors.ts';
import { namesIn } from '../domain/world/names.ts';
import { type Given, isFlag, isOption, isSeveral, type Parameter, type Parameters } from './parameters.ts';

/** What stands for a parameter in an error: `--turns`, or the name of an argument. */
const labelOf = ({ form }: Parameter): string =>
  isOption({ form } as Parameter) ? (form.split(' ')[0] ?? form) : form.replace(/[<[\].>]/g, '');

/** Throws SottoError `missing_argument` with how the command is used. */
export function missing(usage: string): never {
  throw new SottoError('usage', 'missing_argument', `something is missing: ${usage}`);
}

function readText(
  parameter: Parameter,
  given: string | readonly string[],
  known: () => readonly string[],
): unknown {
  const { kind } = parameter;
  const isList = kind.extent === 'names' && typeof given === 'string';
  const read = kind.schema.safeParse(isList ? namesIn(given, known()) : given);
  if (read.success) return read.data;
  throw new SottoError('usage', kind.code, `${labelOf(parameter)} ${String(given)} is not ${kind.expected}`);
}

function readOne(parameter: Parameter, given: Given, known: () => readonly string[]): unknown {
  if (isFlag(parameter)) return given === true;
  if (typeof given === 'boolean' || given === undefined) {
    return parameter.usual === undefined ? undefined : readText(parameter, parameter.usual, known);
  }
  if (!isSeveral(parameter)) return readText(parameter, given, known);
  return [given].flat().map((each) => readText(parameter, each, known));
}

/**
 * The values of a command's parameters from what was given for them. `known` are names that a list of names may hold.
 * Throws SottoError with the code of the kind that a value is not of; what is missing is undefined.
 */
export const valuesOf = (
  parameters: Parameters,
  given: Readonly<Record<string, Given>>,
  known: () => readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, readOne(parameter, given[name], known)]),
  );

/** Whether a parameter that is needed has no value. */
export const isMissing = (parameters: Parameters, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(parameters).some(
    ([name, { isRequired }]) => isRequired && (values[name] === undefined || values[name] === ''),
  );

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
