import { setWorld } from '../../play/world/edits.ts';
import type { WorldSeen } from '../../play/world/lines/known.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, text } from '../parameters.ts';
import { notice, prose } from '../shown/show.ts';
import { eyes, knownThrough, rows } from './eyes.ts';

const worldText = ({ time, weather, place }: WorldSeen): string => {
  const said = rows(
    [
      ['time', time],
      ['weather', weather],
      ['place', place],
    ],
    '',
  );
  return said.length === 0 ? 'time, weather and place are not set' : said.join('\n');
};

const shape = {
  json: (seen: WorldSeen) => ({ type: 'world', ...seen }),
  text: worldText,
};

const world = define({
  name: 'world',
  group: 'the world',
  synonyms: ['time', 'weather', 'place', 'location'],
  summary: 'show time, weather and place as a character knows them',
  chat: 'option',
  parameters: eyes,
  run: (scope, through) => knownThrough(scope, through).mind.world,
  ...shape,
  screen: {
    show: ([seen]) => (seen ? prose('The world', worldText(seen).split('\n')) : null),
  },
});

const fields = ['time', 'weather', 'place'] as const;

const set = define({
  name: 'world set',
  group: 'the world',
  summary: 'set time (2026-01-31T18:00, or words), weather or place for everyone present',
  chat: 'option',
  parameters: { field: argument('<field>', choice(fields, 'bad_field')), value: argument('<value>', text) },
  async run({ play }, { field, value }) {
    setWorld(play.chat, field, value);
    return play.known().mind.world;
  },
  ...shape,
  screen: {
    show: (_, __, { field, value }) => notice(`${field}: ${value.trim() || 'unknown'}; /undo reverts it`),
  },
});

/** Commands about time, weather and place. */
export const worldState: readonly Command[] = [world, set];
