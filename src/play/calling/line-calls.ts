import type { NewEvent } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { Member, Whole } from '../../domain/world/world.ts';
import type { CompletionRequest, ToolCall } from '../../inference/backend.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { CallText, callStop } from '../../tools/call-text.ts';
import { schemaOf } from '../../tools/set/registry.ts';
import { failed, type Tool } from '../../tools/tool.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type Carried, callerOf, carriedOut, eventsOf } from './carrying-out.ts';
import { running } from './running.ts';

interface Made extends Carried {
  readonly call: ToolCall;
  /** Characters of the line that had been said. */
  readonly at: number;
}

const usual = { calls: 4, seconds: 20 };

/** How a line was asked for: which tools it may call and whether by the server's API, its seed, how a text may stand in its prompt. */
export interface LineAsked {
  readonly offered: readonly Tool[];
  readonly isNative: boolean;
  readonly seed: number;
  readonly inPrompt: (text: string) => string;
}

/** The calls that one line makes: found in what its model writes, carried out, and told to it so that it goes on. */
export class LineCalls {
  readonly offered: readonly Tool[];
  readonly #chat: OpenChat;
  readonly #speaker: Member;
  readonly made: Made[] = [];
  readonly #isNative: boolean;
  readonly #seed: number;
  readonly #inPrompt: (text: string) => string;
  #filter: CallText | null;
  /** All that was said, without calls. */
  spoken = '';
  #due: ToolCall[] = [];
  #dueRaw = '';
  /** What the request that is under way has said. */
  #round = '';
  #spent = 0;

  constructor(chat: OpenChat, speaker: Member, { offered, isNative, seed, inPrompt }: LineAsked) {
    this.#chat = chat;
    this.#speaker = speaker;
    this.offered = offered;
    this.#isNative = isNative;
    this.#seed = seed;
    this.#inPrompt = inPrompt;
    this.#filter = offered.length > 0 ? new CallText() : null;
  }

  /** More of what the model writes. Returns what of it is said. */
  take(more: string): string {
    if (this.#due.length > 0) return '';
    const { text, calls } = this.#filter?.take(more) ?? { text: more, calls: [] };
    this.#due.push(
      ...calls.map(({ name, arguments: given }, at) => ({
        ...{ id: `call_${this.made.length + at}`, name, arguments: given },
      })),
    );
    this.#dueRaw = calls[0]?.raw ?? '';
    return this.#say(text);
  }

  /** What was held because it might have been a call, once the reply is over. */
  end(): string {
    return this.#due.length > 0 ? '' : this.#say(this.#filter?.end() ?? '');
  }

