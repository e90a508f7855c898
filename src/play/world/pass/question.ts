import { entityIn, type Mind } from '../../../domain/world/mind.ts';
import type { Passing } from './facts.ts';

const longest = 400;

/** What somebody takes to be so, as far as it is asked for: what says nothing is left out. */
function heldNow({ owner, others }: Pick<Passing, 'owner' | 'others'>, mind: Mind): string {
  const { mood, goals, status, inventory, activity } = entityIn(mind, owner);
  const { container, slot, posture, verb, holding, attention } = activity;
  const place = mind.containers[container]?.name ?? '';
  const seen = others.flatMap(({ id, name }) => {
    const { verb: does } = entityIn(mind, id).activity;
    return does === '' ? [] : [[name, does]];
  });
  const all = {
    ...{ mood, goals, status, verb, posture, container: place, slot, holding, attention, inventory },
    ...mind.world,
    others: seen.map(([name, does]) => `${name}: ${does}`),
  };
  const said = Object.entries(all).filter(([, value]) => value.length > 0);
  return said
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ')
    .slice(0, longest);
}

/** What one of the cast is asked after a message that says this: what has changed for them alone; and how the answer is to look. */
export function passQuestion(name: string, passing: Passing, said: string): string {
  const { others, news, mind, isAgain } = passing;
  const names = others.map((other) => JSON.stringify(other.name));
  const containers = Object.values(mind.containers).map((one) => one.name);
  const which = news.length > 1 ? `the last ${news.length} lines` : 'the last line';
  const asked = isAgain ? `this line, which reads so now: ${JSON.stringify(said.slice(0, longest))}` : which;
  const where = containers.length > 0 ? ', container, slot' : '';
  const ofOthers =
    names.length === 0
      ? ''
      : ` "others": by name (${names.join(', ')}) affinity_delta and trust_delta (-3 to 3, what ${name} feels), knowledge_facts [what ${name} learned of them], verb, posture, holding [what ${name} sees].`;
  const held = heldNow(passing, mind);
  return [
    `Beside the play: what has changed for ${name} with ${asked}, as ${name} perceives it? Answer in JSON, a few words each, with what changed alone; {} for nothing.`,
    ` Keys: significance (0 routine, 1 notable, 2 significant, 3 pivotal), mood, goals [], status, verb (what ${name} does), posture${where}, duration, interruptible, required_attention, holding [], attention, gains [], loses [], time, weather, place.`,
    ofOthers,
    held === '' ? '' : ` So far: ${held}.`,
  ].join('');
}
