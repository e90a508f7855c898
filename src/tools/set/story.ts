import * as z from 'zod/mini';
import { bounds } from '../../domain/fiction/kinds.ts';
import { failed, tool } from '../tool.ts';

/** What the caller knows of occasions and open threads. */
export const recallStory = tool({
  name: 'recall_story',
  description:
    'Recall which events are planned or were held, and which threads are unresolved, as far as you know.',
  parameters: z.object({}),
  useless: ({ known: { mind } }) =>
    Object.keys(mind.occasions).length + Object.keys(mind.threads).length > 0
      ? null
      : 'there are no occasions and no threads',
  run(_, { known: { mind } }) {
    const occasions = Object.values(mind.occasions).map(
      ({ name, state, gist }) => `${name}: ${state}${gist ? ` — ${gist}` : ''}`,
    );
    const threads = Object.entries(mind.threads).map(
      ([id, { text, state }]) => `thread ${id} (${state}): ${text}`,
    );
    return { result: [...occasions, ...threads].join('\n') };
  },
});

/** Opens and closes threads: what is unresolved. */
export const thread = tool({
  name: 'thread',
  description:
    'Note something that is unresolved (open), or that it is settled (close) or no longer matters (drop).',
  parameters: z.object({
    do: z.enum(['open', 'close', 'drop']),
    text: z
      .optional(z.string().check(z.maxLength(bounds.fact)))
      .check(z.describe('for open: what is unresolved')),
    id: z.optional(z.string()).check(z.describe('for close and drop: which one')),
  }),
  run({ do: what, text = '', id = '' }, { known, who, idFor }) {
    const said = text.trim();
    const change = (payload: { thread: string; text?: string; state: 'open' | 'resolved' | 'dropped' }) => ({
      result: 'Noted.',
      events: [{ kind: 'thread_change' as const, payload: { ...payload, knownTo: [who.id] } }],
    });
    if (what === 'open')
      return said === ''
        ? failed('say what is unresolved')
        : change({ thread: idFor(`thread ${said}`), text: said, state: 'open' });
    const [found, ...others] = Object.keys(known.mind.threads).filter(
      (one) => id !== '' && one.startsWith(id),
    );
    if (found === undefined || others.length > 0) return failed(`there is no thread "${id}"`);
    return change({ thread: found, state: what === 'close' ? 'resolved' : 'dropped' });
  },
});
