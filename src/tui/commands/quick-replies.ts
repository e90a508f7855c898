import { SottoError } from '../../domain/errors.ts';
import { listPanel } from '../panels/state.ts';
import type { Command, Desk } from './command.ts';

/** A text that a word calls up. */
export interface QuickReply {
  readonly label: string;
  /** For people; may be empty. */
  readonly title: string;
  /** Said in the chat, or run when it begins with a slash. */
  readonly message: string;
  readonly hidden: boolean;
  /** False = it is put into the line to be written, and waits for the human. */
  readonly sends: boolean;
}

/** A named set of them. */
export interface QuickReplySet {
  readonly name: string;
  readonly replies: readonly QuickReply[];
}

/** Runs a line that begins with a slash. */
export type RunLine = (desk: Desk, line: string) => Promise<void>;

const longestHelp = 60;

/** A word for a slash command: letters, digits and dashes, in lower case; empty when nothing of the kind is there. */
const wordOf = (label: string): string =>
  label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, longestHelp);

/** Other programs' scripts pipe commands into each other and call commands that sotto has not; none of it is run. */
async function perform(
  desk: Desk,
  { message, sends }: QuickReply,
  more: string,
  run: RunLine,
): Promise<void> {
  const text = [message.trim(), more].filter((part) => part !== '').join(' ');
  if (text === '') throw new SottoError('usage', 'empty_quick_reply', 'this quick reply holds no text');
  if (!sends) desk.draft(text);
  else if (!text.startsWith('/')) await desk.play.say(text);
  else if (/\||\n/.test(text)) {
    desk.draft(text);
    const why =
      'this quick reply is a script of several commands, which sotto does not run; it is in your line';
    throw new SottoError('usage', 'quick_reply_script', why);
  } else await run(desk, text);
}

/**
 * A slash command for each quick reply, by its label, or that with its set's name where another command is called so;
 * and `/quick`, which lists them. `taken` are the names of other commands. A quick reply calls no quick reply.
 */
export function quickReplyCommands(
  sets: readonly QuickReplySet[],
  taken: readonly string[],
  run: RunLine,
): Command[] {
  const names = new Set([...taken, 'quick']);
  const rows: { label: string; command: string }[] = [];
  const commands = sets.flatMap(({ name: set, replies }) =>
    replies.flatMap((reply, index): Command[] => {
      const label = wordOf(reply.label) || `${wordOf(set)}-${index + 1}`;
      const choices = [label, `${wordOf(set)}-${label}`, `${wordOf(set)}-${label}-${index + 1}`];
      const name = choices.find((choice) => !names.has(choice));
      if (name === undefined) return [];
      names.add(name);
      if (!reply.hidden) rows.push({ label: `/${name}  ${oneLine(reply.message)}`, command: `/${name}` });
      const help = oneLine(reply.title || reply.message);
      return [{ name, args: '[MORE]', help, run: (desk, args) => perform(desk, reply, args, run) }];
    }),
  );
  if (commands.length === 0) return [];
  const quick: Command = {
    name: 'quick',
    args: '',
    help: 'every quick reply',
    run: ({ show }) => show(listPanel('Quick replies', rows, 0)),
  };
  return [quick, ...commands];
}
