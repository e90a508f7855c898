import type { CharacterId, Message, MessageId } from '../domain/message.ts';
import type { View } from '../domain/view.ts';
import type { PromptPlan } from '../prompt/plan.ts';
import type { DirectingPlay } from './director/directing.ts';
import type { NotesPlay } from './notes/notes.ts';
import type { PresencePlay } from './presence.ts';
import type { SearchPlay } from './search.ts';
import type { AttendingPlay } from './terminals/attending.ts';

/** One of the cast as the screen needs it. */
export interface CastMember {
  readonly id: CharacterId;
  readonly name: string;
}

/**
 * What is true of an open chat right now, filtered for the played character. What reads the store (branch, unperceived,
 * canRedo, next) is found when it is first read, as of then.
 */
export interface PlayState {
  readonly chat: { readonly id: string; readonly title: string };
  /** Those of the cast whom the played character knows of, itself included. */
  readonly cast: readonly CastMember[];
  /** Ids of those who are there, as far as the played character is there to see them. */
  readonly present: readonly CharacterId[];
  /** `*` for one who looks on as everyone and is nobody. */
  readonly playing: CastMember;
  readonly branch: string;
  /** Ids of messages pinned by the played character. */
  readonly pinned: ReadonlySet<MessageId>;
  /** Messages under this head that the played character does not perceive; null when the setting hides it. */
  readonly unperceived: number | null;
  /** Names for the hint of `privacy.hint = "names"`, else empty. */
  readonly unperceivedNames: readonly string[];
  /** Who is generating, when the played character may know; `hidden` when it may not. */
  readonly generating: Generating | 'hidden' | null;
  /** Whether it is another terminal that generates, and nothing waits here that could be stopped. */
  readonly isElsewhere: boolean;
  /** Those whom other terminals play and who are typing, as far as the played character is there to see it. */
  readonly typing: readonly CastMember[];
  readonly backend: { readonly kind: string; readonly model: string; readonly isModel: boolean };
  /** Whether a redo would change anything that the played character perceives. */
  readonly canRedo: boolean;
  /** Who would answer what is being typed; null for one who looks on as everyone. */
  readonly next: NextSpeakers | null;
  /** Seconds after which the director goes on by itself; null when it does not. */
  readonly auto: number | null;
  /** Names of the humans, by the characters that they play, as far as the played character knows of these. */
  readonly players: Readonly<Record<CharacterId, string>>;
}

/** Why nobody is named as the next: a model will decide it. */
export const asksModel = 'the model decides';

/** Those who speak next, in this order, and why, in a word or two. */
export interface NextSpeakers {
  readonly speakers: readonly CastMember[];
  readonly why: string;
}

/** A line being written. */
export interface Generating {
  readonly speaker: CastMember;
  /** Share of the prompt that the server has read, from 0 to 1; null when it does not tell or writes already. */
  readonly reading: number | null;
}

/** What an open chat tells its listeners; everything is already filtered for the played character. */
export type PlayEvent =
  /** A message was committed that the played character perceives. */
  | { type: 'message'; message: Message }
  /** Streamed text of a reply; `text` is new text only, tags already taken out. */
  | { type: 'delta'; speaker: CastMember; text: string }
  /** A streamed reply is over: committed (a message follows or came before), failed, or turned out private. */
  | { type: 'stream_end'; speaker: CastMember }
  | { type: 'usage'; speaker: CastMember; usage: ReplyUsage }
  /** Something that the person should know, in one line: about the model server (each once), or where a line is kept. */
  | { type: 'notice'; message: string }
  /** `PlayState` changed in some way (generating, unperceived, playing, backend …). */
  | { type: 'state' }
  /** The head moved, an old message changed, or the played character changed: read everything again. */
  | { type: 'reload' };

/**
 * What a reply cost, and what model wrote it; times in milliseconds from sending the request. Where another than the
 * played character replied, the tokens of the prompt and the times are 0 and `generatedTokens` is an estimate of the text:
 * the server's figures would tell how much that other has perceived and thought. Whoever looks on as everyone gets them.
 */
export interface ReplyUsage {
  readonly promptTokens: number;
  readonly reusedTokens: number;
  readonly generatedTokens: number;
  readonly firstTokenMs: number;
  readonly totalMs: number;
  readonly backend: string;
  readonly model: string;
}

