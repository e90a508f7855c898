import type { Watched } from '../../commands/world/pane.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import type { Draft } from '../composer/text.ts';
import type { Told } from '../state/pace.ts';
import type { ScreenState } from '../state/state.ts';
import type { Size } from '../terminal/ink-renderer.ts';
import type { Theme } from '../themes/theme.ts';
import type { FaceOf } from '../tiles/margin.ts';

/** What the components are drawn from: the screen's own state and what is true of the chat, filtered for who plays. */
export interface ScreenProps {
  readonly screen: ScreenState;
  readonly play: PlayState;
  /** Who stands at the left of the page, beside the headings; null for nobody. */
  readonly faceOf: FaceOf | null;
  /** The line that is edited over the page, and its cursor; null for none. */
  readonly field: Draft | null;
  /** Messages that arrived below the window. */
  readonly below: number;
  /** Whether a message is selected. */
  readonly isSelecting: boolean;
  /** Whose message is edited on the page; null where none is, or it is edited in the composer. */
  readonly edited: string | null;
  /** What the last reply cost; null before the first. */
  readonly usage: Told | null;
  /** How full the context of whom one plays is, from 0 to 1; null where that is not known. */
  readonly fill: number | null;
  /** Who stands in the pane beside the page; null where it is closed, or has no room. */
  readonly pane: readonly Watched[] | null;
  readonly size: Size;
  readonly theme: Theme;
}
