import * as z from 'zod';
import type { QuickReplySet } from '../../interop/sillytavern/quick-replies.ts';
import type { Library } from '../../store/library.ts';

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

/** The quick replies of the library. */
export const quickReplySets = (library: Library): Pick<QuickReplySet, 'name' | 'replies'>[] =>
  library.presets(['quick_replies']).flatMap(({ name, body }) => {
    const read = shape.safeParse(body);
    return read.success ? [{ name, replies: read.data.replies }] : [];
  });
