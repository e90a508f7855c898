import { type ComposerState, rewritten } from '../composer/state.ts';
import type { ScreenState } from './state.ts';

/**
 * What puts a growing text into the composer as one change, as long as nobody else changes what stands there; false when
 * somebody has, or `isStill` says that it is another's now.
 */
export const growing = (
  screen: { state: ScreenState },
  isStill: () => boolean,
  changed: () => void,
): ((text: string) => boolean) => {
  let grown: ComposerState | null = null;
  return (text) => {
    const { composer, handover } = screen.state;
    if (handover !== null || !isStill()) return false;
    if (grown !== null && composer.text !== grown.text) return false;
    const next = rewritten(composer, text);
    grown = grown === null ? next : { ...next, undo: composer.undo };
    screen.state = { ...screen.state, composer: grown, isGrowing: true };
    changed();
    return true;
  };
};
