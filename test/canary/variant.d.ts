import type { PlaySettings } from '../../src/play/chat/parts.ts';
import type { Endpoint } from '../inference/dialects.ts';
/** How the so many-th chat is played. */
export declare const variantOf: (chat: number) => Partial<PlaySettings>;
/** Where a line may turn out to be a whisper when it has begun, a screen has shown its beginning: see `privacy.reveal`. */
export declare const isWatched: (chat: number) => boolean;
/** The server of the so many-th chat. */
export declare const endpointOf: (chat: number) => Endpoint;
