import { isSottoError, SottoError } from '../../domain/errors.ts';
import { failed, type Outcome, type Tool } from '../../tools/tool.ts';
import { type Bounds, cleanResult, mostOfDescription, usualBounds } from '../bounded/bounds.ts';
import { oneLine, parametersOf } from '../bounded/parameters.ts';
import { type Connection, connect, type ListedTool, type ProgramCommand } from './connection.ts';

/** A program of the settings: how it is started, and which of its tools may be called. */
export interface ProgramSettings extends ProgramCommand {
  readonly allow: readonly string[];
}

/** How often one is started in one run of sotto. */
const mostStarts = 3;
const mostOfWhy = 200;

const whyOf = (error: unknown): string => {
  const { code, message } = Object(error);
  if (code === 'ENOENT') return 'there is no such command';
  if (code === 'EACCES') return 'it may not be run';
  if (code === -32001) return 'it did not answer in time';
  if (code === -32000) return 'it ended or broke the protocol';
  return oneLine(message, mostOfWhy) || 'it broke the protocol';
};

/** A program that offers tools over the Model Context Protocol: started when it is first needed, and anew where it has ended. */
export class Program {
  readonly #name: string;
  readonly #settings: ProgramSettings;
  readonly #bounds: Bounds;
  #open: Promise<Connection> | undefined;
  #starts = 0;
  #isClosed = false;

  constructor(name: string, settings: ProgramSettings, bounds: Bounds = usualBounds.program) {
    this.#name = name;
    this.#settings = settings;
    this.#bounds = bounds;
  }

  /** Its allowed tools, in the order of the settings; `tell` hears in one line each what is wrong. Never rejects. */
  async tools(tell: (line: string) => void): Promise<Tool[]> {
    const { allow } = this.#settings;
    if (allow.length === 0) return [];
    try {
      const listed = await (await this.#connection()).list();
      return allow.flatMap((name) => {
        const found = listed.find((one) => one.name === name);
        if (!found)
          tell(
            `${this.#name} has no tool "${oneLine(name, 64)}": correct allow under [tools.mcp.${this.#name}]`,
          );
        return found ? [this.#toolOf(found)] : [];
      });
    } catch (error) {
      tell(`the tools of ${this.#name} cannot be used: ${whyOf(error)}: check [tools.mcp.${this.#name}]`);
      return [];
    }
  }

  /** Ends it; it is not started again. */
  close(): void {
    this.#isClosed = true;
    this.#open?.then(({ end }) => end('ask')).catch(() => {});
  }

  #connection(): Promise<Connection> {
    if (this.#open) return this.#open;
    if (this.#isClosed || this.#starts >= mostStarts) {
      const message = `${this.#name} has ended or hung too often, and is not restarted until sotto is`;
      return Promise.reject(new SottoError('server', 'program_gone', message));
    }
    this.#starts += 1;
    const opening = connect(this.#settings, this.#bounds);
    const forget = () => {
      if (this.#open === opening) this.#open = undefined;
    };
    this.#open = opening;
    opening.then(({ ended }) => ended.then(forget)).catch(forget);
    return opening;
  }

  #toolOf({ name, description, inputSchema }: ListedTool): Tool {
    return {
      name: `${this.#name}_${name}`.replace(/[^\w-]/g, '_').slice(0, 64),
      description: oneLine(description, mostOfDescription) || name,
      parameters: parametersOf(inputSchema),
      confirm: 'chat',
      run: (given, _, signal) => this.#call(name, given as Record<string, unknown>, signal),
    };
  }

  async #call(name: string, given: Record<string, unknown>, signal?: AbortSignal): Promise<Outcome> {
    try {
      const { text, isError } = await (await this.#connection()).call(name, given, signal);
      const result = cleanResult(text, this.#bounds.result);
      return isError ? failed(result) : { result };
    } catch (error) {
      if (isSottoError(error)) return failed(error.message);
      return failed(`${this.#name} did not answer: ${whyOf(error)}`);
    }
  }
}
