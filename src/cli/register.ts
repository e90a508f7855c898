import { Argument, type Command as CommanderCommand, Option } from 'commander';
import { App } from '../app/run/app.ts';
import { upkeep } from '../app/upkeep.ts';
import type { Command } from '../commands/command.ts';
import { type Given, isOption, onOff, type Parameter } from '../commands/parameters.ts';
import type { Globals } from './globals.ts';
import { outputOf } from './output.ts';
import { perform } from './perform.ts';
import { atTheTerminal } from './person.ts';

/**
 * The options of a command. One that the command above it takes too is read as that one's, wherever it stands: it is meant for
 * this one, or wrong.
 */
function optionsOf(at: CommanderCommand): Record<string, Given> {
  const unknown = at.commands.length > 0 ? at.args.find((one) => /^-(?!\d+$)./.test(one)) : undefined;
  if (unknown !== undefined)
    at.error(`error: unknown option '${unknown}'`, { code: 'commander.unknownOption' });
  const above = at.parent?.parent ? at.parent : null;
  const given = (above?.options ?? []).filter(
    (one) => above?.getOptionValueSource(one.attributeName()) === 'cli',
  );
  const stray = given.find(({ long }) => !at.options.some((own) => own.long === long));
  if (stray) at.error(`error: unknown option '${stray.long}'`, { code: 'commander.unknownOption' });
  const meant = given.map((one) => [one.attributeName(), above?.getOptionValue(one.attributeName())]);
  return { ...at.opts<Record<string, Given>>(), ...Object.fromEntries(meant) };
}

/** What commander calls with the arguments, the options and itself: opens the app, does the work, closes what was opened. */
export const action =
  (command: Command) =>
  async (...received: unknown[]): Promise<void> => {
    const at = received.at(-1) as CommanderCommand;
    const globals = at.optsWithGlobals<Globals>();
    const out = outputOf(globals.json === true);
    const app = new App(globals, atTheTerminal(out));
    try {
      await perform(command, app, out, { args: at.args, options: optionsOf(at) });
      await upkeep(app);
    } catch (error) {
      throw app.explain(error);
    } finally {
      app.close();
    }
  };

function optionFor({ form, summary, kind, isRequired, usual }: Parameter): Option {
  const option = new Option(form, summary);
  // Of `on` and `off` the kind itself tells what is wrong.
  if (kind === onOff) option.argChoices = ['on', 'off'];
  else if (kind.choices) option.choices(kind.choices);
  if (usual !== undefined) option.default(usual);
  return option.makeOptionMandatory(isRequired);
}

function argumentFor({ form, summary, kind }: Parameter): Argument {
  const argument = new Argument(form, summary);
  return kind.choices ? argument.choices(kind.choices) : argument;
}

/** A needed text behind a chat that may be left out is for commander one list of one or two. */
const chatAndText = ({ form }: Parameter): Argument =>
  new Argument(`${form.startsWith('<') ? '<' : '['}chat-and-${form.slice(1, -1)}...${form.at(-1)}`);

function addParameters(at: CommanderCommand, { chat, chatUnless, as, parameters }: Command): void {
  const all = Object.values(parameters).filter(({ only }) => only !== 'screen');
  const places = all.filter((one) => !isOption(one));
  if (chatUnless !== undefined) at.addArgument(new Argument('[chat-or-message]'));
  else if (chat === 'first') at.addArgument(new Argument('[chat]'));
  if (chatUnless !== undefined) at.option('--chat <chat>', `chat, with --${chatUnless}; default the latest`);
  for (const one of chatUnless === undefined ? places : [])
    at.addArgument(chat === 'before text' ? chatAndText(one) : argumentFor(one));
  if (chat === 'option') at.option('--chat <chat>', 'chat; default the latest');
  if (as !== undefined) at.option('--as <name>', as);
  for (const one of all.filter(isOption)) at.addOption(optionFor(one));
}

/** Adds a command to the program, below the one that its first word names where it has two. */
export function register(
  program: CommanderCommand,
  command: Command,
  families: Readonly<Record<string, string>>,
): void {
  const [first = '', second] = command.name.split(' ');
  let parent = program;
  if (second !== undefined) {
    const known = program.commands.find((one) => one.name() === first);
    parent = known ?? program.command(first).description(families[first] ?? '');
    // With commands below it commander would take an address such as -2 for an option; what is one is found by `optionsOf`.
    if (parent.registeredArguments.length > 0) parent.allowUnknownOption();
  }
  const at = parent.command(second ?? first).description(command.summary);
  addParameters(at, command);
  if (command.notes !== undefined) at.addHelpText('after', `\n${command.notes}`);
  at.action(action(command));
}
