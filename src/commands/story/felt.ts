import { cardOfMember } from '../../app/cards/own-cards.ts';
import { emotionOf, readAssets } from '../../cards/assets/assets.ts';
import { isSottoError } from '../../domain/errors.ts';
import type { Member } from '../../domain/world/world.ts';
import { showPortrait } from '../portrait/portrait.ts';
import type { Scope } from '../scope.ts';

/** Draws the picture that a character's card ships for a feeling, where somebody watches, and returns its name; empty = it ships none (HC-58). */
export function drawFeeling(scope: Scope, member: Member | undefined, feeling: string): string {
  try {
    const found = member && cardOfMember(scope.app, member);
    const picture = found && emotionOf(readAssets(found.of.card, found.of.bytes), feeling);
    if (!picture) return '';
    showPortrait(scope, found.of, feeling);
    return picture.name;
  } catch (error) {
    if (isSottoError(error)) return '';
    throw error;
  }
}
