import * as z from 'zod';
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

/** A set of quick replies that was imported, by its name. */
export interface QuickReplySet extends z.infer<typeof shape> {
  readonly name: string;
}

/** Every set of quick replies that was imported. */
export const quickReplySets = (library: Library): QuickReplySet[] =>
  library.presets(['quick_replies']).flatMap(({ name, body }) => {
    const read = shape.safeParse(body);
    return read.success ? [{ name, replies: read.data.replies }] : [];
  });
