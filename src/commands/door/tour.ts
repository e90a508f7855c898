import { bundledCard } from '../../app/cards/cards.ts';
import type { Message } from '../../domain/message.ts';
import { freeTitle, startChat } from '../../play/new-chat.ts';
import { define } from '../command.ts';
import type { TourStep } from '../scope.ts';

const isWhisper = (message: Message | undefined): boolean => (message?.knownTo.length ?? 0) > 0;

/** The scene: somebody is told a secret, somebody else looks, and all of it is taken back. `back` is the chat to return to. */
const stepsOf = (back: string): readonly TourStep[] => [
  {
    says: '1/5 You are Maren. Tell Ansel something Odile must not hear: /to Ansel TEXT. Press Enter.',
    line: '/to Ansel The case she carries is empty. Say nothing.',
    isDone: ({ generating, playing }, last) =>
      playing.name !== 'Maren' ||
      (generating === null && isWhisper(last.at(-2)) && last.at(-1)?.speaker !== playing.id),
  },
  {
    says: '2/5 The message says who heard it. Now look as Odile: F2, or /as Odile. Press Enter.',
    line: '/as Odile',
    isDone: ({ playing }) => playing.name === 'Odile',
  },
  {
    says: '3/5 The whisper is not here, nor in what a model is sent for her. Back to Maren: F2, or Enter.',
    line: '/as Maren',
    isDone: ({ playing }) => playing.name === 'Maren',
  },
  {
    says: '4/5 There it is again. Nothing is final: /undo undoes the last thing. Press Enter.',
    line: '/undo',
    isDone: ({ canRedo }) => canRedo,
  },
  {
    says: '5/5 /redo restores it, /rewind goes further, /branches shows everything. Enter returns to your chat.',
    line: `/chat ${back}`,
    isDone: () => false,
  },
];

/** `/tour`: a guided scene in a chat of its own. */
export const tour = define({
  name: 'tour',
  group: 'chats',
  synonyms: ['tutorial', 'guide'],
  summary: 'take a two-minute tour of who knows what, in a chat of its own; Esc ends it',
  parameters: {},
  run({ app }) {
    const title = freeTitle(app.store, 'The tour');
    return startChat(app.newChatParts, { cards: [bundledCard(app)], title, as: 'Maren' });
  },
  screen: {
    show([id = ''], { play, open }) {
      open(id, { tour: stepsOf(play.state().chat.id) });
      return null;
    },
  },
  only: { side: 'screen', why: 'a script uses `sotto demo`' },
});
