import type { Mind } from '../../../domain/world/mind.ts';
import { propsAtHand } from '../../../domain/world/occasions.ts';
import { namesAny } from '../../../domain/world/props.ts';
import { foldName } from '../../../domain/world/world.ts';

const sentence = /[^.!?…\n]*(?:[.!?…]+["'”’)*]*\s*|\n|$)/gu;

/** A text without the sentences that name one of these props, as whole words and whatever their case. Pure. */
export function withoutProps(text: string, props: readonly string[]): string {
  if (!namesAny(text, props)) return text;
  const kept = (text.match(sentence) ?? []).filter((one) => !namesAny(one, props));
  return kept.join('').trim();
}

/** The props of occasions that are not active, as somebody knows them, but for those of one that is. */
export function propsAtRest({ occasions }: Pick<Mind, 'occasions'>): string[] {
  const all = Object.values(occasions);
  const inUse = new Set(all.flatMap(({ state, props }) => (state === 'active' ? props.map(foldName) : [])));
  const resting = all.flatMap(({ state, props }) => (state === 'active' ? [] : props));
  return resting.filter((prop) => !inUse.has(foldName(prop)));
}

/** The props of all occasions that somebody knows of, as nothing names them that outlasts these (RP-070). */
export const passingProps = (mind: Pick<Mind, 'occasions'>): string[] => [
  ...propsAtHand(mind),
  ...propsAtRest(mind),
];
