// Held by `npm run types` alone: each line under an `@ts-expect-error` must not compile, or the types no longer keep a secret.
import type { ChatId, MessageId } from '../../src/domain/message.ts';
import type { View, Viewer } from '../../src/domain/view.ts';
import type { Member } from '../../src/domain/world/world.ts';
import type { HumanAsKnown } from '../../src/play/chat/human.ts';
import { noteInserts } from '../../src/play/notes/note-inserts.ts';
import type { OpenChat } from '../../src/play/open/open-chat.ts';
import type { AnyPromptInput } from '../../src/prompt/input.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';

type Beside = Omit<AnyPromptInput, 'speaker' | 'view'>;

/** Nobody outside writes the fields of an open chat, whatever their type allows. */
export function fields(chat: OpenChat, other: OpenChat): void {
  // @ts-expect-error who looks through this terminal changes by `lookAs`
  chat.perspective = other.perspective;
  // @ts-expect-error where the head is changes by what is written
  chat.state = other.state;
  // @ts-expect-error what this terminal has read of the chat
  chat.mark = other.mark;
  // @ts-expect-error what is being written here
  chat.session.generating = null;
  // @ts-expect-error what can be stopped
  chat.session.waiting = null;
  // @ts-expect-error what stands in the composer
  chat.session.draft = '';
}

/** RP-083, KT-07: a prompt takes the view of exactly its speaker. */
export function prompts<Bob, Carl>(
  chat: OpenChat,
  beside: Beside,
  [bob, carl]: readonly [Member<Bob>, Member<Carl>],
): void {
  buildPrompt({ ...beside, speaker: bob, view: chat.view(bob.id) });
  // @ts-expect-error the view of everyone together
  buildPrompt({ ...beside, speaker: bob, view: chat.view('everyone') });
  // @ts-expect-error the view of another character
  buildPrompt({ ...beside, speaker: bob, view: chat.view(carl.id) });
  // @ts-expect-error the view of whoever sits at the terminal
  buildPrompt({ ...beside, speaker: bob, view: chat.view() });
  // @ts-expect-error the view of a viewer who may be everyone
  buildPrompt({ ...beside, speaker: bob, view: chat.view(chat.viewer) });
}

/** The same for a speaker whom no type parameter names. */
export function promptsOfMembers(chat: OpenChat, beside: Beside, bob: Member): void {
  buildPrompt({ ...beside, speaker: bob, view: chat.view(bob.id) });
  // @ts-expect-error the view of everyone together
  buildPrompt({ ...beside, speaker: bob, view: chat.view('everyone') });
  // @ts-expect-error the view of whoever sits at the terminal
  buildPrompt({ ...beside, speaker: bob, view: chat.view() });
}

/** HC-46: notes and lore are read for exactly the speaker. */
export function inserts<Bob, Carl>(
  chat: OpenChat,
  human: HumanAsKnown,
  [bob, carl]: readonly [Member<Bob>, Member<Carl>],
): void {
  const trigger = 'normal';
  const telling = { character: null, isExact: false };
  noteInserts(chat.known(bob.id), bob, telling);
  chat.lore.wake(chat, { speaker: bob, known: chat.known(bob.id), human, trigger });
  // @ts-expect-error what another character knows
  noteInserts(chat.known(carl.id), bob, telling);
  // @ts-expect-error what another character knows
  chat.lore.wake(chat, { speaker: bob, known: chat.known(carl.id), human, trigger });
  // @ts-expect-error what everyone knows together
  chat.lore.wake(chat, { speaker: bob, known: chat.known('everyone'), human, trigger });
  // @ts-expect-error what these two know together
  noteInserts(chat.at(chat.state.head).together([bob.id, carl.id]), bob, telling);
}

/** The whole state of a chat is handed on, and read by nobody outside `domain` and `store`. */
export function closed({ state: { world } }: OpenChat): void {
  // @ts-expect-error letters of everybody
  world.letters;
  // @ts-expect-error minds of everybody
  world.state;
}

/** A view is made by the store alone, and is nobody else's. */
export function views<Bob>(chat: OpenChat, bob: Member<Bob>, viewer: Viewer): void {
  const own: View<Bob> = chat.view(bob.id);
  const all: View<'everyone'> = chat.view('everyone');
  // @ts-expect-error one's own view is not that of everyone
  const wider: View<'everyone'> = own;
  // @ts-expect-error a viewer who may be everyone is no character
  const narrower: View<Bob> = chat.view(viewer);
  const shape = {
    viewer,
    last: () => [],
    first: () => [],
    from: () => [],
    find: () => undefined,
    count: () => 0,
  };
  // @ts-expect-error an object of the same shape is no view
  const forged: View<Bob> = shape;
  void [all, wider, narrower, forged];
}

/** Ids of one kind are not taken for those of another. */
export function ids(chat: OpenChat, message: MessageId, id: ChatId): void {
  // @ts-expect-error a message is no character
  chat.view(message);
  // @ts-expect-error a chat is no message
  chat.view('everyone').find(id);
}
