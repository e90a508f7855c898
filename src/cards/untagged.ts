import type { Card } from './character.ts';

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What a card says of untagged answers to a whisper, in the field `extensions.sotto.untagged`: heard by those who heard the whisper, or by all. */
export function untaggedIn({ raw }: Pick<Card, 'raw'>): 'inherit' | 'public' | undefined {
  const { untagged } = fieldsOf(fieldsOf(fieldsOf(raw.data ?? raw).extensions).sotto);
  return untagged === 'inherit' || untagged === 'public' ? untagged : undefined;
}

/** Whether a card's text teaches this tag, with which a line is kept private. */
export const teaches = ({ raw }: Pick<Card, 'raw'>, tag: string): boolean =>
  tag !== '' && JSON.stringify(raw).includes(JSON.stringify(tag).slice(1, -1));
