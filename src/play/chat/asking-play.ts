import type { CharacterId, MessageId } from '../../domain/message.ts';

/** What a person asks one of the cast beside the play. */
export interface AskOptions {
  /** What is asked; it may be left out where the kind says what. */
  readonly text?: string | undefined;
  /** A kind, its name in the original, or the name of a lorebook entry; absent = content-analysis. */
  readonly kind?: string | undefined;
  /** Another chat that the character took part in, or this one, by title or id. */
  readonly chat?: string | undefined;
  /** A text that it is to read, and what that is called. */
  readonly file?: { readonly name: string; readonly text: string } | undefined;
  /** ISO time: of what it is about as much is read as has room around it. */
  readonly around?: string | undefined;
  readonly maxWords?: number | undefined;
  /** Whether the answer stays, as a line that only the character and the one who is played hear. */
  readonly keep?: boolean;
}

/** An answer, and the line that it stays as; null where nothing stays. */
export interface Answered {
  readonly by: CharacterId;
  readonly kind: string;
  readonly text: string;
  /** Of all requests that it took together. */
  readonly promptTokens: number;
  readonly reusedTokens: number;
  readonly requests: number;
  /** Parts of a long text that were not read. */
  readonly leftOut: number;
  readonly kept: MessageId | null;
}

/** Questions beside the play. */
export interface AskingPlay {
  /** Stops the call of a tool that runs, as far as the viewer is told of it, and nothing else; whether there was one. */
  stopCall(): boolean;
  /**
   * Asks a character beside the play: a fork of it answers from what it knows, and nothing of that is stored unless it is to be
   * kept. Rejects with SottoError `unknown_name`, `no_such_chat`, `busy`, `away`, `interrupted`, and where the server fails.
   */
  ask(name: string, options: AskOptions): Promise<Answered>;
}
