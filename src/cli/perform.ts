import { prepareModel } from '../app/models/prepare.ts';
import type { App } from '../app/run/app.ts';
import type { Command } from '../commands/command.ts';
import {
  type Given,
  isFlag,
  isOption,
  isSeveral,
  type Parameter,
  type Parameters,
  type Values,
} from '../commands/parameters.ts';
import { resultsOf } from '../commands/results.ts';
import type { Scope } from '../commands/scope.ts';
import { valuesOf } from '../commands/values.ts';
import { isSottoError, SottoError } from '../domain/errors.ts';
import type { Play } from '../play/play.ts';
import type { Output } from './output.ts';
import { printTalk } from './print-talk.ts';

/** What commander made of a command line: arguments in their order, options by their names. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, Given>>;
}

const dashed = (form: string): string => form.split(' ')[0]?.replace(/^--(?:no-)?/, '') ?? '';
const attribute = (form: string): string =>
  dashed(form).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function optionOf(parameter: Parameter, options: CommandInput['options']): Given {
  const given = options[attribute(parameter.form)];
  if (isFlag(parameter)) return parameter.form.startsWith('--no-') ? given === false : given;
  return typeof given === 'boolean' ? undefined : given;
}

/** `--reply Bob TEXT` leaves the text among the names: the last of them is what was to be said. */
function untangled({ args, options }: CommandInput, parameters: readonly Parameter[]): CommandInput {
  const greedy = parameters.find((one) => isOption(one) && isSeveral(one));
  const taken = greedy && options[attribute(greedy.form)];
  if (args.length > 0 || !greedy || !Array.isArray(taken) || taken.length < 2) return { args, options };
  return { args: taken.slice(-1), options: { ...options, [attribute(greedy.form)]: taken.slice(0, -1) } };
}

const tooMany = (): SottoError => {
  const message = 'too many arguments; put the text in quotes';
  return new SottoError('usage', 'too_many_arguments', message);
};

/** The chat that was named, and the arguments behind it. */
function chatAmong(
  { chat, chatUnless }: Command,
  { args, options }: CommandInput,
): [string | undefined, readonly string[]] {
  if (chatUnless !== undefined && options[chatUnless] === true)
    return [options.chat as string | undefined, args];
  if (chat === 'option') return [options.chat as string | undefined, args];
  if (chat === 'first') return [args[0], args.slice(1)];
  if (chat === undefined || args.length < 2) return [undefined, args];
  if (args.length > 2) throw tooMany();
  return [args[0], args.slice(1)];
}

async function givenIn(
  { parameters }: Command,
  args: readonly string[],
  options: CommandInput['options'],
  app: App,
): Promise<Record<string, Given>> {
  const given: Record<string, Given> = {};
  let at = 0;
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.only === 'screen') continue;
    if (isOption(parameter)) given[name] = optionOf(parameter, options);
    else {
      given[name] = isSeveral(parameter) ? args.slice(at) : args[at];
      at += 1;
    }
    if (parameter.kind.isTyped && given[name] === '-') given[name] = await app.person.input();
  }
  return given;
}

/** Does work of a model that Ctrl+C stops; whether it has. */
async function stoppable(play: Play, work: () => Promise<void>): Promise<boolean> {
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    play.stop();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    await work();
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
  return isInterrupted;
}

/** Runs what writes lines: they are printed as they come, and Ctrl+C keeps what has arrived of them. */
async function talk(app: App, out: Output, play: Play, work: () => Promise<void>): Promise<void> {
  const done = printTalk(app, out, play);
  const isInterrupted = await stoppable(play, work).finally(async () => {
    done();
    await play.close();
  });
  if (isInterrupted)
    throw new SottoError('interrupted', 'interrupted', 'stopped; the text so far is kept as cut short');
}

/** Does what a command is for, so that Ctrl+C stops what can be stopped of it. */
async function carryOut(
  { isTalk, asksModel }: Command,
  app: App,
  {
    out,
    open,
    work,
  }: { readonly out: Output; readonly open: () => Play; readonly work: () => Promise<void> },
): Promise<void> {
  if (isTalk) await talk(app, out, open(), work);
  else if (asksModel) await stoppable(open(), work);
  else await work();
}

/** Prints results as they come; what is wrong with one of several is told and decides the exit code at the end. */
class Printing {
  readonly #command: Command;
  readonly #scope: Scope;
  readonly #out: Output;
  readonly #values: Values<Parameters>;
  readonly #codes = new Set<number>();
  #isEmpty = true;

  constructor(command: Command, scope: Scope, out: Output, values: Values<Parameters>) {
    this.#command = command;
    this.#scope = scope;
    this.#out = out;
    this.#values = values;
  }

  async all(given: unknown): Promise<void> {
    const results = resultsOf(given);
    for (let step = await results.next(); ; step = await results.next()) {
      if (step.done) return this.#end(step.value);
      this.#one(step.value);
    }
  }

  #one(result: unknown): void {
    this.#isEmpty = false;
    if (isSottoError(result)) {
      this.#out.error(result);
      this.#codes.add(result.exitCode);
      return;
    }
    const { json, text, warnings } = this.#command;
    const line = this.#out.isJson ? json?.(result, this.#scope, this.#values) : null;
    if (line) this.#out.result(line, '');
    if (this.#out.isJson) return;
    const said = text?.(result, this.#scope, this.#values) ?? null;
    if (said !== null) this.#out.text(said);
    for (const warning of warnings?.(result) ?? []) this.#out.talk(warning);
  }

  #end(returned: unknown): void {
    const { empty } = this.#command;
    if (this.#isEmpty && empty !== undefined && !this.#out.isJson) this.#out.talk(empty);
    const [code] = this.#codes;
    if (code !== undefined) process.exitCode = this.#codes.size === 1 ? code : 2;
    if (typeof returned === 'number') process.exitCode = returned;
  }
}

/** Does what a command line asks for and prints the results. Rejects with SottoError. */
export async function perform(command: Command, app: App, out: Output, parsed: CommandInput): Promise<void> {
  const { args, options } = untangled(parsed, Object.values(command.parameters));
  const [chat, rest] = chatAmong(command, { args, options });
  const as = command.as === undefined ? undefined : (options.as as string | undefined);
  let opened: Play | undefined;
  const open = () => {
    if (opened) return opened;
    opened = app.play(chat, as);
    if (!command.isTalk) opened.subscribe((event) => event.type === 'notice' && out.talk(event.message));
    return opened;
  };
  const scope: Scope = {
    side: 'script',
    app,
    get play() {
      return open();
    },
    write: (piece) => out.raw(piece),
    draw: (drawn) => out.draw(drawn),
  };
  const given = await givenIn(command, rest, options, app);
  const known = () =>
    command.chat === undefined
      ? []
      : open()
          .state()
          .cast.map(({ name }) => name);
  const values = valuesOf(command.parameters, given, known);
  if ((command.isTalk || command.asksModel) && app.person.canAnswer) await prepareModel(app);
  const work = () => new Printing(command, scope, out, values).all(command.run(scope, values));
  await carryOut(command, app, { out, open, work });
}
