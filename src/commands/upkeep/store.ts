import { type BackupFile, backup as backUp, backupsOf, pickBackup } from '../../app/backups.ts';
import { restore as restoreFrom } from '../../app/restore.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, word } from '../parameters.ts';

const backup = define({
  name: 'backup',
  group: 'upkeep',
  synonyms: ['save', 'export'],
  summary: 'back up the store, safely while it is in use',
  empty: 'no backups yet: each would be listed here; `sotto backup` makes one',
  notes:
    'A backup holds the whole store: chats, cards with their pictures, and the files that came in from other programs. One that goes to a FILE also takes along the pictures of a SillyTavern directory that are no cards (avatars, backgrounds), which stand in `sources` of the data directory; others leave them there.',
  parameters: {
    file: argument('[file]', word),
    isList: flag('--list', 'list existing backups, newest first'),
  },
  async *run({ app }, { file, isList }): AsyncGenerator<string | BackupFile> {
    if (isList) yield* backupsOf(app);
    else yield await backUp(app, file, { isApart: file !== undefined });
  },
  json: (found) =>
    typeof found === 'string' ? { type: 'backup', file: found } : { type: 'backup', ...found },
  text: (found) =>
    typeof found === 'string' ? `backed up to ${found}` : `${found.at}  ${found.bytes} bytes  ${found.file}`,
});

const restore = define({
  name: 'restore',
  group: 'upkeep',
  summary: 'restore a backup, chosen from a list if none is named; the current store is backed up first',
  parameters: { file: argument('[file]', word) },
  async run({ app }, { file }) {
    const from = file ?? (await pickBackup(app));
    return { file: from, before: await restoreFrom(app, from) };
  },
  json: (restored) => ({ type: 'restored', ...restored }),
  text: ({ file, before }) =>
    `restored ${file}${before === null ? '' : `; what was there before is in ${before}`}`,
  only: { side: 'script', why: 'it replaces a store that others may have open' },
});

/** Commands about the store as a whole. */
export const storing: readonly Command[] = [backup, restore];
