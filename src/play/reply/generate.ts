import { SottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';
import type { CompletionEvent, CompletionRequest } from '../../inference/backend.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { LineCalls } from '../calling/line-calls.ts';
import { whenWritable } from '../lease/when-writable.ts';
import { embedNewest } from '../memory/newest-lines.ts';
import { isStoryMode, withoutAsking } from '../notes/story-mode.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type PlannedLine, planLine } from '../planning/plan.ts';
import { settledLength } from '../planning/settled-length.ts';
import type { WantedLine } from '../planning/wanted-line.ts';
import { cacheOf } from '../planning/warm-up.ts';
import type { KnownBackend } from '../server/known-backend.ts';
import { type KeptLine, tellDetached } from './detached-reply.ts';
import { keepForeign } from './foreign-reply.ts';
import { LineInFlight } from './line-in-flight.ts';
import { yielding } from './yielding.ts';

type End = Extract<CompletionEvent, { type: 'finished' | 'failed' | 'aborted' }>;

/** A line that was written. */
export interface WrittenLine extends KeptLine {
  /** Whether it named itself who is to hear it, rather than keeping to the audience of what it answers. */
  readonly isExplicit: boolean;
  /** Who is to speak because of a tool that it called. */
  readonly triggers: readonly CharacterId[];
}

/**
 * Generates one line and writes it. Resolves to the line, or null when nothing came of it because it was
 * stopped. What arrived before a failure is kept as cut short; the failure is then thrown as SottoError.
 */
export async function generate(
  chat: OpenChat,
  wanted: WantedLine,
  signal: AbortSignal,
): Promise<WrittenLine | null> {
  void embedNewest(chat, chat.view(wanted.speaker.id, wanted.place));
  const known = await chat.server.open(signal);
  let isFresh = false;
  for (;;) {
    const planned = await planLine(chat, wanted, { known, isUrgent: true, signal }).catch((error) => {
      throw asTold(chat, wanted.speaker, error);
    });
    const line = openLine(chat, wanted, { known, planned });
    const calls = new LineCalls(chat, wanted.speaker, {
      ...{ offered: planned.tools, isNative: known.isChat, seed: line.about.origin.seed },
      inPrompt: planned.inPrompt,
    });
    const about = { known, planned, isFresh, following: wanted.following, signal };
    const end = await streamed(chat, line, calls, about);
    const isForeign = end.type === 'failed' && end.failure.code === 'foreign_state';
    if (isForeign && !isFresh) {
      keepForeign(chat, line, end.failure);
      line.drop();
      isFresh = true;
      continue;
    }
    const isTooLarge = end.type === 'failed' && end.failure.code === 'context_exceeded' && end.text === '';
    if (!isTooLarge || !known.learnFrom(end.failure, planned.plan.tokens))
      return finish(chat, line, {
        end: isForeign
          ? { ...end, text: '' }
          : asPlayed(end, planned.known.scenarios[wanted.speaker.id]?.text),
        maxTokens: planned.maxTokens,
        calls,
      });
    line.drop();
  }
}

/** A line as its speaker's way of playing has it: in story mode it does not end by asking what anybody does (HC-38). */
const asPlayed = (end: End, scenario: string | undefined): End =>
  end.type === 'finished' && isStoryMode(scenario) ? { ...end, text: withoutAsking(end.text) } : end;

interface Sending {
  readonly known: KnownBackend;
  readonly planned: PlannedLine;
}

function openLine(chat: OpenChat, wanted: WantedLine, { known, planned }: Sending): LineInFlight {
  const { plan, known: knows, stage, head, newest } = planned;
  const { speaker } = wanted;
  const { message, keepsTo } = planned.answering;
  return new LineInFlight(chat, {
    ...{
      stage,
      untagged: knows.untagged,
      newest,
      speaker,
      place: head,
      head: wanted.head,
      answered: keepsTo,
    },
    isAlternative: wanted.place !== undefined,
    continues: wanted.continues ?? null,
    replaces: wanted.replaces,
    lineHead: planned.lineHead,
    isThoughtOpen: planned.isThoughtOpen === true,
    variables: plan.variables,
    origin: {
      answers: message?.id ?? null,
      backend: known.backend.kind,
      model: known.probe?.model ?? '',
      seed: chat.parts.seedFor(plan.prompt, wanted.alternatives ?? 0),
      windowFrom: plan.windowFrom,
      ...(plan.examplesLeft && { examplesLeft: true as const }),
      ...(plan.sealed && { sealed: plan.sealed }),
      ...(plan.told.length > 0 && { told: plan.told }),
      lettersRead: (knows.letters[speaker.id] ?? []).map(({ id }) => id),
    },
  });
}

/** The request for a planned line. */
const requestFor = (chat: OpenChat, line: LineInFlight, { plan, maxTokens, grammar }: PlannedLine) => ({
  prompt: plan.prompt,
  settled: settledLength(plan),
  ...(grammar !== null && { shapes: [{ grammar }] }),
  ...(plan.messages && { messages: plan.messages }),
  stop: plan.stop,
  maxTokens,
  seed: line.about.origin.seed,
  sampling: chat.parts.settings.sampling,
  cache: cacheOf(chat, line.about.speaker),
});

interface Streaming extends Sending {
  readonly isFresh: boolean;
  readonly following: Member | undefined;
  readonly signal: AbortSignal;
}

/** The line to its end: where its model calls tools, it is told what came of it and goes on. The text is what was said. */
async function streamed(
  chat: OpenChat,
  line: LineInFlight,
  calls: LineCalls,
  about: Streaming,
): Promise<End> {
  const { planned, isFresh, signal } = about;
  let request: CompletionRequest = calls.sentWith({ ...requestFor(chat, line, planned), isFresh });
  await chat.session.readAhead?.give(request.prompt, (progress) => line.reading(progress), signal);
  for (;;) {
    const end = await stream(chat, line, { ...about, calls, request });
    const isWhole = end.type === 'finished' || calls.isDue;
    line.add(calls.end());
    if (planned.tools.length === 0) return end;
    if (!isWhole || !calls.isDue || !calls.mayGoOn || signal.aborted) return { ...end, text: calls.spoken };
    request = await calls.goOn(request, line.about.speaker.name, signal);
    if (signal.aborted) return { type: 'aborted', text: calls.spoken };
  }
}

/** Letters behind a call that are read before its reply is left, for servers that go on past the stop. */
const fewLetters = 64;

async function stream(
  chat: OpenChat,
  line: LineInFlight,
  { known, calls, request, following, signal }: Streaming & { calls: LineCalls; request: CompletionRequest },
): Promise<End> {
  const rest = yielding(chat.parts.clock);
  let isFirst = true;
  let behind = 0;
  for await (const event of known.backend.complete(request, signal)) {
    await rest();
    if (event.type === 'notice') chat.tellOnce(event.message);
    else if (event.type === 'progress') line.reading(event);
    else if (event.type === 'reasoning') line.think(event.text);
    else if (event.type === 'tool_call') calls.native(event.call);
    else if (event.type !== 'delta') return event;
    else if (calls.isDue) {
      behind += event.text.length;
      if (behind > fewLetters) return { type: 'aborted', text: '' };
    } else {
      line.add(calls.take(event.text));
      if (isFirst && following) chat.session.readAhead?.follow(following, line.about.speaker);
      isFirst = false;
    }
  }
  throw new SottoError('failed', 'no_end', "the model server's reply had no end; this is a bug in sotto");
}

async function finish(
  chat: OpenChat,
  line: LineInFlight,
  { end, maxTokens, calls }: { end: End; maxTokens: number; calls: LineCalls },
): Promise<WrittenLine | null> {
  const { speaker } = line.about;
  const failure = end.type === 'failed' ? end.failure : null;
  const reason = failure?.code ?? (end.type === 'aborted' ? 'stopped' : null);
  const text = { raw: end.text, ranOut: end.type === 'finished' && end.reason === 'length' };
  const kept = await line.commit(text, reason, calls);
  const written = kept?.message;
  if (kept?.isDetached) tellDetached(chat, speaker.name, kept);
  if (end.type === 'finished') {
    chat.server.hasReplied();
    if (!written && calls.made.length > 0) return null;
    if (!written) throw await emptyReply(chat, line, end.text);
    const { id, name } = speaker;
    const { continues, origin } = line.about;
    const estimate = Math.min(maxTokens, estimateTokens(written.text.slice(continues?.text.length ?? 0)));
    const usage = chat.perspective.usage(id, { ...end.usage, backend: origin.backend }, estimate);
    if (chat.view().find(written.id)) chat.emit({ type: 'usage', speaker: { id, name }, usage });
  }
  if (!failure) return kept && { ...kept, isExplicit: line.isExplicit(text), triggers: calls.triggered };
  chat.server.doubt(failure.code);
  if (!written) await recordFailure(chat, line, failure);
  throw asTold(chat, speaker, new SottoError('server', failure.code, failure.message));
}

const asTold = ({ perspective, session }: OpenChat, speaker: Member, error: unknown): unknown =>
  perspective.failure(speaker, error, session.generating?.isHidden === true);

async function emptyReply(chat: OpenChat, line: LineInFlight, raw: string): Promise<SottoError> {
  const isHead = line.about.lineHead === 'brought' && raw.trim() !== '' && !line.hasThought;
  const [code, message] = isHead
    ? nothingBehindHead
    : ['empty_reply', line.hasThought ? onlyThought : nothing];
  await recordFailure(chat, line, { code, message });
  return new SottoError('server', code, message);
}

const onlyThought =
  'the model only thought and wrote nothing; try again, or allow longer replies with prompt.max_tokens';
const nothing = 'the model wrote nothing; try again, or raise sampling.temperature';
const nothingBehindHead = [
  'only_head',
  'the model wrote whom it speaks to, but nothing else; try again, or let it mark whispers with tags (privacy.style = "tag")',
] as const;

async function recordFailure(
  chat: OpenChat,
  line: LineInFlight,
  failure: { readonly code: string; readonly message: string },
): Promise<void> {
  if (line.about.continues) return;
  const { code, message } = failure;
  const event: NewEvent = {
    kind: 'reply_failed',
    payload: { speaker: line.about.speaker.id, code, message },
  };
  const write = () => chat.write('sotto', ({ head }) => (head.seq === line.about.place.seq ? [event] : []));
  const written = await whenWritable(chat, write);
  if (written) chat.publish(written);
}
