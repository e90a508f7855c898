import type { OocStyle } from '../../domain/audience/ooc.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import type { Theme } from '../themes/theme.ts';

/** What the rows of a message depend on besides the message. */
export interface RowStyle {
  readonly width: number;
  readonly theme: Theme;
  readonly cast: readonly CastMember[];
  /** As whom the one at the screen writes. */
  readonly playing?: CastMember;
  readonly pinned: ReadonlySet<string>;
  /** Whether what was thought is shown, or one line that says so. */
  readonly thoughts: boolean;
  /** Whether time and tokens of messages are shown. */
  readonly details?: boolean;
  /** How people mark what they say out of character. */
  readonly ooc: OocStyle;
}

const roles = ['width', 'theme', 'cast', 'playing', 'pinned', 'thoughts', 'details', 'ooc'] as const;

const sameCast = (a: readonly CastMember[], b: readonly CastMember[]): boolean =>
  a.length === b.length && a.every(({ id, name }, index) => b[index]?.id === id && b[index]?.name === name);

/** A style with what changed in it; a cast that looks the same stays, so that what was wrapped for it holds. */
export const restyled = (style: RowStyle, change: Partial<RowStyle>): RowStyle => {
  const next = { ...style };
  for (const key of roles) if (change[key] !== undefined) Object.assign(next, { [key]: change[key] });
  return sameCast(style.cast, next.cast) ? { ...next, cast: style.cast } : next;
};

/** Whether a text is laid out alike in both. */
export const isSameStyle = (a: RowStyle, b: RowStyle): boolean =>
  a.width === b.width &&
  a.theme === b.theme &&
  a.cast === b.cast &&
  a.ooc === b.ooc &&
  a.thoughts === b.thoughts &&
  a.details === b.details &&
  a.playing?.id === b.playing?.id;
