import { deepStrictEqual } from 'node:assert/strict';
import type { Command } from '../../../src/commands/command.ts';
import type { Quay } from '../doing.ts';
import { answerOf, lineOf } from './asking.ts';
import { type Door, doorsOf } from './doors.ts';
import { Doorstep } from './doorstep.ts';
import { poolOf } from './pool.ts';

/** Which doors are opened: those that numbers fall on, as often one of each command, those that are wanted, or all. */
export type Knocks = readonly number[] | ((door: Door) => boolean) | 'all';

function chosen(doors: readonly (readonly Door[])[], knocks: Knocks): readonly Door[] {
  if (knocks === 'all') return doors.flat();
  if (typeof knocks === 'function') return doors.flat().filter(knocks);
  return knocks.flatMap((knock) => {
    const group = doors[knock % doors.length] ?? [];
    return group[Math.floor(knock / doors.length) % group.length] ?? [];
  });
}

/**
 * Opens doors as a character, in the history in which everything happened and in the one that holds what it perceived, and compares
 * all that a person is told, byte for byte; how many. Throws AssertionError at the first that differs.
 */
export async function knock(
  [full, bare]: readonly [Quay, Quay],
  who: string,
  knocks: Knocks,
  table?: readonly Command[],
): Promise<number> {
  const doors = chosen(doorsOf(poolOf(full, who), table), knocks);
  const steps = [new Doorstep(full, who), new Doorstep(bare, who)] as const;
  try {
    for (const door of doors) {
      const [told, expected] = [await answerOf(steps[0], door), await answerOf(steps[1], door)];
      const which = `${door.side}: ${lineOf(door)}`;
      deepStrictEqual([which, ...told.split('\n')], [which, ...expected.split('\n')]);
    }
  } finally {
    for (const step of steps) step.close();
  }
  return doors.length;
}
