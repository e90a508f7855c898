/** Identity of a character inside a chat; opaque, survives renames. */
export type CharacterId = string;

/** Identity of a message as `sotto log` prints it; opaque, carries no order. */
export type MessageId = string;

/** One message in its latest revision, as read through the lineage of a head. */
export interface Message {
  readonly id: MessageId;
  /** Opaque id of the turn that wrote it. */
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
  /** Name of the branch as its owner chose it. */
  readonly branch: string;
}
