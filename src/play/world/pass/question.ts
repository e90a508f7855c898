import { placeOf } from '../../../domain/decide/places.ts';
import { type Field, type Fields, kinds } from '../../../domain/fiction/kinds.ts';
import { fiction } from '../../../domain/fiction/table.ts';
import type { Message } from '../../../domain/message.ts';
import { entityIn, type Mind } from '../../../domain/world/mind.ts';
import { handSetIn, handSetLine } from '../lines/hand-set.ts';
import type { Passing } from './facts.ts';
import { askedIn, askedName, seenIn } from './schema.ts';
import { openThreads } from './thread-facts.ts';

const longest = 240;
const longestLine = 400;

/** What is held of the fields that are asked for, under the names that a model knows; flags say nothing. */
const heldIn = (fields: Fields, held: object): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    Object.entries<Field>(askedIn(fields)).map(([name, field]) => {
      const value = (held as Record<string, unknown>)[name];
      return [askedName(name, field), typeof value === 'string' || Array.isArray(value) ? value : ''];
    }),
  );

/** How the fields are named in a question: a list by brackets, with a word of explanation where there is one. */
const named = (fields: Fields): string[] =>
  Object.entries(fields).map(([name, { asked = '', ...field }]) => {
    const isList = kinds[field.kind].type === 'list';
    const word = isList ? `[${asked}]` : asked && `(${asked})`;
    return [askedName(name, field), word].filter(Boolean).join(' ');
  });

/** What somebody takes to be so, as far as it is asked for: what says nothing is left out. */
function heldNow({ owner, others }: Pick<Passing, 'owner' | 'others'>, mind: Mind): string {
  const { inventory, activity, ...own } = entityIn(mind, owner);
  const container = mind.containers[placeOf(mind, owner)];
  const seen = others.flatMap(({ id, name }) => {
    const { verb: does } = entityIn(mind, id).activity;
    return does === '' ? [] : [[name, does]];
  });
  const all = {
    ...heldIn(fiction.entity, own),
    ...heldIn(fiction.activity, { ...activity, container: mind.containers[activity.container]?.name }),
    ...heldIn(fiction.container, container ?? {}),
    inventory,
    ...heldIn(fiction.world, mind.world),
    unresolved: openThreads(mind).map(([, { text }]) => text),
    others: seen.map(([name, does]) => `${name}: ${does}`),
  };
  const said = Object.entries(all).filter(([, value]) => value.length > 0);
  return said
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ')
    .slice(0, longest);
}

const weights = '0 routine to 3 pivotal';

/** The lines that are asked about, in words, and how it is said how much they matter. */
function linesIn(
  { news, reread }: Passing,
  said: (message: Message) => string,
): [lines: string, key: string] {
  const last = news.length > 1 ? [`the last ${news.length} lines`] : news.map(() => 'the last line');
  const quoted = reread.map(
    (one) => `this line, which reads so now: ${JSON.stringify(said(one).slice(0, longestLine))}`,
  );
  const count = news.length + reread.length;
  const key =
    count > 1
      ? `significance [${count} numbers, one for each line in order: ${weights}]`
      : `significance (${weights})`;
  return [[...quoted, ...last].join(' and with '), key];
}

/** What one of the cast is asked after some lines, whose texts are `said`: what has changed for them alone; and how the answer is to look. */
export function passQuestion(name: string, passing: Passing, said: (message: Message) => string): string {
  const { owner, others, mind } = passing;
  const names = others.map((other) => JSON.stringify(other.name));
  const containers = Object.values(mind.containers).map((one) => one.name);
  const [asked, significance] = linesIn(passing, said);
  const { container, slot, ...doing } = askedIn(fiction.activity);
  const fields = [
    ...[significance, ...named(askedIn(fiction.entity)), ...named(doing)],
    ...(containers.length > 0 ? named({ container, slot, ...askedIn(fiction.container) }) : []),
    ...['gains []', 'loses []', ...named(askedIn(fiction.world)), 'unresolved [tensions]', 'resolved []'],
  ];
  const ofOthers =
    names.length === 0
      ? '.'
      : `, "others": by name (${names.join(', ')}) affinity and trust (by -3 to 3), facts [learned of them], ${named(seenIn(fiction.activity)).join(', ')}.`;
  const held = heldNow(passing, mind);
  const set = [
    ...handSetIn(mind, ['world', `entity.${owner}`, `activity.${owner}`]),
    ...others.flatMap((other) => handSetIn(mind, [`activity.${other.id}`], other)),
  ];
  return [
    `Beside the play: what has changed for ${name} with ${asked}, as ${name} perceives it? In JSON, with what changed alone, in few words; {} for nothing:`,
    ` ${fields.join(', ')}`,
    ofOthers,
    held === '' ? '' : ` So far: ${held}.`,
    handSetLine(set),
  ].join('');
}
