import * as z from 'zod/mini';
import { failed, type Outcome, tool } from '../tool.ts';

const longest = 100;

/** What a throw of dice comes to, drawn by `random`; said by name. A notation that is none is an outcome that says so. */
export async function rolled(notation: string, random: () => number, name: string): Promise<Outcome> {
  const wanted = notation.trim();
  if (wanted.length > longest) return failed(`the notation is longer than ${longest} characters`);
  try {
    const { thrown } = await import('./throwing.ts');
    const result = thrown(wanted, random);
    return { result, text: `[${name} rolls ${result}]`, for: 'line' };
  } catch {
    return failed(`"${wanted}" is no dice notation; write it like 2d6+1, 4d6kh3 or d20`);
  }
}

/** Dice whose result nobody makes up (HC-26). */
export const rollDice = tool({
  name: 'roll_dice',
  description: 'Roll dice where chance decides; the result is real and everyone who hears you sees it.',
  parameters: z.object({
    notation: z.string().check(z.describe('dice notation such as 2d6+1, d20 or 4d6kh3')),
  }),
  run: ({ notation }, { random, who }) => rolled(notation, random, who.name),
});
