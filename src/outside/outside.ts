import { messageOf } from '../domain/errors.ts';
import type { Tool } from '../tools/tool.ts';
import { usualBounds } from './bounded/bounds.ts';
import { oneLine } from './bounded/parameters.ts';
import { Decisions } from './extensions/decisions.ts';
import { extensionTool } from './extensions/extension.ts';
import { extensionsIn, readExtension } from './extensions/found.ts';
import { Program, type ProgramSettings } from './programs/program.ts';

/** Where tools of others come from. */
export interface OutsideOptions {
  readonly programs: Readonly<Record<string, ProgramSettings>>;
  /** The folder of extensions, the file of what was allowed of them, and the script that runs one. */
  readonly folder: string;
  readonly decisions: string;
  readonly runner: string;
  /** Hears in one line each what cannot be used, and why. */
  readonly tell: (line: string) => void;
}

/** The tools of programs and extensions: looked for once, when they are first wanted. */
export class Outside {
  readonly #options: OutsideOptions;
  readonly #programs: readonly Program[];
  #tools: Promise<readonly Tool[]> | undefined;

  constructor(options: OutsideOptions) {
    this.#options = options;
    this.#programs = Object.entries(options.programs).map(([name, settings]) => new Program(name, settings));
  }

  /** All that may be called, programs first. Never rejects: what cannot be used is told of and left out. */
  tools(): Promise<readonly Tool[]> {
    this.#tools ??= this.#find();
    return this.#tools;
  }

  /** Ends what was started. */
  close(): void {
    for (const program of this.#programs) program.close();
  }

  async #find(): Promise<readonly Tool[]> {
    const { folder, tell } = this.#options;
    const ofPrograms = this.#programs.map((program) => program.tools(tell));
    const ofExtensions = extensionsIn(folder).map((name) => this.#extension(name));
    const found = (await Promise.all([...ofPrograms, ...ofExtensions])).flat();
    return found.filter(({ name }, at) => found.findIndex((one) => one.name === name) === at);
  }

  async #extension(name: string): Promise<Tool[]> {
    const { folder, decisions, runner, tell } = this.#options;
    try {
      const found = readExtension(folder, name);
      if (new Decisions(decisions).allows(found))
        return [await extensionTool(runner, found, usualBounds.extension)];
      tell(
        `the extension ${name} is not used: it is not allowed as it is now: see \`sotto tools allow ${name}\``,
      );
    } catch (error) {
      tell(`the extension ${name} cannot be used: ${oneLine(messageOf(error), 200)}`);
    }
    return [];
  }
}
