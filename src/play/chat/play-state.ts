import type { GroupSeen } from '../../domain/audience/group-seen.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';

/** One of the cast as the screen needs it. */
export interface CastMember {
  readonly id: CharacterId;
  readonly name: string;
}

/**
 * What is true of an open chat right now, filtered for the played character. What reads the store (branch, unperceived,
 * canRedo, next, proposals, spokenTo) is found when it is first read, as of then.
 */
export interface PlayState {
  readonly chat: { readonly id: string; readonly title: string };
  /** Those of the cast whom the played character knows of, itself included. */
  readonly cast: readonly CastMember[];
  /** The named audiences that the played character knows of. */
  readonly groups: readonly GroupSeen[];
  /** Ids of those who are there, as far as the played character is there to see them. */
  readonly present: readonly CharacterId[];
  /** `*` for one who looks on as everyone and is nobody. */
  readonly playing: CastMember;
  /** Present where the human only looks on through these eyes, and plays nobody. */
  readonly isOnlooker?: true;
  /** Name of the persona that the played character wears; null for none. */
  readonly persona: string | null;
  readonly branch: string;
  /** Ids of messages pinned by the played character. */
  readonly pinned: ReadonlySet<MessageId>;
  /** Lines under this head that the played character does not perceive; null when the setting hides it. */
  readonly unperceived: number | null;
  /** Names for the hint of `privacy.hint = "names"`, else empty. */
  readonly unperceivedNames: readonly string[];
  /** Who is generating, as far as the played character may know. */
  readonly generating: VisibleWriting;
  /** A tool that is called, as far as the played character may know. */
  readonly call: RunningCall | null;
  /** Whether it is another terminal that generates, and nothing waits here that could be stopped. */
  readonly isElsewhere: boolean;
  /** Those whom other terminals play and who are typing, as far as the played character is there to see it. */
  readonly typing: readonly CastMember[];
  readonly backend: {
    readonly kind: string;
    readonly model: string;
    readonly isModel: boolean;
    /** Tokens that its context takes; null when unknown. */
    readonly context: number | null;
    /** The model that is being fetched meanwhile, and how far it is. */
    readonly coming?: string;
  };
  /** Whether a redo would change anything that the played character perceives. */
  readonly canRedo: boolean;
  /** Who would answer what is being typed; null for one who looks on as everyone. */
  readonly next: NextSpeakers | null;
  /** What bookkeeping has cost lately; null where nothing was asked. */
  readonly bookkeeping: BookkeepingCost | null;
  /** What waits for an answer, the newest first. */
  readonly proposals: readonly ProposalSeen[];
  /** Seconds after which the director goes on by itself; null when it does not. */
  readonly auto: number | null;
  /** Where and when it is, and the weather, in words, as far as the played character knows; '' = unknown. */
  readonly setting: { readonly place: string; readonly time: string; readonly weather: string };
  /** A word for how somebody feels, by character, as far as the played character perceives it. */
  readonly moods: Readonly<Record<CharacterId, string>>;
  /** Whom the newest line spoke to, where it is played by another person than the played character; null where there is no doubt. */
  readonly spokenTo: SpokenTo | null;
  /** Names of the humans, by the characters that they play, as far as the played character knows of these. */
  readonly players: Readonly<Record<CharacterId, string>>;
}

/** That a line spoke to somebody, and as whom the next one would be written instead; by name. */
export interface SpokenTo {
  readonly by: string;
  readonly to: string;
  readonly as: string;
}

/** That somebody seems to have come or gone, as the viewer may know it, until a person says whether it is so. */
export interface ProposalSeen {
  readonly id: string;
  readonly what: 'leaves' | 'arrives';
  /** Of whom it is. */
  readonly who: string;
  readonly text: string;
  /** The message that tells it. */
  readonly of: MessageId;
}

/** What waits for an answer in a line for the screen, the newest and how many more; null for nothing. */
export function proposedLine([newest, ...more]: readonly ProposalSeen[]): string | null {
  if (!newest) return null;
  const others = more.length === 0 ? '' : ` · ${more.length} more: /proposals`;
  return `${newest.text}: /yes, /no${others}`;
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
  /** The message in whose place it is written; absent for a line of its own. */
  readonly replaces?: MessageId;
}

