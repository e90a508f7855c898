import type { Message } from '../../../domain/message.ts';
import type { Mind } from '../../../domain/world/mind.ts';
import { propsAtHand } from '../../../domain/world/occasions.ts';
import { namesAny } from '../../../domain/world/props.ts';
import { propsAtRest, withoutProps } from '../../story/occasions/props.ts';
import type { Noticed } from './schema.ts';

type Value = string | readonly string[] | number | boolean | object | null | undefined;

/** What goes again by itself when an occasion is over: it may name what is at hand. */
const passing: ReadonlySet<string> = new Set(['verb', 'attention', 'holding', 'gains', 'loses', 'container']);

function kept(value: Value, props: readonly string[]): Value {
  if (typeof value === 'string') return withoutProps(value, props) || (value === '' ? '' : undefined);
  if (!Array.isArray(value)) return value;
  return value.flatMap((one) => (typeof one === 'string' ? withoutProps(one, props) || [] : [one]));
}

/**
 * What was noticed, without what names the props of an occasion and would outlive it; and without what names the props of one
 * that is over or has not begun, where the news do not speak of them. Pure.
 */
export function withoutStaleProps(
  { mind, news }: { readonly mind: Mind; readonly news: readonly Pick<Message, 'text'>[] },
  noticed: Noticed,
): Noticed {
  const atRest = propsAtRest(mind).filter((prop) => !news.some(({ text }) => namesAny(text, [prop])));
  const gone = [...propsAtHand(mind), ...atRest];
  if (gone.length === 0) return noticed;
  const fields = (said: object): object =>
    Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, kept(value, passing.has(name) ? atRest : gone)]),
    );
  const others = Object.entries(noticed.others ?? {}).map(([name, said]) => [name, said && fields(said)]);
  return { ...fields(noticed), ...(noticed.others && { others: Object.fromEntries(others) }) } as Noticed;
}