  #say(more: string): string {
    const text = this.#round === '' && this.spoken.trim() !== '' ? this.#joined(more) : more;
    this.spoken += text;
    this.#round += text;
    return text;
  }

  /** What goes on behind a call, with one blank between. */
  #joined(more: string): string {
    if (more === '') return '';
    const isApart = /\s$/.test(this.spoken);
    return isApart ? more.replace(/^[ \t]+/, '') : /^\s/.test(more) ? more : ` ${more}`;
  }

  /** A call that the server told apart from the text. */
  native(call: ToolCall): void {
    if (this.offered.length > 0) this.#due.push(call);
  }

  /** Whether calls wait to be carried out. */
  get isDue(): boolean {
    return this.#due.length > 0;
  }

  /** Whoever is to speak because of a call. */
  get triggered(): CharacterId[] {
    return this.made.flatMap(({ outcome: { triggers } }) => (triggers === undefined ? [] : [triggers]));
  }

  /** Carries out what waits, and returns the request with which the line goes on. */
  async goOn(request: CompletionRequest, name: string, signal: AbortSignal): Promise<CompletionRequest> {
    const due = this.#due;
    const results: string[] = [];
    for (const call of due) results.push(await this.#carryOut(call, signal));
    const round = this.#round;
    const raw = this.#dueRaw;
    this.#due = [];
    this.#round = '';
    if (this.#filter) this.#filter = new CallText();
    const maxTokens = Math.max(16, request.maxTokens - estimateTokens(round));
    const { shapes: _, ...rest } = request;
    const shapes = this.spoken.trim() === '' && request.shapes ? { shapes: request.shapes } : {};
    if (request.messages) {
      const said = { role: 'assistant' as const, content: round, calls: due };
      const told = due.map(({ id }, at) => ({
        role: 'tool' as const,
        callId: id,
        content: results[at] ?? '',
      }));
      return { ...rest, ...shapes, maxTokens, messages: [...request.messages, said, ...told] };
    }
    const told = results
      .map((result) => `<tool_response>\n${this.#inPrompt(result)}\n</tool_response>`)
      .join('\n');
    const cue = this.spoken.trim() === '' ? cueOf(request.prompt) : `${name}:`;
    const prompt = `${request.prompt}${round}${raw}${callStop}\n${told}\n${cue}`;
    return { ...rest, ...shapes, maxTokens, prompt };
  }

  async #carryOut(call: ToolCall, signal: AbortSignal): Promise<string> {
    const { calls, seconds } = { ...usual, ...this.#chat.parts.settings.tools };
    const { clock } = this.#chat.parts;
    const left = seconds * 1000 - this.#spent;
    if (this.made.length >= calls)
      return this.#keep(call, failed(`at most ${calls} calls in one line; go on without`));
    if (left <= 0) return this.#keep(call, failed('the time for tools in this line is over; go on without'));
    const began = clock();
    const before = this.events(this.#chat.state.world, []);
    const caller = callerOf(this.#chat, this.#speaker, { seed: this.#seed, before });
    const { tool } = bare(call);
    const about = { by: this.#speaker.id, tool, limitMs: left, signal };
    const ran = await running(this.#chat, about, (any) =>
      carriedOut(this.#chat, caller, { call, among: this.offered, signal: any, isAsked: true }),
    );
    this.#spent += clock() - began;
    const carried = 'done' in ran ? ran.done : { ...bare(call), outcome: ran.given };
    this.made.push({ call, ...carried, at: this.spoken.trimStart().length });
    return carried.outcome.result;
  }

  #keep(call: ToolCall, outcome: Carried['outcome']): string {
    const isMany = this.made.length >= 2 * usual.calls;
    if (!isMany) this.made.push({ call, ...bare(call), outcome, at: this.spoken.trimStart().length });
    return outcome.result;
  }

  /** Whether the model is asked on: not without end. */
  get mayGoOn(): boolean {
    const { calls } = { ...usual, ...this.#chat.parts.settings.tools };
    return this.made.length <= calls;
  }

  /** The events of all calls, in a line for these. */
  events(world: Whole, line: readonly CharacterId[]): NewEvent[] {
    return this.made.flatMap((carried) =>
      eventsOf(this.#chat, world, { caller: this.#speaker, carried, place: { line, at: carried.at } }),
    );
  }

  /** What is sent along so that the model may call: native tools for a chat endpoint, a stop where calls stand in the text. */
  sentWith(request: CompletionRequest): CompletionRequest {
    if (this.offered.length === 0) return request;
    if (!this.#isNative)
      return { ...request, stop: [...request.stop, callStop], calls: callsOf(this.offered) };
    const tools = this.offered.map((one) => ({
      name: one.name,
      description: one.description,
      parameters: schemaOf(one),
    }));
    return { ...request, tools };
  }
}

/** How a call of one of these reads in the text. */
const callsOf = (offered: readonly Tool[]): NonNullable<CompletionRequest['calls']> => ({
  opening: '<tool_call>',
  closing: callStop,
  schema: {
    anyOf: offered.map((one) => ({
      type: 'object',
      properties: { name: { const: one.name }, arguments: schemaOf(one) },
      required: ['name', 'arguments'],
    })),
  },
});

const bare = ({ name, arguments: given }: ToolCall) => ({
  tool: name.slice(0, 64) || 'unknown',
  arguments: given.slice(0, 200),
});

/** The line with which a prompt asks for a reply. */
const cueOf = (prompt: string): string => prompt.slice(prompt.lastIndexOf('\n') + 1);
