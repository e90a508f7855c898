import type { BackendFailure, CompletionEvent, CompletionRequest, ToolCall, Usage } from '../backend.ts';
import type { Diagnosis } from '../failure.ts';
import { type Matched, StopMatcher } from './stop.ts';

/** One event of any server's stream, in sotto's words. */
export type StreamEvent =
  | { type: 'progress'; processed: number; total: number; cached: number }
  | ContentEvent
  | { type: 'reasoning'; text: string }
  | ToolCallPiece
  | EndEvent;

/** More of the so-many-th call of a tool; id and name may come once, and the arguments in pieces. */
export interface ToolCallPiece extends ToolCall {
  readonly type: 'tool_call';
  readonly index: number;
}

interface ContentEvent {
  readonly type: 'content';
  readonly text: string;
  readonly promptTokens: number;
  readonly generatedTokens: number;
}

/** The end of a complete reply, with its last text. */
export interface EndEvent {
  readonly type: 'end';
  readonly text: string;
  readonly reason: 'stop' | 'eos' | 'length';
  readonly counts: Counts;
}

/** An error object in mid-stream, or something that is not this protocol (`not_a_server`). */
export interface StreamFault {
  readonly type: 'fault';
  readonly diagnosis: Diagnosis;
}

/** The characters that an event brings: of the text, of a thought, of what a tool is called with; empty for what brings none. */
export const saidIn = (event: StreamEvent): string =>
  event.type === 'progress' ? '' : event.type === 'tool_call' ? event.arguments : event.text;

/** What the server counted. */
export type Counts = Pick<Usage, 'promptTokens' | 'reusedTokens' | 'generatedTokens' | 'model' | 'cost'>;

const largestReply = 2_000_000;
/** What a token may have on average before a reply with more tokens than were asked for is cut. */
const charactersOfToken = 4;
/** What a token may have on average before a reply is cut whatever its server counts. */
const mostOfToken = 16;
const fewTokens = 16;

/** What a reply is held to: the texts that end it, and its most tokens. */
export type ReplyBounds = Pick<CompletionRequest, 'stop' | 'maxTokens'>;

/**
 * Folds a server's stream into a reply: deltas, then one end event with all the text. The deltas joined are
 * the text of the end event. After the end it answers every call with nothing. A server that goes on beyond the most
 * tokens is cut. `now` is in milliseconds.
 */
export class Reply {
  readonly #matcher: StopMatcher;
  readonly #now: () => number;
  readonly #startedAt: number;
  #firstTokenAt: number | null = null;
  #text = '';
  #thought = 0;
  #pieces = 0;
  readonly #maxTokens: number;
  #counts: Counts = { promptTokens: 0, reusedTokens: 0, generatedTokens: 0, model: '' };
  #ended = false;
  readonly #calls = new Map<number, ToolCall>();

  constructor({ stop, maxTokens }: ReplyBounds, now: () => number) {
    this.#matcher = new StopMatcher(stop);
    this.#maxTokens = maxTokens;
    this.#now = now;
    this.#startedAt = now();
  }

  get ended(): boolean {
    return this.#ended;
  }

  accept(event: StreamEvent): CompletionEvent[] {
    if (this.#ended) return [];
    if (event.type === 'progress') {
      this.#counts = { ...this.#counts, promptTokens: event.total, reusedTokens: event.cached };
      return [event];
    }
    if (saidIn(event) !== '') this.#firstTokenAt ??= this.#now();
    if (event.type === 'tool_call') return this.#call(event);
    if (event.type === 'reasoning') {
      const thought = { ...event, text: event.text.slice(0, this.#room) };
      this.#thought += thought.text.length;
      this.#pieces += 1;
      return [thought, ...this.#bounded()];
    }
    if (event.type === 'end') this.#counts = event.counts;
    else {
      const { promptTokens, generatedTokens } = event;
      this.#counts = { ...this.#counts, promptTokens, generatedTokens };
    }
    if (event.text !== '') this.#pieces += 1;
    const matched = this.#matcher.push(event.text.slice(0, this.#room));
    const events = this.#delta(matched.text);
    return [...events, ...this.#afterText(event, matched)];
  }

  #call(piece: ToolCallPiece): CompletionEvent[] {
    const before = this.#calls.get(piece.index) ?? { id: '', name: '', arguments: '' };
    const more = piece.arguments.slice(0, this.#room);
    this.#thought += more.length;
    this.#pieces += 1;
    const [id, name] = [before.id || piece.id, before.name || piece.name];
    this.#calls.set(piece.index, { id, name, arguments: before.arguments + more });
    return this.#bounded();
  }

  fail(failure: BackendFailure): CompletionEvent[] {
    return this.#end(() => ({ type: 'failed', text: this.#text, failure }));
  }

  abort(): CompletionEvent[] {
    return this.#end(() => ({ type: 'aborted', text: this.#text }));
  }

  #afterText(event: ContentEvent | EndEvent, matched: Matched): CompletionEvent[] {
    if (matched.stop !== null) return this.#finish('stop');
    return event.type === 'end' && this.#room > 0 ? this.#finish(event.reason) : this.#bounded();
  }

  get #length(): number {
    return this.#text.length + this.#thought;
  }

  /** Characters that may still come, whatever the server counts. */
  get #room(): number {
    return Math.max(0, mostOfToken * Math.max(fewTokens, this.#maxTokens) - this.#length);
  }

  #bounded(): CompletionEvent[] {
    const isLonger = this.#pieces > this.#maxTokens && this.#length > charactersOfToken * this.#maxTokens;
    if (isLonger || this.#room === 0) return [{ type: 'notice', message: goesOn }, ...this.#finish('length')];
    if (this.#length <= largestReply) return [];
    const message = `the reply passed ${largestReply} characters and was cut; check the server's limits`;
    return this.fail({ code: 'reply_too_large', message });
  }

  #finish(reason: 'stop' | 'eos' | 'length'): CompletionEvent[] {
    const calls = reason === 'length' || this.#ended ? [] : [...this.#calls.values()];
    return [...calls.map((call) => ({ type: 'tool_call' as const, call })), ...this.#finished(reason)];
  }

  #finished(reason: 'stop' | 'eos' | 'length'): CompletionEvent[] {
    return this.#end(() => ({ type: 'finished', text: this.#text, reason, usage: this.#usage() }));
  }

  #usage(): Usage {
    const endedAt = this.#now();
    const firstTokenMs = Math.round((this.#firstTokenAt ?? endedAt) - this.#startedAt);
    return { ...this.#counts, firstTokenMs, totalMs: Math.round(endedAt - this.#startedAt) };
  }

  #delta(text: string): CompletionEvent[] {
    if (text === '') return [];
    this.#text += text;
    return [{ type: 'delta', text }];
  }

  #end(event: () => CompletionEvent): CompletionEvent[] {
    if (this.#ended) return [];
    this.#ended = true;
    return [...this.#delta(this.#matcher.flush()), event()];
  }
}

const goesOn = 'the server ignored the longest reply allowed (prompt.max_tokens); its reply was cut there';
