import type { Mind } from '../../../domain/world/mind.ts';
import { foldName } from '../../../domain/world/world.ts';

const sentence = /[^.!?…\n]*(?:[.!?…]+["'”’)*]*\s*|\n|$)/gu;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** What finds any of these in a text, as whole words and whatever their case; null where there is none. */
function namesAny(props: readonly string[]): RegExp | null {
  const wanted = props.map((prop) => prop.trim()).filter((prop) => prop !== '');
  if (wanted.length === 0) return null;
  const words = wanted.map((prop) => escaped(prop).replace(/\s+/g, '\\s+'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}

/** A text without the sentences that name one of these props, as whole words and whatever their case. Pure. */
export function withoutProps(text: string, props: readonly string[]): string {
  const named = namesAny(props);
  if (!named?.test(text)) return text;
  const kept = (text.match(sentence) ?? []).filter((one) => !named.test(one));
  return kept.join('').trim();
}

/** The props of occasions that are not active, as somebody knows them, but for those of one that is. */
export function propsAtRest({ occasions }: Pick<Mind, 'occasions'>): string[] {
  const all = Object.values(occasions);
  const inUse = new Set(all.flatMap(({ state, props }) => (state === 'active' ? props.map(foldName) : [])));
  const resting = all.flatMap(({ state, props }) => (state === 'active' ? [] : props));
  return resting.filter((prop) => !inUse.has(foldName(prop)));
}
