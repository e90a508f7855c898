import type { Message } from '../../domain/message.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { SurfaceFor } from './sieve.ts';

const pageSize = 64;
/** Fewer than any tokenizer makes of a text in letters, so that what is taken for too far back is. */
const lettersPerToken = 6;

/**
 * The seq from which on the history is in the speaker's prompt, 0 for all of it: as its epoch has it, else where a prompt
 * would be full in any case.
 */
export function beginningOfWindow<Who>(chat: OpenChat, { known }: SurfaceFor<Who>): number {
  const { store, settings } = chat.parts;
  const epoch = settings.layout.order === 'cache' ? known.epoch : null;
  const { view } = known;
  const seqOf = ({ id }: Pick<Message, 'id'>) => store.placeOf(id).seq;
  const [first] = view.first(1);
  if (epoch && view.find(epoch.from)) return epoch.from === first?.id ? 0 : seqOf({ id: epoch.from });
  let room = settings.budget.hard * lettersPerToken;
  for (let page = view.last(pageSize); page.length > 0; page = view.last(pageSize, page[0]?.id)) {
    for (const message of [...page].reverse()) {
      room -= message.text.length;
      if (room < 0) return seqOf(message);
    }
  }
  return 0;
}
