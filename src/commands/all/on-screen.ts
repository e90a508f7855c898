import { isSottoError, SottoError } from '../../domain/errors.ts';
import { nearest } from '../../domain/nearest.ts';
import type { Call, Command, Shown } from '../command.ts';
import { importOf } from '../door/importing.ts';
import { givenIn, isPlace } from '../line.ts';
import { resultsOf } from '../results.ts';
import type { ScreenScope } from '../scope.ts';
import { notice, page } from '../shown/show.ts';
import { isMissing, missing, usageOf, valuesOf } from '../values.ts';

/** The name of a command on the screen, without the slash. */
export const screenName = ({ name, screen }: Command): string => screen?.name ?? name;

/** Whether the screen offers it. */
export const isOnScreen = ({ only }: Command): boolean => only?.side !== 'script';

/** What follows a command's name on the screen, for people; empty for nothing. */
export const screenUsage = ({ parameters, screen }: Command): string => screen?.usage ?? usageOf(parameters);

const named = (words: readonly string[], commands: readonly Command[]): [Command, string[]] | null => {
  for (const count of [2, 1]) {
    const called = commands.filter(({ name }) => name === words.slice(0, count).join(' '));
    const command = called.find(isOnScreen);
    if (called.length > 0) return command ? [command, words.slice(count)] : null;
  }
  return null;
};

/** What is given to a command of the command line, as it is written behind its name here. */
const givenHere = ({ parameters }: Command, words: readonly string[]): string[] => {
  const options = Object.values(parameters);
  const dropped = options.filter((one) => isPlace(one) || one.only === 'script').map(({ form }) => form);
  const isDropped = (word: string) => dropped.some((form) => form.split(' ')[0] === word);
  return words.filter((word) => !isDropped(word)).map((word) => word.replace(/^"(.*)"$/, '$1'));
};

/**
 * What is told, with the commands that it names as they are written on the screen: `sotto chats` is /chats. What the
 * command line alone has stays as it is, but for a mere hint to see it.
 */
export const toldHere = (message: string, commands: readonly Command[]): string =>
  message.replace(/(; see )?`(sotto )?([a-z][^`]*)`/g, (whole, see = '', isProgram, line: string) => {
    const found = named(line.match(/"[^"]*"|\S+/g) ?? [], commands);
    if (found === null) return see !== '' && isProgram && line === 'log' ? '' : whole;
    const [command, rest] = found;
    return `${see}/${[screenName(command), ...givenHere(command, rest)].join(' ')}`;
  });

const notHere = ({ name, only }: Command): SottoError => {
  const message = `\`sotto ${name}\` works on the command line only: ${only?.why}`;
  return new SottoError('usage', 'not_on_screen', message);
};

/**
 * The command with the longest name, here or on the command line, that a line without its slash begins with, and what is
 * behind it. Throws SottoError `unknown_command` with the nearest one, `not_on_screen`.
 */
export function commandIn(line: string, commands: readonly Command[]): [Command, string] {
  const words = line.trim().split(/\s+/);
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ').toLowerCase();
    const called = commands.filter((one) => screenName(one) === name || one.name === name);
    const command = called.find(isOnScreen) ?? called[0];
    if (command && !isOnScreen(command)) throw notHere(command);
    if (command) return [command, line.trim().replace(new RegExp(`^(?:\\S+\\s*){${count}}`), '')];
  }
  const [word = ''] = words;
  const near = nearest(word, commands.filter(isOnScreen).map(screenName));
  const remedy = near === null ? '; /help lists all commands' : `: did you mean /${near}?`;
  throw new SottoError('usage', 'unknown_command', `there is no command /${word}${remedy}`);
}

/** Everything that a command gives, in order. */
async function allOf(given: unknown): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const one of resultsOf(given)) all.push(one);
  return all;
}

/** What stands above what a command tells: its name as a heading. */
const titleOf = (command: Command): string => {
  const name = screenName(command);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Results as the command line would print them: one line as a notice, more of them to read. */
function textOf(
  { command, values }: Extract<Call, { command: Command }>,
  results: readonly unknown[],
  scope: ScreenScope,
): Shown {
  const lines = results.flatMap((result) => {
    if (isSottoError(result)) return [result.message];
    const text = command.text?.(result, scope, values) ?? null;
    const warnings = command.warnings?.(result) ?? [];
    return [...(text === null ? [] : text.split('\n')), ...warnings];
  });
  if (lines.length === 0) return results.length === 0 ? notice(command.empty ?? 'the list is empty') : null;
  const [only = ''] = lines;
  return lines.length === 1 ? notice(only) : page(titleOf(command), lines);
}

/** Asks what the command asks first, else does it. Rejects with SottoError. */
export async function makeCall(call: Call, scope: ScreenScope): Promise<Shown> {
  if ('does' in call) return call.does(scope);
  const { command, values, isConfirmed = false } = call;
  const { parameters, screen } = command;
  const again = (more: object, isAnswer = false): Call => ({
    ...{ command, values: { ...values, ...more }, isConfirmed: isAnswer },
  });
  const asked = isConfirmed ? null : ((await screen?.ask?.(scope, values, again)) ?? null);
  if (asked) return asked;
  if (isMissing(parameters, values)) missing(`/${screenName(command)} ${screenUsage(command)}`);
  const results = await allOf(command.run(scope, values));
  return screen?.show ? screen.show(results, scope, values) : textOf(call, results, scope);
}

/** Does what a line such as `/as Bob` asks for; of one that is the path of a file it asks whether to import that. Rejects with SottoError, for an unknown command with the nearest one. */
export async function runLine(
  line: string,
  scope: ScreenScope,
  commands: readonly Command[],
): Promise<Shown> {
  const dropped = importOf(line, scope.app);
  if (dropped) return makeCall(dropped, scope);
  const [command, rest] = commandIn(line.slice(1), commands);
  const { parameters, screen } = command;
  const known = scope.play.state().cast.map(({ name }) => name);
  const usage = `/${screenName(command)} ${screenUsage(command)}`;
  const given = screen?.read?.(rest, scope) ?? givenIn(rest, parameters, known, usage);
  const isNamed = rest.startsWith('--');
  const values = valuesOf(parameters, given, () => known, isNamed ? undefined : usage);
  return makeCall({ command, values }, scope);
}
