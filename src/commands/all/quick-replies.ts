import { SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { QuickReply, QuickReplySet } from '../../interop/sillytavern/quick-replies.ts';
import { type Command, define, type Group, type Item, type Shown } from '../command.ts';
import { argument, text } from '../parameters.ts';
import type { ScreenScope } from '../scope.ts';
import { list } from '../shown/show.ts';
import { commandIn, isOnScreen, runLine, screenName } from './on-screen.ts';

const longestSummary = 60;

/** A word for a slash command: letters, digits and dashes, in lower case; empty when nothing of the kind is there. */
const wordOf = (label: string): string =>
  label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);

const shortened = (said: string): string => oneLine(said).slice(0, longestSummary);

const isScript =
  'this quick reply is a script of several commands, which sotto does not run; its text is in the composer';

const isOutside = 'this quick reply changes more than this chat; its text is in the composer for you to send';

/** Groups of commands that a file may call: what they do is of the open chat alone, and undo takes it back. */
const ofChat: ReadonlySet<Group> = new Set([
  ...(['talking', 'who speaks', 'the scene', 'the tree', 'notes', 'reading', 'the screen'] as const),
]);

/** Other programs' scripts pipe commands into each other and call commands that sotto has not; none of it is run. */
async function perform(
  scope: ScreenScope,
  { message, sends }: QuickReply,
  more: string,
  others: readonly Command[],
): Promise<Shown> {
  const said = [message.trim(), more].filter((part) => part !== '').join(' ');
  if (said === '') throw new SottoError('usage', 'empty_quick_reply', 'this quick reply is empty');
  if (!sends) return { type: 'draft', text: said };
  if (!said.startsWith('/')) {
    await scope.play.say(said);
    return null;
  }
  if (/\||\n/.test(said)) return { type: 'draft', text: said, why: isScript };
  const [command] = commandIn(said.slice(1), others);
  if (!ofChat.has(command.group)) return { type: 'draft', text: said, why: isOutside };
  return runLine(said, scope, others);
}

const only = { side: 'screen' as const, why: 'it is a button on the screen' };

const commandFor = (name: string, reply: QuickReply, others: readonly Command[]): Command =>
  define({
    name,
    group: 'the screen',
    summary: shortened(reply.title || reply.message),
    parameters: { more: argument('[more]', text) },
    run: () => null,
    screen: { show: (_, scope, { more = '' }) => perform(scope, reply, more, others) },
    only,
  });

/**
 * A slash command for each quick reply, by its label, or that with its set's name where another command is called so;
 * and `/quick`, which lists them. `others` are the other commands: a quick reply calls no quick reply.
 */
export function quickReplyCommands(
  sets: readonly Pick<QuickReplySet, 'name' | 'replies'>[],
  others: readonly Command[],
): Command[] {
  const names = new Set([...others.filter(isOnScreen).map(screenName), 'quick']);
  const listed: Item[] = [];
  const commands = sets.flatMap(({ name: set, replies }) =>
    replies.flatMap((reply, index): Command[] => {
      const label = wordOf(reply.label) || `${wordOf(set)}-${index + 1}`;
      const choices = [label, `${wordOf(set)}-${label}`, `${wordOf(set)}-${label}-${index + 1}`];
      const name = choices.find((choice) => !names.has(choice));
      if (name === undefined) return [];
      names.add(name);
      const command = commandFor(name, reply, others);
      const row = { label: `/${name}  ${shortened(reply.message)}`, call: { command, values: {} } };
      if (!reply.hidden) listed.push(row);
      return [command];
    }),
  );
  if (commands.length === 0) return [];
  const quick = define({
    name: 'quick',
    group: 'the screen',
    summary: 'list all quick replies',
    parameters: {},
    run: () => null,
    screen: { show: () => list('Quick replies', listed) },
    only,
  });
  return [quick, ...commands];
}
