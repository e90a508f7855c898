import { readTextFile } from '../../app/files/text-file.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Answered } from '../../play/chat/asking-play.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, name, nameOf, option, positive, typed, word } from '../parameters.ts';
import { castList, notice, plural, prose } from '../shown/show.ts';
import { drawFeeling } from './felt.ts';

/** An answer, and the name of whoever gave it. */
interface Shown extends Answered {
  readonly name: string;
  /** The picture that the card of whoever was asked ships for the emotion that it answered; empty = none. */
  readonly picture: string;
}

const notRead = ({ leftOut }: Shown): string[] =>
  leftOut === 0
    ? []
    : [
        `the text is too long: ${plural(leftOut, 'part')} of it, the least relevant to the question, were not read`,
      ];

const together = (...given: readonly (string | undefined)[]): void => {
  if (given.filter((one) => one !== undefined).length < 2) return;
  const message = '--about and --file name two texts; ask about one of them';
  throw new SottoError('usage', 'two_texts', message);
};

const ask = define({
  name: 'ask',
  group: 'talking',
  synonyms: ['question', 'ooc'],
  summary:
    'ask a character something beside the play; it answers from what it knows, and nothing of that is kept',
  notes:
    'Kinds: content-analysis (the usual), session-summary, impersonation, continuation, emotion, image-prompt, next-speaker, remember, or the name of a lorebook entry, whose text is then the instruction.',
  chat: 'option',
  as: 'who asks, and hears what is kept; default the played character',
  asksModel: true,
  parameters: {
    of: argument('<character>', name),
    text: argument('[text]', typed),
    about: option('--about <chat>', nameOf('chat'), 'about a chat that the character took part in'),
    around: option('--around <time>', word, 'of that chat, what was said around this time'),
    file: option('--file <file>', nameOf('file'), 'about a text file'),
    kind: option('--kind <kind>', nameOf('kind'), 'what kind of answer is wanted'),
    maxWords: option('--max-words <n>', positive, 'longest answer in words'),
    keep: flag('--keep', 'keep the answer as a line that only this character and the asker hear'),
  },
  async run(scope, { of, about, file, ...question }): Promise<Shown> {
    const { app, play, side } = scope;
    together(about, file);
    if (question.around !== undefined && about === undefined)
      throw new SottoError('usage', 'no_times', '--around is a time in a chat; name that with --about');
    const text = file === undefined ? undefined : { name: file, text: readTextFile(file) };
    if (side === 'script') await app.checkBackend();
    const answered = await play.ask(of, { ...question, chat: about, file: text });
    const found = play.state().cast.find(({ id }) => id === answered.by);
    const member = play.known().cast.find(({ id }) => id === answered.by);
    const picture = answered.kind === 'emotion' ? drawFeeling(scope, member, answered.text) : '';
    return { ...answered, name: found?.name ?? of, picture };
  },
  json: ({ name: by, kind, text, promptTokens, reusedTokens, kept, picture }) => ({
    ...{ type: 'answer', by, kind, text, promptTokens, reusedTokens },
    ...(kept !== null && { kept }),
    ...(picture !== '' && { picture }),
  }),
  text: ({ text }) => text,
  warnings: notRead,
  screen: {
    usage: 'NAME [--kind KIND] TEXT',
    ask: ({ play }, { of, ...others }, again) =>
      of === undefined
        ? castList('Whom to ask', play.state().cast, (one) => again({ ...others, of: one }))
        : null,
    show([found]) {
      if (!found) return null;
      const { name: by, kind, text, kept } = found;
      if (kept !== null) return notice(`kept: only ${by} and you hear it`);
      return prose(`${by}, beside the play (${kind})`, [...text.split('\n'), ...notRead(found)]);
    },
  },
});

/** Commands that ask beside the play. */
export const asking: readonly Command[] = [ask];