/** A call of a tool that runs, since so many seconds; null for the name of one that is not told. */
export interface RunningCall {
  readonly tool: string | null;
  readonly seconds: number;
}

/** A call that takes long in a line for the screen; null for none. */
export const runningLine = (call: RunningCall | null): string | null =>
  call === null || call.seconds === 0
    ? null
    : `${call.tool ?? 'a tool'} … ${call.seconds} s, Esc stops it alone`;

/** A line being written as a viewer is told of it: `hidden` is told without a name, `untold` not even that it is there. */
export type VisibleWriting = Generating | 'hidden' | 'untold' | null;

/** What an open chat tells its listeners; everything is already filtered for the played character. */
export type PlayEvent =
  /** A message was committed that the played character perceives. */
  | { type: 'message'; message: Message }
  /** Streamed text of a reply; `text` is new text only, tags already taken out. `knownTo`: who hears it, where only some do. */
  | { type: 'delta'; speaker: CastMember; text: string; knownTo?: readonly CharacterId[] }
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
  /** In the server's own currency, where it says so, and where the tokens of the prompt are told. */
  readonly cost?: number;
}

/** What bookkeeping has cost with the last replies that somebody perceived, as far as they may know of it. */
export interface BookkeepingCost {
  /** How many replies that is. */
  readonly replies: number;
  /** Questions that a model server began with, a reply. */
  readonly questions: number;
  /** Tokens that were read anew, and written, a reply. */
  readonly read: number;
  readonly written: number;
  /** Share of those questions that were answered. */
  readonly answered: number;
}

/** One branch of the chat, as a picker shows it. */
export interface BranchInfo {
  readonly name: string;
  readonly current: boolean;
  /** ISO time of its newest turn. */
  readonly at: string;
  /** First words of its newest message that the played character perceives; empty when there is none. */
  readonly preview: string;
  /** The newest messages there that the played character perceives, oldest first. */
  readonly last: readonly Message[];
  /** The listed branch that it grew from; null for one that begins with the chat. */
  readonly from: string | null;
}

/** One version of the last message, as a list shows it. */
export interface VersionInfo {
  readonly current: boolean;
  readonly text: string;
}

/** How far back to go: by so many turns, or to the end of a message. */
export type RewindTo = { readonly turns: number } | { readonly message: string };

/** What a rewind takes back beside the messages that go. */
export const undoneKinds = [
  ...(['message', 'pin', 'memory', 'edge', 'entity', 'activity', 'container', 'world', 'group'] as const),
  ...(['occasion', 'thread', 'scene', 'letter', 'note', 'plan', 'call', 'audience'] as const),
] as const;

/** Something that reads otherwise after a rewind; null where it is not there. */
export interface UndoneFact {
  readonly what: (typeof undoneKinds)[number];
  /** Of a message, memory, occasion, scene, letter, container or thread its id; of others whose it is, by name. */
  readonly id: string;
  readonly was: string | null;
  readonly becomes: string | null;
}

/** What a move in the tree would take back or has taken back, as the played character may know it. */
export interface Undone {
  readonly messages: readonly Message[];
  readonly unperceived: number;
  /** Lines that stay, and are back or known to others too once the head is there. */
  readonly returns: readonly UndoneFact[];
}

/** The same, with all that goes beside the messages. */
export interface AllUndone extends Undone {
  readonly facts: readonly UndoneFact[];
}

/** What undo takes back, as the played character knows it. */
export interface TakenBack extends Pick<Undone, 'messages' | 'returns'> {
  /** What else than messages. */
  readonly facts: readonly UndoneFact[];
  /** Kind of the event that it goes to before. */
  readonly act: string;
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
  /** Where it stands instead, so that the server's cache survives; absent = at its position. */
  readonly stands?: string;
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
  /** Whether it was asked already if the line is meant so where another player was spoken to: nothing more is told of it. */
  isMeant?: boolean;
  /** Waits for the bookkeeping of what it caused as well. */
  settle?: boolean;
}

/** Whoever leaves the screen, as far as they wait for what `cache.keep` wants kept. */
export interface Leaving {
  /** Called when that begins. */
  keeping(): void;
  /** Aborts when they wait no longer. */
  readonly signal: AbortSignal;
}
