declare const kind: unique symbol;
declare const whose: unique symbol;

/** An opaque id: an id of one kind is not taken for that of another, while a text from outside may become any. */
type Id<Kind extends string, Base = string> = Base & { readonly [kind]?: Kind };

/**
 * Identity of a character inside a chat; opaque, survives renames. Code that acts for one character names it by a type
 * parameter of its own, and then takes nobody else's view; see `View`.
 */
export type CharacterId<Who = unknown> = Id<'character'> & { readonly [whose]?: Who };

/** Identity of a message as `sotto log` prints it; opaque, carries no order. */
export type MessageId = Id<'message'>;

/** Identity of a chat. */
export type ChatId = Id<'chat'>;

/** Identity of a branch in its store. */
export type BranchId = Id<'branch', number>;

/** One message in its latest revision, as read through the lineage of a head. */
export interface Message {
  readonly id: MessageId;
  /** Opaque id of the turn that wrote it: of the first message in it that the viewer perceives. */
  readonly turn: string;
  /** null for system and tool rows. */
  readonly speaker: CharacterId | null;
  readonly role: 'character' | 'system' | 'tool';
  readonly text: string;
  /** Empty for a public message, else the audience with the sender in it. */
  readonly knownTo: readonly CharacterId[];
  /** Everyone whose view holds the message. */
  readonly perceived: readonly CharacterId[];
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What the model thought before it answered; in the view of the speaker (and of everyone) alone, else empty. */
  readonly reasoning: string;
  /** True when the reply was cut short; it can be continued. */
  readonly truncated: boolean;
  /** Present and true for a line that people alone read: it is shown, and stands in no prompt. */
  readonly hidden?: true;
  /** Present and true where a person has put right how it reads. */
  readonly edited?: true;
  /** Present and true where it was written anew in its place, so that it has other versions there. */
  readonly rewritten?: true;
  /** Name of the branch as its owner chose it. */
  readonly branch: string;
}
