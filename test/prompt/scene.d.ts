import type { Message } from '../../src/domain/message.ts';
import { type View } from '../../src/domain/view.ts';
import type { Epoch } from '../../src/domain/world/world.ts';
import type { PromptInput } from '../../src/prompt/input.ts';
export declare const message: (n: number, text: string, over?: Partial<Message>) => Message;
/** A view of these messages; `read` counts how many were asked for. */
export declare function viewOf(messages: readonly Message[]): View & {
    read: number;
};
/** A prompt for Maren from these messages. */
export declare const input: (messages: readonly Message[], over?: Partial<PromptInput>) => PromptInput;
/** An epoch that began at the `n`-th message, with these pins. */
export declare const epochAt: (n: number, pins?: readonly string[]) => Epoch;
