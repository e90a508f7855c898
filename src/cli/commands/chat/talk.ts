import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { SottoError } from '../../../domain/errors.ts';
import { namesIn } from '../../../domain/world/names.ts';
import type { SayOptions } from '../../../play/chat/play-state.ts';
import type { Play } from '../../../play/play.ts';
import { printTalk } from '../../print-talk.ts';
import { run } from '../../run.ts';
import { readStdin } from '../../stdin.ts';

/** Text and chat of `[CHAT] TEXT`: one argument is the text. */
export async function chatAndText(
  args: readonly (string | undefined)[],
): Promise<{ chat: string | undefined; text: string }> {
  if (args.length > 2) {
    throw new SottoError(
      'usage',
      'too_many_arguments',
      'more than a chat and a text were given; put the text in quotes',
    );
  }
  const [chat, text] = args.length === 2 ? args : [undefined, args[0]];
  return { chat, text: text === '-' ? await readStdin() : (text ?? '') };
}

/** A whole number above 0 from an option. Throws SottoError `bad_number`. */
export function positive(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new SottoError(
    'usage',
    'bad_number',
    `${option} ${text} is not a whole number above 0; write one such as 200`,
  );
}

/** Opens a chat, generates in it, prints what the played character perceives; Ctrl+C keeps what arrived. */
export async function generate(
  app: App,
  where: { chat?: string | undefined; as?: string | undefined },
  work: (play: Play) => Promise<void>,
): Promise<void> {
  const play = app.play(where.chat, where.as);
  const done = printTalk(app, app.out, play);
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    play.stop();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    await work(play);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    done();
    await play.close();
  }
  if (isInterrupted)
    throw new SottoError('interrupted', 'interrupted', 'stopped; what had arrived is kept as cut short');
}

interface SayFlags {
  as?: string;
  to?: string;
  /** false for --no-reply. */
  reply?: string[] | boolean;
  maxTokens?: string;
}

/** Names in an option, separated by commas. */
export const names = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** As `names`, where names of this play's cast may hold commas. */
export const namesKnownTo = (play: Play, list: string): string[] =>
  namesIn(
    list,
    play.state().cast.map(({ name }) => name),
  );

function sayOptions({ to, reply, maxTokens }: SayFlags): SayOptions {
  const most = positive('--max-tokens', maxTokens);
  const audience = to === undefined ? undefined : names(to);
  if (audience?.length === 0) {
    throw new SottoError('usage', 'empty_audience', '--to names nobody; write it as --to Bob,Carl');
  }
  return {
    ...(audience && { to: audience }),
    ...(reply === false && { reply: [] }),
    ...(Array.isArray(reply) && { reply: reply.flatMap(names) }),
    ...(most !== undefined && { maxTokens: most }),
  };
}

/** `--reply Bob TEXT` leaves the text among the names: the last of them is what was to be said. */
function untangled(args: readonly (string | undefined)[], flags: SayFlags) {
  if (args.length > 0) return { args, flags };
  const names = Array.isArray(flags.reply) ? flags.reply : [];
  if (names.length < 2)
    throw new SottoError('usage', 'empty_text', 'there is no text to say; write something');
  return { args: names.slice(-1), flags: { ...flags, reply: names.slice(0, -1) } };
}

const registerSay = (program: Command): void => {
  program
    .command('say [chat-and-text...]')
    .description(
      'write as the played character and let the others answer: say [CHAT] TEXT, TEXT - reads stdin',
    )
    .option('--as <name>', 'write as this character')
    .option('--to <names>', 'audience, separated by commas')
    .option('--reply <name...>', 'who answers, in this order')
    .option('--no-reply', 'nobody answers')
    .option('--max-tokens <n>', 'longest reply')
    .action(
      run<SayFlags>(async (app, received, given) => {
        const { args, flags } = untangled(received, given);
        const options = sayOptions(flags);
        const { chat, text } = await chatAndText(args);
        if (options.reply?.length !== 0) await app.checkBackend();
        await generate(app, { chat, as: flags.as }, (play) => {
          const to = flags.to !== undefined && { to: namesKnownTo(play, flags.to) };
          return play.say(text, { ...options, ...to });
        });
      }),
    );
};

/** `sotto say`, `reply`, `regenerate`, `continue`, `impersonate`. */
export function registerTalk(program: Command): void {
  registerSay(program);
  program
    .command('reply [chat]')
    .description('one reply by a character')
    .requiredOption('--by <name>', 'who replies')
    .option('--as <name>', 'through whose eyes it is printed, * = everyone; default the played character')
    .option('--max-tokens <n>', 'longest reply')
    .action(
      run<{ by: string; as?: string; maxTokens?: string }>((app, [chat], { by, as, maxTokens }) =>
        generate(app, { chat, as }, (play) => play.reply(by, positive('--max-tokens', maxTokens))),
      ),
    );
  program
    .command('regenerate [chat]')
    .description('another version of the last reply')
    .action(run((app, [chat]) => generate(app, { chat }, (play) => play.regenerate())));
  program
    .command('continue [chat]')
    .description('go on with the last reply')
    .action(run((app, [chat]) => generate(app, { chat }, (play) => play.continueReply())));
  program
    .command('impersonate [chat]')
    .description('let the model write for the character that you play')
    .option('--as <name>', 'character to write for')
    .action(
      run<{ as?: string }>((app, [chat], { as }) =>
        generate(app, { chat, as }, (play) => play.impersonate(as ?? play.state().playing.name)),
      ),
    );
}
