import { type Bounds, environmentFor } from '../bounded/bounds.ts';
import { hasGroups, signalGroup } from '../bounded/process-group.ts';
import { OwnGroupTransport } from './own-group.ts';

/** How a program is started. */
export interface ProgramCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Names of variables that it sees beside the usual ones. */
  readonly env: readonly string[];
}

/** A tool as a program lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

/** A program that runs, and what it is asked. Rejects with errors of the protocol, and where it ends, hangs or floods. */
export interface Connection {
  readonly list: () => Promise<readonly ListedTool[]>;
  readonly call: (
    tool: string,
    given: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<{ text: string; isError: boolean }>;
  readonly ended: Promise<void>;
  /** Ends the program: asked first, or at once. */
  readonly end: (how: 'ask' | 'kill') => void;
}

const mostPages = 10;
const mostTools = 200;
/** Bytes of one line of the protocol. */
const mostOfLine = 1024 * 1024;

type Content = { readonly type: string; readonly text?: string };

const textOf = (content: readonly Content[]): string =>
  content.map(({ type, text }) => (type === 'text' ? (text ?? '') : `[${type}]`)).join('\n');

const sdk = () => import('./mcp-sdk.ts');
type Sdk = Awaited<ReturnType<typeof sdk>>;
type Client = InstanceType<Sdk['Client']>;

/** What starts a program: with a group of its own where there are any. */
function transportFor(all: Sdk, { command, args, env }: ProgramCommand) {
  const own = environmentFor(env);
  if (hasGroups)
    return new OwnGroupTransport(all, {
      command,
      args,
      env: { ...all.getDefaultEnvironment(), ...own },
      mostOfLine,
    });
  return new all.StdioClientTransport({
    ...{ command, args: [...args], env: own, stderr: 'ignore', maxBufferSize: mostOfLine },
  });
}

/** Ends what runs behind a transport: where it floods, where it is told to, and at the latest with sotto. */
class Guard {
  readonly #transport: ReturnType<typeof transportFor>;
  #pid: number | null = null;
  #heard = 0;

  constructor(transport: ReturnType<typeof transportFor>, messages: number) {
    this.#transport = transport;
    const hear = () => {
      this.#heard += 1;
      // The transport lets go of what sends a line without end.
      if (this.#heard > messages || transport.pid === null) this.kill('SIGKILL');
      this.watch();
    };
    transport.onmessage = hear;
    transport.onerror = hear;
    process.once('exit', this.last);
  }

  readonly last = (): void => this.kill('SIGKILL');

  /** Keeps in mind what runs, and counts anew. */
  watch(): void {
    this.#pid = this.#transport.pid ?? this.#pid;
  }

  /** From here on another answer is waited for. */
  begin(): void {
    this.#heard = 0;
  }

  kill(signal: NodeJS.Signals): void {
    signalGroup(this.#pid ?? undefined, signal);
  }
}

/** Starts a program and agrees with it on the protocol. Rejects where that fails or takes too long; then nothing of it is left. */
export async function connect(
  program: ProgramCommand,
  { startMs, callMs, messages }: Bounds,
): Promise<Connection> {
  const all = await sdk();
  const { Client, CallToolResultSchema, ListToolsResultSchema } = all;
  const client = new Client({ name: 'sotto', version: '1' });
  const transport = transportFor(all, program);
  const guard = new Guard(transport, messages);
  let over = () => {};
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  client.onclose = () => {
    process.removeListener('exit', guard.last);
    over();
  };
  const end = (how: 'ask' | 'kill') => {
    guard.watch();
    guard.kill(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
    over();
    client.close().catch(() => {});
  };
  const asked = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    guard.begin();
    try {
      return await work();
    } catch (error) {
      // What hangs or answers nonsense once is started anew.
      if (!isAnswer(error) && signal?.aborted !== true) end('kill');
      throw error;
    } finally {
      guard.watch();
    }
  };
  const starting = client.connect(transport, { timeout: startMs });
  guard.watch();
  await asked(() => starting);
  return {
    ...{ ended, end },
    list: () => asked(() => listed(client, { result: ListToolsResultSchema, timeout: startMs })),
    call: (name, given, signal) =>
      asked(async () => {
        const request = { method: 'tools/call' as const, params: { name, arguments: given } };
        const how = { timeout: callMs, ...(signal && { signal }) };
        const { content, isError = false } = await client.request(request, CallToolResultSchema, how);
        return { text: textOf(content), isError };
      }, signal),
  };
}

/** All tools of a program, page by page, up to a bound. */
async function listed(
  client: Client,
  { result, timeout }: { result: Sdk['ListToolsResultSchema']; timeout: number },
): Promise<ListedTool[]> {
  const found: ListedTool[] = [];
  let params: { cursor?: string } = {};
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await client.request({ method: 'tools/list', params }, result, { timeout });
    found.push(...page.tools.slice(0, mostTools));
    if (page.nextCursor === undefined) break;
    params = { cursor: page.nextCursor };
  }
  return found;
}

/** Whether a program itself has refused something: an error in its answer, as the protocol has it. */
const isAnswer = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' && code !== timedOut && code !== closed;
};
const timedOut = -32001;
const closed = -32000;
