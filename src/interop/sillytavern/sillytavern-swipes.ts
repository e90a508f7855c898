import * as z from 'zod';
import type { Alternative, Foreign } from '../chat-file.ts';
import { readSendDate } from './send-date.ts';

const most = { ofMessage: 100, ofChat: 2000 };

const info = z.object({
  send_date: z.unknown(),
  extra: z
    .looseObject({ reasoning: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const swiped = z.object({
  swipes: z.array(z.unknown()),
  swipe_id: z.number().int().optional().catch(undefined),
  swipe_info: z.array(z.unknown()).optional().catch(undefined),
});

/** Reads the swipes of a chat's messages; beyond 100 of a message and 2,000 of a chat they are counted alone. */
export class Swipes {
  left = 0;
  #taken = 0;

  /**
   * What a message says otherwise in its swipes; the one that is chosen, blanks and repetitions are left out. Each
   * keeps its number as `swipe_id`.
   */
  of(fields: Foreign, text: string, at: string): Alternative[] {
    const read = swiped.safeParse(fields);
    if (!read.success) return [];
    const { swipes, swipe_id, swipe_info = [] } = read.data;
    const { swipes: _, swipe_id: __, swipe_info: ___, gen_started, gen_finished, extra, ...rest } = fields;
    const seen = new Set([text]);
    const others = [...swipes.entries()].flatMap(([index, swipe]): [string, number][] => {
      if (index === swipe_id || typeof swipe !== 'string' || swipe.trim() === '' || seen.has(swipe))
        return [];
      seen.add(swipe);
      return [[swipe, index]];
    });
    const taken = others.slice(0, Math.min(most.ofMessage, most.ofChat - this.#taken));
    this.#taken += taken.length;
    this.left += others.length - taken.length;
    return taken.map(([swipe, index]) => {
      const own = info.safeParse(swipe_info[index]).data;
      const foreign = { ...rest, ...(own as Foreign | undefined), swipe_id: index };
      const reasoning = own?.extra?.reasoning;
      const when = readSendDate(own?.send_date) ?? at;
      return { text: swipe, at: when, foreign, ...(reasoning && { reasoning }) };
    });
  }
}
