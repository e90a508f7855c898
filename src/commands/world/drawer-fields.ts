import type { Call, Item } from '../command.ts';
import { containerCommands } from './containers.ts';
import { edgeCommands } from './edges.ts';
import { entityCommands } from './entities.ts';
import { worldState } from './state.ts';
import { threadCommands } from './threads.ts';

const all = [...entityCommands, ...edgeCommands, ...containerCommands, ...worldState, ...threadCommands];

/** A command by its name, with these values. */
export const callTo = (wanted: string, values: Readonly<Record<string, unknown>>): Call => {
  const command = all.find((one) => one.name === wanted);
  if (!command) throw new RangeError(`there is no command ${wanted}`);
  return { command, values };
};

/** A field of the drawer: what it is called, its value, and what sets it to what is written. */
export interface Field {
  readonly label: string;
  readonly value: string;
  readonly about?: string;
  readonly set: (value: string) => Call;
}

/** A row that is edited in place. */
export const fieldItem = (title: string, { label, value, about = '', set }: Field): Item => ({
  label,
  detail: value === '' ? '—' : value,
  stays: true,
  call: {
    isLook: true,
    does: () => ({
      ...{ type: 'field', title: `${title}: ${label}`, lines: about === '' ? [] : [about], value },
      call: set,
    }),
  },
});
