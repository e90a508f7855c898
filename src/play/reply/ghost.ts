import { SottoError } from '../../domain/errors.ts';
import { requirePresent } from '../../domain/world/names.ts';
import type { Member } from '../../domain/world/world.ts';
import type { CompletionEvent } from '../../inference/backend.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type PlannedLine, planLine } from '../planning/plan.ts';
import { cacheOf } from '../planning/warm-up.ts';
import { contextOf } from '../reading/line-event.ts';
import { readReply } from '../reading/streamed.ts';
import { catchUp } from '../terminals/mirror.ts';

const suggestions = 3;
const longestSuggestion = 120;

/** Lines that a model writes for the human, from what the played character perceives; nothing of them is stored or said. */
export interface GhostPlay {
  /**
   * A line for the played character. `hear` gets as much of it as there is, and ends it by giving false; so does `stop`. Resolves
   * to the line, with `/to` before it where it is whispered; rejects with SottoError `looking_on`, `away`, `empty_reply`, or
   * what the server failed with.
   */
  ghostwrite(hear?: (text: string) => boolean): Promise<string>;
  /** Short lines for the played character to choose from, at most three, none of them twice. Rejects as `ghostwrite`. */
  suggest(): Promise<string[]>;
}

/** What a model wrote so far, as the human would type it. */
function asTyped(
  { parts, perspective }: OpenChat,
  speaker: Member,
  { known, answering, lineHead, isThoughtOpen = false, ...planned }: PlannedLine,
  { raw, isWhole }: { readonly raw: string; readonly isWhole: boolean },
): string {
  const about = {
    stage: planned.stage,
    untagged: known.untagged,
    speaker: speaker.id,
    continues: null,
    answered: answering.keepsTo,
  };
  const context = contextOf({ ...about, lineHead, isThoughtOpen }, parts);
  const { text, knownTo } = readReply(raw, { ...context, untagged: 'public' }, !isWhole);
  const to = perspective.known.cast.filter(({ id }) => id !== speaker.id && knownTo.includes(id));
  const names = to.map(({ name }) => name).join(', ');
  return names === '' || text === '' ? text : `/to ${names} ${text}`;
}

interface Ghost {
  readonly hear: (text: string) => boolean;
  readonly abort: AbortController;
  readonly alternative?: number;
  readonly maxTokens?: number;
}

async function write(chat: OpenChat, ghost: Ghost): Promise<string> {
  const { hear, abort, alternative = 0, maxTokens } = ghost;
  const { signal } = abort;
  catchUp(chat);
  const speaker = requirePresent(chat.played);
  const known = await chat.server.open(signal);
  const planned = await planLine(chat, { speaker, maxTokens }, { known, isUrgent: true, signal });
  const { plan, grammar } = planned;
  const request = {
    ...{ prompt: plan.prompt, stop: plan.stop, maxTokens: planned.maxTokens },
    ...(grammar !== null && { shapes: [{ grammar }] }),
    ...(plan.messages && { messages: plan.messages }),
    seed: chat.parts.seedFor(plan.prompt, alternative),
    sampling: chat.parts.settings.sampling,
    cache: cacheOf(chat, speaker),
  };
  let raw = '';
  let end: CompletionEvent | undefined;
  for await (const event of known.backend.complete(request, signal)) {
    end = event;
    if (event.type !== 'delta') continue;
    raw += event.text;
    if (!signal.aborted && !hear(asTyped(chat, speaker, planned, { raw, isWhole: false }))) abort.abort();
  }
  if (end?.type === 'failed') throw new SottoError('server', end.failure.code, end.failure.message);
  return asTyped(chat, speaker, planned, { raw, isWhole: end?.type === 'finished' });
}

const nothingWritten = (): SottoError =>
  new SottoError('server', 'empty_reply', 'the model wrote nothing; try again, or write it yourself');

/** What lets a model write for the human, and what stops that. */
export function ghostOf(chat: OpenChat): { play: GhostPlay; stop: () => void } {
  let under: AbortController | null = null;
  const begin = (): AbortController => {
    under?.abort();
    under = new AbortController();
    return under;
  };
  const play: GhostPlay = {
    async ghostwrite(hear = () => true) {
      const abort = begin();
      const text = await write(chat, { hear, abort });
      if (text === '' && !abort.signal.aborted) throw nothingWritten();
      return text;
    },
    async suggest() {
      const abort = begin();
      const lines = new Set<string>();
      const how = { abort, hear: () => true, maxTokens: longestSuggestion };
      for (let alternative = 0; alternative < suggestions && !abort.signal.aborted; alternative += 1) {
        const text = await write(chat, { ...how, alternative });
        if (text !== '') lines.add(text);
      }
      if (lines.size === 0 && !abort.signal.aborted) throw nothingWritten();
      return [...lines];
    },
  };
  return { play, stop: () => under?.abort() };
}
