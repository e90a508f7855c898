import { DiceRoll, NumberGenerator } from '@dice-roller/rpg-dice-roller';

/**
 * A throw of dice as it came, such as `2d6+1: [3, 5]+1 = 9`, drawn by numbers from 0 to 1. Throws where the notation is none. Loaded
 * when it is first used.
 */
export function thrown(notation: string, random: () => number): string {
  NumberGenerator.generator.engine = { next: () => Math.floor(random() * 2 ** 32) | 0 };
  return new DiceRoll(notation).output;
}
