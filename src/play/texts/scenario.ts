import type { Character } from '../../cards/character.ts';
import type { Known } from '../../domain/known/known.ts';
import type { Member } from '../../domain/world/world.ts';

/** A card as its character has it here: with the scenario that stands in the place of its own. */
export const withScenario = <Who>(
  character: Character | null,
  { scenarios }: Known<Who>,
  { id }: Pick<Member<Who>, 'id'>,
): Character | null => {
  const said = scenarios[id];
  return character && said?.isInstead ? { ...character, scenario: said.text } : character;
};
