import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Outcome } from '../../domain/events/outcome.ts';
import type { CharacterId, MessageId } from '../../domain/message.ts';
import type { ModelFailure } from '../../inference/questions/ask-model.ts';
import type { OpenChat } from '../open/open-chat.ts';

/** What a classifier is asked about: the kind of question, whose prompt alone it is made of, after which message. */
export interface AskedAbout {
  readonly kind: string;
  /** Null where all who perceive the message know what it is made of. */
  readonly owner: CharacterId | null;
  readonly message: MessageId | null;
  /** What its answer is the outcome of; absent = it stands with no turn. */
  readonly outcome?: Outcome;
  /** The job that asks. */
  readonly job?: string;
}

/** Stops a question for which nobody waits any longer; its model has failed then. */
export const tooLate = (): SottoError =>
  new SottoError('server', 'too_late', 'the classifier did not answer in time');

/** Whether a question was stopped by that. */
export const isTooLate = (why: unknown): boolean => isSottoError(why) && why.code === 'too_late';

const triesAgainAfterMs = 100;

/** Keeps what goes wrong with one question (RP-031). */
export class FailureRecord {
  readonly #chat: OpenChat;
  readonly #about: AskedAbout;
  readonly #question: Pick<ModelFailure, 'prompt' | 'wanted'>;
  #isTold = false;

  constructor(chat: OpenChat, about: AskedAbout, question: Pick<ModelFailure, 'prompt' | 'wanted'>) {
    this.#chat = chat;
    this.#about = about;
    this.#question = question;
  }

  /** Whether anything went wrong so far. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Keeps that a model failed; as soon as the store can be written. */
  readonly add = (failure: ModelFailure): void => {
    this.#isTold = true;
    const { parts, id: chat } = this.#chat;
    const { kind, owner, message, outcome = null, job = null } = this.#about;
    const at = parts.now();
    const row = { ...failure, chat, kind, owner, message, outcome, job, at };
    // Of what whoever is told of it knows, and of nothing that its prompt holds.
    const about = ['failure', chat, kind, owner, message, failure.model, at];
    const idOf = (attempt: number) => parts.idFor(JSON.stringify([...about, attempt]));
    const keep = (): void => {
      const isKept = parts.store.attempt(() => parts.store.failures.add(row, idOf));
      if (!isKept) parts.after(triesAgainAfterMs, keep);
    };
    keep();
  };

  /** Keeps why there is no answer where no model has told of it. */
  otherwise(why: unknown): void {
    if (this.#isTold || (isSottoError(why) && why.code === 'interrupted')) return;
    const reason = isTooLate(why) ? 'hang' : 'error';
    const detail = isSottoError(why) ? why.message : 'it failed';
    this.add({ ...this.#question, model: '', reason, detail, raw: '' });
  }
}
