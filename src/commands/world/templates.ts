import { join } from 'node:path';
import { exportTemplate, importTemplate } from '../../app/cards/character-template.ts';
import { makeFolderFor, writeFileOf } from '../../app/files/files.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { type Command, define, ofFiles } from '../command.ts';
import { argument, flag, name, option, word } from '../parameters.ts';

const write = define({
  name: 'entity export',
  group: 'the world',
  summary: 'export a character with its state and card, as JSON',
  chat: 'option',
  parameters: {
    name: argument('<name>', name),
    out: option('--out <file>', word, 'file to write, - prints it; default one in the exports directory'),
    force: flag('--force', 'replace the file if it exists'),
  },
  async run({ app, play, write: print }, { name: wanted, out, force }) {
    const made = await exportTemplate(app, play.state().chat.id, wanted);
    const json = `${JSON.stringify(made, null, 2)}\n`;
    if (out === '-') {
      print(json);
      return null;
    }
    const file = out ?? join(app.dataFolder, 'exports', `${fileNameFor(made.name)}.entity.json`);
    if (out === undefined) makeFolderFor(file);
    writeFileOf(file, [json], { force });
    return { name: made.name, file };
  },
  json: (written) => written && { type: 'exported', kind: 'entity', format: 'json', ...written },
  text: (written) => written && `wrote ${written.name} to ${written.file}`,
  only: ofFiles,
});

const take = define({
  name: 'entity import',
  group: 'the world',
  summary: 'import a character with its state into the chat; someone already present gets the state',
  chat: 'option',
  parameters: { file: argument('<file>', word) },
  run: ({ app, play }, { file }) => importTemplate(app, play.state().chat.id, file),
  json: ({ name: taken, leftOut }) => ({
    type: 'imported',
    kind: 'entity',
    name: taken,
    warnings: warnings(leftOut),
  }),
  text: ({ name: taken }) => `${taken} is here, as the file describes`,
  warnings: ({ leftOut }) => warnings(leftOut),
  only: ofFiles,
});

const warnings = (leftOut: readonly string[]): string[] =>
  leftOut.map((one) => `what it feels about ${one} is left out: nobody here has that name`);

/** Commands that take a character with its state out of a chat and into one. */
export const templateCommands: readonly Command[] = [write, take];
