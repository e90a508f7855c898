import type { CastMember } from '../../play/chat/play-state.ts';
import { type Panel, veilPanel } from '../panels/state.ts';
import { takeNames } from './arguments.ts';
import type { Desk } from './command.ts';

const shown = 'shown';

/** Shows what may hold secrets of a character: at once to who plays it or looks on as everyone, else when asked again. */
export interface Veiled {
  /** The slash command, with its slash. */
  readonly command: string;
  /** What is hidden, as a title. */
  readonly title: (name: string) => string;
  /** What it holds that the played character may not know. */
  readonly holds: string;
  readonly open: (name: string) => Promise<Panel> | Panel;
}

const isVeiled = (name: string, cast: readonly CastMember[], playing: CastMember): boolean =>
  playing.name !== '*' && playing.name !== name && cast.some((one) => one.name === name);

/** Runs a command that shows something of the character whom its argument names. Rejects as `open` does. */
export async function showUnlessVeiled({ play, show }: Desk, args: string, veiled: Veiled): Promise<void> {
  const { cast, playing } = play.state();
  const { names, rest } = takeNames(args, cast);
  const name = names[0] ?? args;
  if (rest === shown || !isVeiled(name, cast, playing)) {
    show(await veiled.open(name));
    return;
  }
  const { command, title, holds } = veiled;
  const lines = [
    `Hidden from ${playing.name}: ${holds}.`,
    `s shows it all the same; so does ${command} ${name} ${shown}.`,
  ];
  show(veilPanel(title(name), lines, `${command} ${name} ${shown}`));
}
