import { extensionToAllow, hasExtension } from '../../app/extensions.ts';
import { requireTool, setTool } from '../../play/tools/offered.ts';
import { type Command, define } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, typed } from '../parameters.ts';

const allow = define({
  name: 'tools allow',
  group: 'the story',
  summary: 'allow an extension, with its files as they are now, or a tool that asks first',
  notes:
    'An extension runs with your rights. When one of its files changes, you are asked again. A tool that asks first is switched on in the newest chat, as by `tools on`.',
  parameters: { name: argument('<name>', typed), yes: flag('--yes', 'do not ask') },
  async run(scope, { name, yes }) {
    const { app } = scope;
    if (!hasExtension(app.dataFolder, name)) {
      const tool = await requireTool(scope.play.chat, name);
      await setTool(scope.play.chat, tool.name, true);
      return { name: tool.name, hash: null };
    }
    const { found, warning, allow: keep, isAllowed } = extensionToAllow(app.dataFolder, name);
    const isAgreed = isAllowed || yes || (await confirmed(app, 'an extension', `${warning}\nRun it?`));
    if (!isAgreed) return null;
    keep();
    return { name: found.name, hash: found.hash };
  },
  json: (found) =>
    found &&
    (found.hash === null ? { type: 'tool_allowed', name: found.name } : { type: 'extension', ...found }),
  text: (found) =>
    found && `${found.name} is allowed${found.hash === null ? ' in this chat' : ` (SHA-256 ${found.hash})`}`,
  only: { side: 'script', why: 'you look at what it runs before sotto opens' },
});

/** Commands about the tools that a person adds. */
export const extensionCommands: readonly Command[] = [allow];
