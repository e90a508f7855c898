import { SottoError } from '../../domain/errors.ts';
import type { StoredFailure } from '../../store/failures.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { Perspective } from '../chat/perspective.ts';

/** A question that a model did not answer, as it is told; prompt and raw answer are empty for all but whose prompt it was. */
export interface FailureTold {
  readonly id: string;
  readonly kind: string;
  readonly model: string;
  readonly reason: string;
  readonly prompt: string;
  readonly raw: string;
  readonly at: string;
}

/** What came when it was asked again; the answer is null for all but whose prompt it was. */
export interface Retried {
  readonly id: string;
  readonly kind: string;
  readonly model: string;
  readonly answer: unknown;
}

/** What the classifier left unanswered. */
export interface FailuresPlay {
  /** Those that have no answer yet, oldest first, as far as the played character may know of them; `all` tells everything. */
  failures(how?: { readonly all?: boolean }): FailureTold[];
  /**
   * Asks again; with an answer it is no failure any more. `id` may be the beginning of one. Rejects with SottoError
   * `no_such_failure`, `no_classifier`, `no_answer`.
   */
  retry(id: string, how?: { readonly all?: boolean }): Promise<Retried>;
}

type How = Parameters<FailuresPlay['failures']>[0];

/** What the classifier left unanswered in a chat. */
export const failuresOf = (chat: OpenChat): FailuresPlay => ({
  failures: (how) => openTo(chat, how).map((row) => told(chat, row, how)),
  retry: (id, how) => retry(chat, id, how),
});

const perspectiveFor = (chat: OpenChat, { all = false }: How = {}): Perspective =>
  all ? new Perspective(chat, 'everyone') : chat.perspective;

const openTo = (chat: OpenChat, how: How): StoredFailure[] => {
  const perspective = perspectiveFor(chat, how);
  return chat.parts.store.failures.open(chat.id).filter((row) => perspective.isToldOfQuestion(row));
};

/** Whether prompt and answer are for whoever asks. */
const isOwn = (chat: OpenChat, { owner }: StoredFailure, how: How): boolean => {
  const perspective = perspectiveFor(chat, how);
  return perspective.viewer === 'everyone' || (owner !== null && perspective.owns(owner));
};

const told = (chat: OpenChat, row: StoredFailure, how: How): FailureTold => {
  const { id, kind, model, reason, detail, prompt, raw, at } = row;
  if (!isOwn(chat, row, how)) return { id, kind, model, reason, prompt: '', raw: '', at };
  return { id, kind, model, reason: `${reason}: ${detail}`, prompt, raw, at };
};

function openRow(chat: OpenChat, id: string, how: How): StoredFailure {
  const found = openTo(chat, how).filter((row) => id !== '' && row.id.startsWith(id));
  const [row] = found.filter((one) => one.id === id || found.length === 1);
  if (row) return row;
  const message = `there is no open failure "${id}" in this chat; \`sotto failures\` lists them`;
  throw new SottoError('not_found', 'no_such_failure', message);
}

async function retry(chat: OpenChat, wanted: string, how: How): Promise<Retried> {
  const row = openRow(chat, wanted, how);
  const { id, kind, prompt } = row;
  const classifier = await chat.parts.classifier?.();
  if (!classifier) {
    const message = 'there is no classifier to ask; set one under [backend.classifier]';
    throw new SottoError('usage', 'no_classifier', message);
  }
  const asking = new AbortController();
  chat.session.asks(asking);
  try {
    const { value, model } = await classifier.again(prompt, row.wanted, asking.signal);
    chat.parts.store.failures.answer(id, value);
    return { id, kind, model, answer: isOwn(chat, row, how) ? value : null };
  } finally {
    if (chat.session.asking === asking) chat.session.asks(null);
  }
}
