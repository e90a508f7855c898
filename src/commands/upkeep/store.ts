import { backup as backUp, restore as restoreFrom } from '../../app/backups.ts';
import { type Command, define } from '../command.ts';
import { argument, word } from '../parameters.ts';

const backup = define({
  name: 'backup',
  group: 'upkeep',
  summary: 'copy the store, safely while it is in use',
  parameters: { file: argument('[file]', word) },
  run: ({ app }, { file }) => backUp(app, file),
  json: (file) => ({ type: 'backup', file }),
  text: (file) => `backed up to ${file}`,
});

const restore = define({
  name: 'restore',
  group: 'upkeep',
  summary: 'put a backup in the place of the store, which is backed up first',
  parameters: { file: argument('<file>', word) },
  run: ({ app }, { file }) => restoreFrom(app, file),
  json: (before, _, { file }) => ({ type: 'restored', file, before }),
  text: (before, _, { file }) =>
    `restored ${file}${before === null ? '' : `; what was there before is in ${before}`}`,
  only: { side: 'script', why: 'it takes the store away from under whoever has it open' },
});

/** Commands about the store as a whole. */
export const storing: readonly Command[] = [backup, restore];
