import type { NewEvent, Payload } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import { memberOf } from '../../domain/world/world.ts';
import type { PlayParts } from '../chat/parts.ts';
import { keptFrom } from '../texts/kept-text.ts';
import type { AudienceOf } from './resolve-audience.ts';
import { type ReadReply, type ReplyContext, type ReplyStart, readReply } from './streamed.ts';

/** Where a line comes from: what it answers, the model, its seed and window, the letters read for it. */
export type LineOrigin = Pick<
  Payload<'reply_received'>,
  'answers' | 'backend' | 'model' | 'seed' | 'windowFrom' | 'examplesLeft' | 'lettersRead' | 'told' | 'sealed'
>;

/** A line that is not written yet, as the scratch row keeps it beside its text. */
export interface PendingLine extends ReplyStart {
  readonly speaker: CharacterId;
  /** After what it will stand, or beside what already follows there when it is an alternative to it. */
  readonly place: Position;
  readonly isAlternative: boolean;
  /** Where the head was when an alternative was asked for; absent = at `place`. */
  readonly head?: Position | undefined;
  /** Seq of the chat's newest event when the line began; absent = that of `place`. */
  readonly newest?: number | undefined;
  /** The message that it goes on with; null for a line of its own. */
  readonly continues: MessageId | null;
  /** The message in whose place it is written; absent for a line of its own. */
  readonly replaces?: MessageId;
  readonly origin: LineOrigin;
  /** The message to whose audience it keeps; absent = what it answers. */
  readonly keepsTo?: MessageId | null;
  /** What the model has thought so far, where the server tells that apart. */
  readonly reasoning?: string;
}

/** What a line is read against: its audience is that of what it goes on with or answers, unless tags say more. */
export const contextOf = (
  about: ReplyStart & AudienceOf & { readonly speaker: CharacterId },
  parts: Pick<PlayParts, 'settings' | 'scriptsOf'>,
): ReplyContext => {
  const { stage, speaker, continues, answered, lineHead, isThoughtOpen = false } = about;
  const { tag: style, untaggedReply, reveal } = parts.settings;
  const untagged = continues ? 'inherit' : (about.untagged ?? untaggedReply);
  const rewrite = keptFrom(parts, memberOf(stage, speaker) ?? null);
  const within = continues?.perceived ?? [];
  return {
    ...{ stage, speaker, answered: continues ?? answered, lineHead, isThoughtOpen, within },
    ...{ style, untagged, reveal, rewrite },
  };
};

/** The audience of a message that is gone on with for these: nobody reads a part that was not meant for them. */
const narrowed = (before: Message, after: readonly CharacterId[]): CharacterId[] =>
  after.length === 0
    ? [...before.knownTo]
    : after.filter((id) => id === before.speaker || before.perceived.includes(id));

const continued = (continues: Message, raw: string, { text, knownTo }: ReadReply) => ({
  message: continues.id,
  raw,
  text: `${continues.text}${/^\s/.test(raw) ? ' ' : ''}${text}`,
  knownTo: narrowed(continues, knownTo),
});

/** What a model gave: its text, and what it thought before where the server tells that apart. */
export interface GeneratedText {
  readonly raw: string;
  readonly reasoning: string;
  /** Whether it ends because it may be no longer, so perhaps in the middle of a tag. */
  readonly ranOut?: boolean;
}

/** The event of a line, cut short when there is a reason; null when it holds no text. */
export function lineEvent(
  { raw, reasoning, ranOut = false }: GeneratedText,
  context: ReplyContext,
  about: {
    readonly continues: Message | null;
    readonly origin: LineOrigin;
    readonly cutReason: string | null;
  },
): NewEvent | null {
  const { continues, origin, cutReason } = about;
  const written = readReply(raw, context, ranOut || cutReason !== null);
  if (written.text === '') return null;
  const read = { ...written, text: context.rewrite?.(written.text) ?? written.text };
  if (continues) {
    const payload = { ...origin, ...continued(continues, raw, read), truncated: cutReason !== null };
    return { kind: 'reply_continued', payload };
  }
  const { thought, isExplicit, ...said } = read;
  const confided = isExplicit && said.knownTo.length === 0 && { confided: true };
  const whole = [reasoning.trim(), thought].filter((part) => part !== '').join('\n\n');
  const payload = {
    speaker: context.speaker,
    raw,
    ...said,
    ...confided,
    ...(whole !== '' && { reasoning: whole }),
    ...origin,
  };
  return cutReason === null
    ? { kind: 'reply_received', payload }
    : { kind: 'reply_cut_short', payload: { ...payload, reason: cutReason } };
}
