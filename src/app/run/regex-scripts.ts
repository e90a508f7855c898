import * as z from 'zod/mini';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { Library } from '../../store/library.ts';

const shape: z.ZodMiniType<RegexScript> = z.object({
  name: z.string(),
  find: z.string(),
  replace: z.string(),
  trim: z.array(z.string()),
  placement: z.array(z.number()),
  disabled: z.boolean(),
  markdownOnly: z.boolean(),
  promptOnly: z.boolean(),
  runOnEdit: z.boolean(),
  substitute: z.number(),
  minDepth: z.nullable(z.number()),
  maxDepth: z.nullable(z.number()),
});

/** The imported regex scripts that are switched on, in the order of the files that they came from. */
export const regexScripts = (library: Library): RegexScript[] =>
  library
    .presets(['regex'])
    .toSorted((a, b) => Number(a.body.order ?? 0) - Number(b.body.order ?? 0))
    .flatMap(({ body }) => {
      const read = shape.safeParse(body);
      return read.success && !read.data.disabled ? [read.data] : [];
    });