/** One branch of the chat, as a picker shows it. */
export interface BranchInfo {
  readonly name: string;
  readonly current: boolean;
  /** ISO time of its newest turn. */
  readonly at: string;
  /** First words of its newest message that the played character perceives; empty when there is none. */
  readonly preview: string;
}

/** What a move in the tree would take back or has taken back, as the played character may know it. */
export interface Undone {
  readonly messages: readonly Message[];
  readonly unperceived: number;
}

/** What one lorebook entry would do in a character's next prompt. */
export interface LoreLine {
  readonly book: string;
  /** Its name, else its first key. */
  readonly entry: string;
  readonly awake: boolean;
  readonly reason: string;
  /** Where it stands: before_char, depth 4, … */
  readonly position: string;
  readonly content: string;
}

/** How one message departs from the usual; see `say`. */
export interface SayOptions {
  /** Write as this character for this one message. */
  as?: string;
  /** Audience by names, instead of a tag. */
  to?: readonly string[];
  /** Who replies, by names, in this order; [] = nobody; absent = the director decides. */
  reply?: readonly string[];
  maxTokens?: number;
}

/**
 * One open chat: commands in, events out. Every method that a person can get wrong rejects with SottoError and
 * then has stored nothing, but for the families `server` and `failed`: they come when a reply fails, after what
 * was said, and as much of the reply as arrived, was stored. Whatever else stops `say` after that: `areWordsKept`. Names are matched case-insensitively. MESSAGE arguments are an
 * id, a unique prefix of one, `last`, or `-2`, `-3` … counted in the view of the played character.
 */
export interface Play extends AttendingPlay, DirectingPlay, NotesPlay, PresencePlay, SearchPlay {
  state(): PlayState;
  /** The played character's view of the current head. */
  view(): View;
  /** The message that an address means. Throws SottoError `no_such_message`, `ambiguous_message`. */
  message(address: string): Message;
  /**
   * The message with its text and reasoning as a person reads them, after the scripts for what is shown; still
   * untrusted. `depth` counts from the newest message of the played character's view, 0. The same object for as long
   * as nothing changes, the message itself where no script changes it.
   */
  shown(message: Message, depth: number): Message;
  subscribe(listener: (event: PlayEvent) => void): () => void;

  say(text: string, options?: SayOptions): Promise<void>;
  reply(by: string, maxTokens?: number): Promise<void>;
  regenerate(): Promise<void>;
  continueReply(): Promise<void>;
  impersonate(as: string): Promise<void>;
  /** Stops what is being generated and auto mode, and clears the queue of speakers; the text so far is kept as cut short. */
  stop(): void;

  rewind(to: { turns: number } | { message: string }, options?: { dryRun?: boolean }): Promise<Undone>;
  /** Takes back the last thing that happened, be it a message, an edit or a pin. */
  undo(): Promise<void>;
  redo(): Promise<void>;
  branch(name?: string, at?: string): Promise<string>;
  /** Branches with a name, and unnamed forks on which the played character perceives a message. */
  branches(): BranchInfo[];
  switchTo(branch: string): Promise<void>;
  swipe(which: 'next' | 'prev' | number): Promise<{ index: number; of: number }>;

  edit(message: string, text: string): Promise<void>;
  remove(message: string): Promise<void>;
  pin(message: string): Promise<void>;
  unpin(message: string): Promise<void>;
  pins(of?: string): Message[];

  playAs(name: string, persona?: string): Promise<void>;
  rename(title: string): Promise<void>;
  /** Gives a character another card of the library from here on. */
  changeCard(name: string, card: { readonly id: string; readonly index: number }): Promise<void>;
  /** What the model writes of a character for a card, from what this character alone has perceived; nothing is stored. */
  describe(name: string): Promise<string>;
  /** Exactly what would be sent for this speaker; no network unless a server tokenizes. */
  prompt(forName: string): Promise<PromptPlan>;
  /** Every lorebook entry that could stand in this character's next prompt, and why it does or does not. */
  lore(forName: string): LoreLine[];
  /** Takes a lorebook of the library into use in this chat, or out of it. */
  setBook(name: string, isUsed: boolean): Promise<void>;
  /** Opens the model server, so that the status knows it before the first reply. Never rejects with its failure. */
  connect(): Promise<void>;
  /** Releases what the chat holds; waits for a reply in flight to be kept. */
  close(): Promise<void>;
}
