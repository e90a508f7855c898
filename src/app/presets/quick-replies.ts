import * as z from 'zod';
import type { Library } from '../../store/library.ts';
import type { Command } from '../../tui/commands/command.ts';
import { type QuickReplySet, quickReplyCommands } from '../../tui/commands/quick-replies.ts';
import { commandTable, runLine } from '../../tui/commands/table.ts';

const shape = z.object({
  replies: z.array(
    z.object({
      label: z.string(),
      title: z.string(),
      message: z.string(),
      hidden: z.boolean(),
      sends: z.boolean(),
    }),
  ),
});

const setsIn = (library: Library): QuickReplySet[] =>
  library.presets(['quick_replies']).flatMap(({ name, body }) => {
    const read = shape.safeParse(body);
    return read.success ? [{ name, replies: read.data.replies }] : [];
  });

/** These slash commands, and those of the imported quick replies, which may call the former. */
export function withQuickReplies(library: Library, commands: readonly Command[]): Command[] {
  const table = commandTable(commands);
  const names = table.map(({ name }) => name);
  const quick = quickReplyCommands(setsIn(library), names, (desk, line) => runLine(line, desk, table));
  return [...commands, ...quick];
}
