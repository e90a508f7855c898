import { bundledCard } from '../../app/cards/cards.ts';
import type { Message } from '../../domain/message.ts';
import { freeTitle, startChat } from '../../play/new-chat.ts';
import { define } from '../command.ts';
import type { TourStep } from '../scope.ts';

const isWhisper = (message: Message | undefined): boolean => (message?.knownTo.length ?? 0) > 0;

/** The scene: somebody is told a secret, somebody else looks, and all of it is taken back. `back` is the chat to return to. */
const stepsOf = (back: string): readonly TourStep[] => [
  {
    says: '1/5 You are Maren. Tell Ansel what Odile must not hear: /to Ansel TEXT. Enter does it.',
    line: '/to Ansel The case she carries is empty. Say nothing.',
    isDone: ({ generating, playing }, last) =>
      playing.name !== 'Maren' ||
      (generating === null && isWhisper(last.at(-2)) && last.at(-1)?.speaker !== playing.id),
  },
  {
    says: '2/5 The line names who heard it. Now look as Odile: F2, or /as Odile. Enter does it.',
    line: '/as Odile',
    isDone: ({ playing }) => playing.name === 'Odile',
  },
  {
    says: '3/5 The whisper is not here, nor in what a model is sent for her. Back to Maren: F2, or Enter.',
    line: '/as Maren',
    isDone: ({ playing }) => playing.name === 'Maren',
  },
  {
    says: '4/5 There it is again. Nothing is final: /undo takes the last thing back. Enter does it.',
    line: '/undo',
    isDone: ({ canRedo }) => canRedo,
  },
  {
    says: '5/5 /redo brings it back, /rewind goes further, /branches shows all. Enter leads back to your chat.',
    line: `/chat ${back}`,
    isDone: () => false,
  },
];

/** `/tour`: a guided scene in a chat of its own. */
export const tour = define({
  name: 'tour',
  group: 'chats',
  summary: 'who knows what, shown in two minutes in a chat of its own; Esc ends it',
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
  only: { side: 'screen', why: 'a script has `sotto demo`' },
});
