import { isSottoError } from '../../src/domain/errors.ts';
import { askClassifier } from '../../src/play/director/asking.ts';
import { retry } from '../../src/play/director/failures.ts';
import { judge } from '../../src/play/director/judging.ts';
import { OpenChat } from '../../src/play/open/open-chat.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Scene } from '../histories.ts';
import { faultyClassifier, type Reaction } from './faulty.ts';

/** A question about a message, from somebody's view or (null) of the message alone, and what becomes of it. */
export interface Questioned {
  readonly type: 'question';
  readonly about: string;
  readonly owner: string | null;
  readonly does: Reaction;
  /** What becomes of it when it is asked again. */
  readonly again: Reaction | null;
}

const choices = ['yes', 'no'];

/** Asks a model about a message, as an interjection is asked for, and again by hand where that failed. */
export async function ask(scene: Scene, { about, owner, does, again }: Questioned): Promise<void> {
  const { id, parts, store } = scene;
  const never = new AbortController().signal;
  const before = store.failures.of(id).length;
  const classifying = (how: Reaction) => ({ ...parts, classifier: async () => faultyClassifier(() => how) });
  const chat = new OpenChat(classifying(does), id, '*');
  const view = chat.view(owner ?? 'everyone');
  const after = view.find(about);
  const heard = owner === null ? [after] : view.last(8);
  const question = { prompt: `${heard.map((one) => one?.text).join('\n')}\n\nYes or no?`, choices };
  const asked = { kind: 'whim', owner, message: about };
  if (owner === null) await askClassifier(chat, question, asked, never);
  else await judge(chat, question, { asked, after }, never);
  const [failed] = store.failures.of(id).slice(before);
  if (!failed || again === null) return;
  const retried = retry(openPlay(classifying(again), id, '*').chat, failed.id);
  await retried.catch((error: unknown) => {
    if (!isSottoError(error)) throw error;
  });
}
