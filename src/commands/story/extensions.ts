import { extensionToAllow } from '../../app/extensions.ts';
import { type Command, define } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, typed } from '../parameters.ts';

const allow = define({
  name: 'tools allow',
  group: 'the story',
  summary: 'agree that an extension is run, as its files are now',
  notes: 'An extension runs with your rights. When one of its files changes, you are asked again.',
  parameters: { name: argument('<name>', typed), yes: flag('--yes', 'do not ask') },
  async run({ app }, { name, yes }) {
    const { found, warning, allow: keep, isAllowed } = extensionToAllow(app.dataFolder, name);
    const isAgreed = isAllowed || yes || (await confirmed(app, 'an extension', `${warning}\nRun it?`));
    if (!isAgreed) return null;
    keep();
    return { name: found.name, hash: found.hash };
  },
  json: (found) => found && { type: 'extension', ...found },
  text: (found) => found && `${found.name} is allowed (SHA-256 ${found.hash})`,
  only: { side: 'script', why: 'what it would run is looked at before sotto is open' },
});

/** Commands about the tools that a person adds. */
export const extensionCommands: readonly Command[] = [allow];
