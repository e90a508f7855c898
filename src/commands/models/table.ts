import type { Command } from '../command.ts';
import { use } from './choosing.ts';
import { engineCommand } from './engine.ts';
import { setup } from './hosted.ts';
import { keeping } from './keeping.ts';
import { key } from './key.ts';
import { modelLists } from './listing.ts';
import { pull } from './pulling.ts';
import { show } from './showing.ts';

/** Commands about models and their files. */
export const modelCommands: readonly Command[] = [
  ...modelLists,
  show as Command,
  pull as Command,
  use as Command,
  ...keeping,
  engineCommand as Command,
  setup as Command,
  key as Command,
];
