import * as z from 'zod/mini';
import { SottoError } from '../../domain/errors.ts';
import { type Command, define } from '../command.ts';
import {
  argument,
  flag,
  hearers,
  type Kind,
  name,
  nameOf,
  names,
  needed,
  onlyIn,
  option,
  positive,
  text,
  typed,
} from '../parameters.ts';
import { beginningOf, unmarked } from '../shown/previews.ts';
import { headShape } from '../shown/shapes.ts';
import { castList, list, notice, othersIn } from '../shown/show.ts';

const maxTokens = onlyIn('script', option('--max-tokens <n>', positive, 'longest reply in tokens'));

const say = define({
  name: 'say',
  group: 'talking',
  summary: 'write as the played character and let the others answer: say [CHAT] TEXT; TEXT - reads stdin',
  chat: 'before text',
  as: 'write as this character',
  isTalk: true,
  parameters: {
    text: argument('[text]', typed),
    to: option('--to <names>', hearers, 'audience, separated by commas; @GROUP for the members of a group'),
    reply: option('--reply <name...>', names, 'who answers, in this order'),
    noReply: flag('--no-reply', 'let nobody answer'),
    maxTokens,
    settle: flag('--settle', 'wait for its background jobs as well'),
  },
  async run({ app, play }, { text, to, reply, noReply, maxTokens, settle }) {
    if (text === undefined)
      throw new SottoError('usage', 'empty_text', 'the message is empty; write something');
    if (to?.length === 0)
      throw new SottoError('usage', 'empty_audience', '--to names nobody; write it as --to Bob,Carl');
    if (!noReply) await app.checkBackend();
    await play.say(text, {
      ...(to && { to }),
      ...(reply && { reply: reply.flat() }),
      ...(noReply && { reply: [] }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(settle && { settle }),
    });
  },
  only: { side: 'script', why: 'on the screen, whatever you type without a slash is said' },
});

const to = define({
  name: 'to',
  group: 'talking',
  synonyms: ['whisper', 'private', 'secret', 'dm'],
  summary: 'say TEXT so that only NAME or @GROUP hears it',
  parameters: { to: argument('<name,name>', hearers), text: argument('<text>', text) },
  run: ({ play }, { to, text }) => play.say(text, { to }),
  only: { side: 'screen', why: 'a script uses `sotto say TEXT --to NAMES`' },
});

/** Each line of a text as something that is done, between asterisks. */
export const asAction = (text: string): string => text.trim().replace(/\S.*\S|\S/g, '*$&*');

const me = define({
  name: 'me',
  group: 'talking',
  synonyms: ['emote', 'action'],
  summary: 'act: `/me waves` says *waves*; a message that begins with // is said with one slash',
  parameters: { text: argument('<text>', text) },
  run: ({ play }, { text }) => play.say(asAction(text)),
  only: { side: 'screen', why: 'a script writes the asterisks itself' },
});

const reply = define({
  name: 'reply',
  group: 'talking',
  synonyms: ['generate', 'answer', 'trigger'],
  summary: 'let a character reply once',
  chat: 'first',
  as: 'print it as seen by this character, * = everyone; default the played character',
  isTalk: true,
  parameters: { by: needed('--by <name>', name, 'who replies'), maxTokens },
  run: ({ play }, { by, maxTokens }) => play.reply(by, maxTokens),
  screen: {
    ask: ({ play }, { by }, again) =>
      by === undefined ? castList('Who speaks next', othersIn(play), (name) => again({ by: name })) : null,
  },
});

/** Makes another version of the last reply, or of any line of a character's. */
export const regenerate = define({
  name: 'regenerate',
  group: 'talking',
  synonyms: ['reroll', 'swipe', 'again', 'alternate', 'retry', 'version'],
  summary: 'a new version of the last reply, or of any with --keep; the old version stays',
  chat: 'first',
  chatUnless: 'keep',
  isTalk: true,
  parameters: {
    message: argument('[message]', nameOf('message')),
    keep: flag('--keep', 'a new version of MESSAGE, the last unless named; what came later stands'),
    without: option(
      '--without <message>',
      nameOf('message'),
      'delete this message and regenerate every reply after it',
    ),
  },
  run({ play }, { message, keep, without }) {
    if (keep && without !== undefined)
      throw new SottoError('usage', 'keep_or_without', 'name either --keep or --without, not both');
    return keep || message !== undefined
      ? play.regenerateKeeping(message ?? 'last')
      : play.regenerate(without);
  },
  screen: { usage: '[MESSAGE --keep]' },
});

const more = define({
  name: 'continue',
  group: 'talking',
  synonyms: ['extend', 'go on'],
  summary: 'continue the last reply',
  chat: 'first',
  isTalk: true,
  parameters: {},
  run: ({ play }) => play.continueReply(),
});

const which: Kind<'next' | 'prev' | number> = {
  ...positive,
  schema: z.union([z.enum(['next', 'prev']), positive.schema]),
};

interface Version {
  readonly index: number;
  readonly of: number;
}

const swipe = define({
  name: 'swipe',
  group: 'the tree',
  synonyms: ['alternate', 'version', 'reroll'],
  summary:
    'switch to another version of the last message: next, prev or its number from 1; on the screen, choose from all',
  chat: 'option',
  parameters: { which: argument('[which]', which) },
  async *run({ play, side }, { which = 'next' }): AsyncGenerator<Version | null> {
    yield await play.swipe(which);
    if (side === 'script') yield null;
  },
  json: (found, scope) => (found ? { type: 'swipe', ...found } : headShape.json(found, scope)),
  text: (found, scope) => (found ? `version ${found.index} of ${found.of}` : headShape.text(found, scope)),
  screen: {
    ask({ play }, { which: wanted }, again) {
      const known = wanted === undefined ? play.versions() : [];
      if (known.length < 2) return null;
      const items = known.map(({ current, text: said }, index) => ({
        label: `${current ? '*' : ' '} ${unmarked(beginningOf(said))}`,
        isProse: true,
        call: again({ which: index + 1 }),
        preview: () => said.split('\n'),
      }));
      return list(
        'Versions of the last message',
        items,
        known.findIndex(({ current }) => current),
      );
    },
    show: ([found]) => (found ? notice(`version ${found.index} of ${found.of}`) : null),
  },
});

/** Commands that say something or let the model write. */
export const talking: readonly Command[] = [say, to, me, reply, regenerate, more, swipe];
