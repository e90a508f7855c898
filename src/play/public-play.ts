import type { Message } from '../domain/message.ts';
import type { AtTheTerminal, View } from '../domain/view.ts';
import type { PromptPlan } from '../prompt/plan.ts';
import type { AskingPlay } from './chat/asking-play.ts';
import type {
  BranchInfo,
  Leaving,
  LoreLine,
  PlayEvent,
  PlayState,
  RewindTo,
  SayOptions,
  TakenBack,
  Undone,
  VersionInfo,
} from './chat/play-state.ts';
import type { PresencePlay } from './turn/presence-play.ts';
import type { SearchPlay } from './turn/search-play.ts';

/**
 * One open chat as the library promises it: commands in, events out. No type of another package stands in it, so that
 * whoever compiles against it needs none. Every method that a person can get wrong rejects with SottoError and
 * then has stored nothing, but for the families `server` and `failed`: they come when a reply fails, after what
 * was said, and as much of the reply as arrived, was stored. Whatever else stops `say` after that: `wasStored`. Names are
 * matched case-insensitively. MESSAGE arguments are an id, a unique prefix of one, `last`, or `-2`, `-3` … counted in the
 * view of the played character.
 */
export interface PublicPlay extends AskingPlay, PresencePlay, SearchPlay {
  state(): PlayState;
  /** The played character's view of the current head. */
  view(): View<AtTheTerminal>;
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
  /** Another version of the last reply; or this message is taken out, and every reply after it made anew. */
  regenerate(without?: string): Promise<void>;
  /** Another version of any line of a character's; what came later stands. */
  regenerateKeeping(message: string): Promise<void>;
  /** Another version of the last reply, whose speaker is told this for this one generation. */
  refine(instruction: string): Promise<void>;
  continueReply(): Promise<void>;
  impersonate(as: string): Promise<void>;
  /** Stops what is being generated and auto mode, and clears the queue of speakers; the text so far is kept as cut short. */
  stop(): void;

  rewind(to: RewindTo, options?: { dryRun?: boolean }): Promise<Undone>;
  /** Takes back the last thing that the played character perceives, be it a message, an edit or a pin. */
  undo(options?: { dryRun?: boolean }): Promise<TakenBack>;
  redo(): Promise<void>;
  branch(name?: string, at?: string): Promise<string>;
  /** Branches with a name, and unnamed forks on which the played character perceives anything; as rows, versions of one line are one of them. */
  branches(how?: 'rows'): BranchInfo[];
  switchTo(branch: string): Promise<void>;
  /** The versions of the last message in the order of `swipe`; greetings that nobody has seen yet among them. */
  versions(): VersionInfo[];
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
  /** Leaves the model server, but for a line that it is writing, and opens the one that the settings name now. Rejects with SottoError. */
  reconnect(): Promise<void>;
  /** Releases what the chat holds; waits for a reply in flight to be kept, and where somebody is `leaving` the screen, for what `cache.keep` wants kept. */
  close(how?: { readonly leaving?: Leaving }): Promise<void>;
}
