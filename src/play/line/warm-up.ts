import { type Member, memberOf } from '../../domain/world.ts';
import type { CacheOwner } from '../../inference/backend.ts';
import type { PromptPlan } from '../../prompt/plan.ts';
import type { OpenChat } from '../open-chat.ts';
import { planLine } from './plan.ts';

/** Whose cache at the server a prompt for this speaker uses. */
export const cacheOf = (chat: OpenChat, speaker: Member): CacheOwner => ({
  key: `${chat.id}/${speaker.id}`,
  seat: chat.state.world.cast.findIndex(({ id }) => id === speaker.id),
});

/** The part of a prompt that the next one will begin with: everything up to the last line of the history. */
const settledText = ({ blocks }: PromptPlan): string => {
  const upTo = blocks.findLastIndex(({ zone }) => zone === 'history');
  return blocks
    .slice(0, upTo + 1)
    .map(({ text }) => text)
    .join('');
};

/** Lets the server read the prompt of whoever will probably speak next, while the human types. */
export class WarmUp {
  #abort: AbortController | null = null;
  #last = '';

  /** Begins unless that was done already for this speaker at this point of the chat. */
  start(chat: OpenChat, draft: string): void {
    const { server, parts, generating, state } = chat;
    const { known } = server;
    const { isModel, isMetered } = known?.backend ?? {};
    if (!known || !isModel || isMetered || known.probe?.ok === false) return;
    if (!parts.settings.warmUp || generating || draft.trim() === '') return;
    const likely = chat.standing.next(chat)?.speakers[0]?.id ?? null;
    const speaker = memberOf(state.world, likely);
    if (!speaker) return;
    const about = `${state.head.branch} ${state.head.seq} ${speaker.id}`;
    if (about === this.#last) return;
    this.stop();
    this.#last = about;
    const abort = new AbortController();
    this.#abort = abort;
    void this.#read(chat, speaker, abort.signal);
  }

  /** Ends what is under way at once. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  async #read(chat: OpenChat, speaker: Member, signal: AbortSignal): Promise<void> {
    const { known } = chat.server;
    if (!known) return;
    const planned = await planLine(chat, { speaker }, { known, signal }).catch(() => null);
    if (!planned || signal.aborted) return;
    const { messages } = planned.plan;
    const request = {
      prompt: settledText(planned.plan),
      ...(messages && { messages }),
      stop: [],
      maxTokens: 1,
      seed: 0,
      sampling: {},
      cache: cacheOf(chat, speaker),
    };
    for await (const event of known.backend.complete(request, signal)) {
      if (event.type === 'failed') this.#last = '';
    }
  }
}
