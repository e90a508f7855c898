import type { NewEvent } from '../../src/domain/events/events.ts';
import type { CharacterId } from '../../src/domain/message.ts';
/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export declare function numbersFrom(seed: number): () => number;
/** A chat as it is played: the first of the cast is the human, the others are a model's replies. */
export declare function played(cast: readonly CharacterId[], count: number): Iterable<NewEvent>;
/** The same chat as a file of another program brings it. */
export declare function imported(cast: readonly CharacterId[], count: number): Iterable<NewEvent>;
/** What is said in such a chat, and to whom. */
export declare const utterances: (cast: readonly CharacterId[], count: number) => {
    text: string;
    knownTo: CharacterId[];
}[];
