import type { Message } from '../../src/domain/message.ts';
import type { CastMember } from '../../src/play/chat/play-state.ts';
export declare const alice: CastMember;
export declare const bob: CastMember;
export declare const carl: CastMember;
/** A message of Alice's that all perceive, unless it says otherwise. */
export declare const message: (id: string, text: string, more?: Partial<Message>) => Message;
/** What is said at the fair, two whispers among it. */
export declare const scene: Message[];
