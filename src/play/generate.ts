import { SottoError } from '../domain/errors.ts';
import type { NewEvent } from '../domain/events.ts';
import type { Message } from '../domain/message.ts';
import type { CompletionEvent, CompletionRequest } from '../inference/backend.ts';
import { LineInFlight } from './line-in-flight.ts';
import type { KnownBackend, OpenChat } from './open-chat.ts';
import { planLine, type WantedLine } from './plan.ts';

type End = Extract<CompletionEvent, { type: 'finished' | 'failed' | 'aborted' }>;

/** What a generation is for, and how many alternatives to it there are already (for the seed). */
export interface Generation extends WantedLine {
  readonly alternatives?: number;
}

/** What a line answers: the last that its speaker has perceived before it; null for nothing. */
export const answeredBy = (chat: OpenChat, { speaker, place, continues }: Generation): Message | null =>
  chat.view(speaker.id, place).last(1, continues?.id)[0] ?? null;

/**
 * Generates one line and writes it. Resolves to the message, or null when nothing came of it because it was
 * stopped. What arrived before a failure is kept as cut short; the failure is then thrown as SottoError.
 */
export async function generate(
  chat: OpenChat,
  wanted: Generation,
  signal: AbortSignal,
): Promise<Message | null> {
  const known = await chat.backend(signal);
  return stream(chat, wanted, { known, signal });
}

async function stream(
  chat: OpenChat,
  wanted: Generation,
  { known, signal }: { known: KnownBackend; signal: AbortSignal },
): Promise<Message | null> {
  const { plan, world, head } = planLine(chat, wanted);
  const { settings, seedFor } = chat.parts;
  const seed = seedFor(`${plan.prompt}\n${wanted.alternatives ?? 0}`);
  const before = answeredBy(chat, wanted);
  const line = new LineInFlight(chat, {
    world,
    place: head,
    isAlternative: wanted.place !== undefined,
    speaker: wanted.speaker,
    continues: wanted.continues ?? null,
    answered: before,
    origin: {
      answers: before?.id ?? null,
      backend: known.backend.kind,
      model: known.probe?.model ?? '',
      seed,
      windowFrom: plan.windowFrom,
    },
  });
  const maxTokens = wanted.maxTokens ?? settings.maxTokens;
  const request: CompletionRequest = {
    prompt: plan.prompt,
    stop: plan.stop,
    maxTokens,
    seed,
    sampling: settings.sampling,
  };
  for await (const event of known.backend.complete(request, signal)) {
    if (event.type === 'delta') line.add(event.text);
    else if (event.type !== 'progress' && event.type !== 'notice') return finish(chat, line, event);
  }
  throw new SottoError('failed', 'no_end', 'the model server ended without an end; this is a bug of sotto');
}

function finish(chat: OpenChat, line: LineInFlight, end: End): Message | null {
  const { speaker } = line.about;
  const failure = end.type === 'failed' ? end.failure : null;
  const reason = failure?.code ?? (end.type === 'aborted' ? 'stopped' : null);
  const written = line.commit(end.text, reason);
  if (end.type === 'finished') {
    if (!written) throw emptyReply(chat, line);
    const usage = { ...end.usage, backend: line.about.origin.backend };
    if (chat.view().find(written.id)) chat.emit({ type: 'usage', speaker, usage });
  }
  if (!failure) return written;
  if (!written) recordFailure(chat, line, failure);
  throw new SottoError('server', failure.code, failure.message);
}

function emptyReply(chat: OpenChat, line: LineInFlight): SottoError {
  const message = 'the model wrote nothing; try again, or raise sampling.temperature';
  recordFailure(chat, line, { code: 'empty_reply', message });
  return new SottoError('server', 'empty_reply', message);
}

function recordFailure(chat: OpenChat, line: LineInFlight, failure: { code: string; message: string }): void {
  if (line.about.continues) return;
  const { code, message } = failure;
  const event: NewEvent = {
    kind: 'reply_failed',
    payload: { speaker: line.about.speaker.id, code, message },
  };
  chat.record('sotto', ({ head }) => (head.seq === line.about.place.seq ? [event] : []));
}
