import { placeOf } from '../../../domain/decide/places.ts';
import type { Message } from '../../../domain/message.ts';
import { entityIn, type Mind } from '../../../domain/world/mind.ts';
import { handSetIn, handSetLine } from '../lines/hand-set.ts';
import type { Passing } from './facts.ts';
import { openThreads } from './thread-facts.ts';

const longest = 400;

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

const weights = '0 routine, 1 notable, 2 significant, 3 pivotal';

/** The lines that are asked about, in words, and how it is said how much they matter. */
function linesIn(
  { news, reread }: Passing,
  said: (message: Message) => string,
): [lines: string, key: string] {
  const last = news.length > 1 ? [`the last ${news.length} lines`] : news.map(() => 'the last line');
  const quoted = reread.map(
    (one) => `this line, which reads so now: ${JSON.stringify(said(one).slice(0, longest))}`,
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
  const where = containers.length > 0 ? ', container, slot, things [] (what lies there now)' : '';
  const ofOthers =
    names.length === 0
      ? ''
      : ` "others": by name (${names.join(', ')}) affinity_delta and trust_delta (-3 to 3, what ${name} feels), knowledge_facts [what ${name} learned of them], verb, posture, holding [what ${name} sees].`;
  const held = heldNow(passing, mind);
  const set = [
    ...handSetIn(mind, ['world', `entity.${owner}`, `activity.${owner}`]),
    ...others.flatMap((other) => handSetIn(mind, [`activity.${other.id}`], other)),
  ];
  return [
    `Beside the play: what has changed for ${name} with ${asked}, as ${name} perceives it? Answer in JSON, a few words each, with what changed alone; {} for nothing.`,
    ` Keys: ${significance}, mood, goals [], status, verb (what ${name} does), posture${where}, duration, interruptible, required_attention, holding [], attention, gains [], loses [], time, weather, place, unresolved [] (tensions that arose), resolved [] (those that are over).`,
    ofOthers,
    held === '' ? '' : ` So far: ${held}.`,
    handSetLine(set),
  ].join('');
}
