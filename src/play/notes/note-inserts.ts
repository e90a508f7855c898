import { isNoteFor } from '../../domain/decide/notes.ts';
import type { View } from '../../domain/view.ts';
import { listed } from '../../domain/world/names.ts';
import { knownBy, type Letter, type Member, memberOf, type World } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';

const scenarioDepth = 4;

const scenarioNote = (world: World, { id, name }: Member): Insert[] => {
  const text = world.scenarios[id];
  if (text === undefined) return [];
  const reason = `what only ${name} is told`;
  return [
    {
      ...{ name: 'scenario note', source: 'chat', reason, zone: 'live', tier: 'should' },
      depth: scenarioDepth,
      isAsked: true,
      text: `[Scenario: ${text}]`,
    },
  ];
};

const authorNote = <Who>(world: World, { id }: Member<Who>, view: View<Who>): Insert[] => {
  const { note } = world;
  if (note === null || !isNoteFor(world, id)) return [];
  const { text, depth, role, every } = note;
  if (every > 1 && view.count() % every !== 0) return [];
  const reason = every > 1 ? `every ${every} messages` : 'in every prompt';
  return [
    {
      ...{ name: "author's note", source: 'chat', reason, zone: 'live', tier: 'should', isAsked: true },
      ...{ depth, role, text },
    },
  ];
};

const readAs = (world: World, { name }: Member, { from, subject, text }: Letter): string => {
  if (from === null) return `[Director, for ${name}'s next line only: ${text}]`;
  const about = subject === '' ? '' : ` — ${subject}`;
  return `[A letter from ${memberOf(world, from)?.name ?? ''} to ${name}${about}: ${text}]`;
};

const letters = (world: World, speaker: Member): Insert[] =>
  (world.letters[speaker.id] ?? []).map((letter) => ({
    name: letter.from === null ? 'director' : 'letter',
    source: letter.id,
    reason: `for ${speaker.name}'s next line`,
    zone: 'live',
    tier: 'must',
    depth: 0,
    isFilled: true,
    text: readAs(world, speaker, letter),
  }));

/** What is told a speaker beside the play: its scenario, the author's note, the letters that wait for it. */
export const noteInserts = <Who>(world: World, speaker: Member<Who>, view: View<Who>): Insert[] => [
  ...scenarioNote(world, speaker),
  ...authorNote(world, speaker, view),
  ...letters(world, speaker),
];

/** Who is there and who is not, once somebody whom the speaker knows of is away; a speaker who is away sees neither. */
export function sceneInsert(world: World, speaker: Member): Insert[] {
  const known = knownBy(world, speaker.id);
  const namesOf = (present: boolean) =>
    known.filter((member) => member.present === present).map(({ name }) => name);
  const away = namesOf(false);
  if (away.length === 0 || !memberOf(world, speaker.id)?.present) return [];
  const is = away.length === 1 ? 'is' : 'are';
  return [
    {
      ...{ name: 'scene', source: 'chat', reason: 'somebody is away', zone: 'live', tier: 'must' },
      text: `[Here now: ${listed(namesOf(true), 'and')}. ${listed(away, 'and')} ${is} elsewhere.]`,
      isFilled: true,
    },
  ];
}

/** What a speaker is told for this one generation alone. */
export const instructionInsert = ({
  speaker: { name },
  instruction,
}: {
  readonly speaker: Member;
  readonly instruction?: string;
}): Insert[] =>
  instruction === undefined
    ? []
    : [
        {
          ...{
            name: 'instruction',
            source: 'command',
            reason: 'for this line alone',
            zone: 'live',
            tier: 'must',
          },
          ...{ depth: 0, isFilled: true, isAsked: true },
          text: `[Director, for ${name}'s line now: ${instruction}]`,
        },
      ];
