import { isSottoError } from '../domain/errors.ts';
import type { Leaving } from './chat/play-state.ts';
import { pauseOf } from './director/directing.ts';
import { nextSpeakers } from './director/next-speakers.ts';
import { leftUndone } from './jobs/jobs.ts';
import { JobRunner } from './jobs/runner.ts';
import type { OpenChat } from './open/open-chat.ts';
import { WarmUp } from './planning/warm-up.ts';
import type { Play } from './play.ts';
import { askingOf } from './turn/asking.ts';
import { notesOf } from './turn/notes.ts';
import { regenerateWithout } from './turn/regenerating.ts';
import * as turns from './turn/turns.ts';

type Saying =
  | 'ask'
  | 'stopCall'
  | 'direct'
  | 'say'
  | 'reply'
  | 'refine'
  | 'regenerate'
  | 'regenerateKeeping'
  | 'continueReply'
  | 'impersonate'
  | 'goOn';
type Talking = Pick<Play, Saying | 'auto' | 'drafting' | 'stop' | 'close'>;

/** Everything that lets somebody speak, one command after the other, and auto mode in the pauses between them. */
export function talkingOf(chat: OpenChat): Talking {
  const commands = new Commands(chat);
  const asking = askingOf(chat);
  return {
    stopCall: () => asking.play.stopCall(),
    ask: (name, options) => commands.during(() => asking.play.ask(name, options)),
    direct: (name, text) => commands.during(() => notesOf(chat).direct(name, text)),
    async say(text, options) {
      chat.session.drafts('');
      const since = options?.settle ? chat.parts.store.tree.newest(chat.id) : 0;
      await commands.during(() => turns.say(chat, text, options));
      if (options?.settle) await commands.settle(since);
    },
    reply: (by, maxTokens) => commands.during(() => turns.reply(chat, by, maxTokens)),
    refine: (instruction) => commands.during(() => turns.refine(chat, instruction)),
    regenerate: (without) =>
      commands.during(() =>
        without === undefined ? turns.regenerate(chat) : regenerateWithout(chat, without),
      ),
    regenerateKeeping: (message) => commands.during(() => turns.regenerateKeeping(chat, message)),
    continueReply: () => commands.during(() => turns.continueReply(chat)),
    impersonate: (name) => commands.during(() => turns.reply(chat, name)),
    goOn: () => commands.during(() => turns.goOn(chat)),
    auto(seconds) {
      chat.session.auto.switch(pauseOf(chat, seconds));
      commands.pause();
      chat.emit({ type: 'state' });
    },
    drafting: (draft, to) => commands.drafting(draft, to),
    stop() {
      asking.stop();
      commands.stop();
    },
    close(how) {
      asking.stop();
      return commands.close(how);
    },
  };
}

const pauseInTypingMs = 150;

/** The commands of a person that let somebody speak; auto mode goes on in the pauses between them, until it is closed. */
class Commands {
  readonly #chat: OpenChat;
  readonly #warmUp: WarmUp;
  readonly #jobs: JobRunner;
  #settled: Promise<unknown> = Promise.resolve();
  #tellingNext: (() => void) | null = null;
  #toldNext = '';

  constructor(chat: OpenChat) {
    this.#chat = chat;
    this.#warmUp = new WarmUp(chat);
    chat.session.readsAheadBy(this.#warmUp);
    this.#jobs = new JobRunner(chat);
    chat.session.keepsBooksBy(this.#jobs);
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#chat.session.auto.hold();
    const goOn = this.#jobs.hold();
    const done = work();
    this.#settled = Promise.allSettled([this.#settled, done]).then(() => undefined);
    try {
      return await done;
    } finally {
      goOn();
      this.pause();
    }
  }

  /** Waits for the jobs about what was written after a place in the log; says what of it failed. */
  async settle(since: number): Promise<void> {
    for await (const _ of this.#jobs.settle(since));
    const left = leftUndone(this.#chat, since);
    if (left) this.#chat.emit({ type: 'notice', message: left.message });
  }

  /** Begins the pause of auto mode anew, where nothing is said or typed. */
  pause(): void {
    const { session, parts } = this.#chat;
    if (session.generating || session.waiting || session.draft !== '') return;
    session.auto.pause(parts.after, () => void this.#goOn());
  }

  async #goOn(): Promise<void> {
    const why = await this.during(() => turns.goOn(this.#chat)).then(
      (goesOn) => (goesOn ? null : 'no one continues without being asked'),
      (error: unknown) => (isSottoError(error) ? error.message : String(error)),
    );
    if (why === null) return;
    this.#chat.session.auto.switch(null);
    this.#chat.emit({ type: 'notice', message: `auto mode is off: ${why}` });
    this.#chat.emit({ type: 'state' });
  }

  drafting(draft: string | null, to: readonly string[] = []): void {
    const chat = this.#chat;
    const { session } = chat;
    const isBegun = session.draft === '';
    session.drafts(draft ?? '', to);
    if (isBegun) this.#jobs.look();
    if (draft === '') this.pause();
    else session.auto.hold();
    if (session.draft !== '') this.#warmUp.start(session.draft);
    this.#tellingNext?.();
    this.#tellingNext = chat.parts.after(pauseInTypingMs, () => this.#tellNext());
  }

  /**
   * Who would answer is found when typing pauses: it asks the store, which no key waits for. So are jobs that wait for an empty
   * composer, which Enter leaves, too: none of them begins between Enter and the request.
   */
  #tellNext(): void {
    this.#tellingNext = null;
    if (this.#chat.session.draft === '') this.#jobs.look();
    const next = JSON.stringify(nextSpeakers(this.#chat));
    if (next === this.#toldNext) return;
    this.#toldNext = next;
    this.#chat.emit({ type: 'state' });
  }

  stop(): void {
    const { session } = this.#chat;
    session.asking?.abort();
    session.call?.abort.abort();
    this.#jobs.stop();
    (session.waiting ?? session.generating?.abort)?.abort();
    if (session.auto.seconds === null) return;
    session.auto.switch(null);
    this.#chat.emit({ type: 'state' });
  }

  async close({ leaving }: { leaving?: Leaving } = {}): Promise<void> {
    this.#tellingNext?.();
    this.stop();
    this.#warmUp.stop();
    await this.#settled;
    await this.#jobs.close();
    if (leaving) await this.#warmUp.keep(leaving);
    this.#chat.lease.close();
    this.#chat.session.mirror?.close();
    this.#chat.session.attends(null);
  }
}
