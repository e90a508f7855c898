import { placeOf } from '../../../domain/decide/places.ts';
import type { Message } from '../../../domain/message.ts';
import { entityIn, type Mind } from '../../../domain/world/mind.ts';
import { handSetIn, handSetLine } from '../lines/hand-set.ts';
import type { Passing } from './facts.ts';
import { openThreads } from './thread-facts.ts';

const longest = 240;
const longestLine = 400;

/** What somebody takes to be so, as far as it is asked for: what says nothing is left out. */
function heldNow({ owner, others }: Pick<Passing, 'owner' | 'others'>, mind: Mind): string {
  const { mood, goals, status, inventory, activity } = entityIn(mind, owner);
  const { container, slot, posture, verb, holding, attention } = activity;
  const place = mind.containers[container]?.name ?? '';
  const things = mind.containers[placeOf(mind, owner)]?.things ?? [];
  const seen = others.flatMap(({ id, name }) => {
    const { verb: does } = entityIn(mind, id).activity;
    return does === '' ? [] : [[name, does]];
  });
  const all = {
    ...{ mood, goals, status, verb, posture, container: place, slot, things, holding, attention, inventory },
    ...mind.world,
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
  const where = containers.length > 0 ? ', container, slot, things [there now]' : '';
  const ofOthers =
    names.length === 0
      ? '.'
      : `, "others": by name (${names.join(', ')}) affinity and trust (by -3 to 3), facts [learned of them], verb, posture, holding [].`;
  const held = heldNow(passing, mind);
  const set = [
    ...handSetIn(mind, ['world', `entity.${owner}`, `activity.${owner}`]),
    ...others.flatMap((other) => handSetIn(mind, [`activity.${other.id}`], other)),
  ];
  return [
    `Beside the play: what has changed for ${name} with ${asked}, as ${name} perceives it? In JSON, with what changed alone, in few words; {} for nothing:`,
    ` ${significance}, mood, goals [], status, verb (does), posture${where}, duration, interruptible, focus, holding [], attention, gains [], loses [], time, weather, place, unresolved [tensions], resolved []`,
    ofOthers,
    held === '' ? '' : ` So far: ${held}.`,
    handSetLine(set),
  ].join('');
}
