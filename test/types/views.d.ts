import type { ChatId, MessageId } from '../../src/domain/message.ts';
import type { Viewer } from '../../src/domain/view.ts';
import type { Member, World } from '../../src/domain/world/world.ts';
import type { OpenChat } from '../../src/play/chat/open-chat.ts';
import type { PromptInput } from '../../src/prompt/input.ts';
type Beside = Omit<PromptInput, 'speaker' | 'view'>;
/** Nobody outside writes the fields of an open chat, whatever their type allows. */
export declare function fields(chat: OpenChat, other: OpenChat): void;
/** RP-083, KT-07: a prompt takes the view of exactly its speaker. */
export declare function prompts<Bob, Carl>(chat: OpenChat, beside: Beside, [bob, carl]: readonly [Member<Bob>, Member<Carl>]): void;
/** The same for a speaker whom no type parameter names. */
export declare function promptsOfMembers(chat: OpenChat, beside: Beside, bob: Member): void;
/** HC-46: notes and lore are read for exactly the speaker. */
export declare function inserts<Bob, Carl>(chat: OpenChat, world: World, [bob, carl]: readonly [Member<Bob>, Member<Carl>]): void;
/** A view is made by the store alone, and is nobody else's. */
export declare function views<Bob>(chat: OpenChat, bob: Member<Bob>, viewer: Viewer): void;
/** Ids of one kind are not taken for those of another. */
export declare function ids(chat: OpenChat, message: MessageId, id: ChatId): void;
export {};
