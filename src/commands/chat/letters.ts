import { changeForGood } from '../../app/cards/lasting.ts';
import type { LetterSeen } from '../../play/turn/notes.ts';
import { type Command, define, type JsonLine } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, name, names, needed, onlyIn, option, typed, word } from '../parameters.ts';
import { question } from '../shown/show.ts';

/** A letter that waits, or one that was sent from here. */
export type SeenOrSent = LetterSeen & { readonly isSent?: true };

/** A letter as `--json` prints it; what was sent from here says so. */
export const letterLine = ({ from, to, subject, text: said, isSent }: SeenOrSent): JsonLine => ({
  ...{ type: 'letter', from: from ?? '', to, subject, text: said },
  ...(isSent && { sent: true }),
});
/** A letter for people. */
export const letterText = ({ from, to, subject, text: said, isSent }: SeenOrSent): string =>
  `${isSent ? 'sent: ' : ''}${from ?? 'The director'} to ${to}${subject === '' ? '' : ` (${subject})`}: ${said}`;

const longestSubject = 60;

/** `Subject: text`; without a short beginning that ends so, all of it is the text. */
const subjectIn = (said: string): { subject: string; text: string } => {
  const [, subject = '', rest = ''] = /^([^:\n]+):\s+([\s\S]+)$/.exec(said) ?? [];
  return subject === '' || subject.length > longestSubject
    ? { subject: '', text: said }
    : { subject, text: rest };
};

const letter = define({
  name: 'letter',
  group: 'notes',
  synonyms: ['secret note', 'message'],
  summary: 'write a letter that only its recipients read, before their next line',
  notes: 'TEXT - reads standard input.',
  chat: 'option',
  parameters: {
    to: needed('--to <names>', names, 'recipients, separated by commas'),
    text: argument('<text>', typed),
    from: onlyIn('script', option('--from <name>', name, 'who wrote it; default the played character')),
    subject: onlyIn('script', option('--subject <subject>', word, 'what it is about')),
  },
  async run({ app, play, side }, { to, text: said, from, subject = '' }): Promise<LetterSeen> {
    const own = from === undefined ? play : app.play(play.state().chat.id, from);
    const written = side === 'screen' ? subjectIn(said) : { subject, text: said };
    await own.sendLetter({ to, ...written });
    return { from: own.state().playing.name, to: to.join(', '), ...written };
  },
  json: letterLine,
  text: ({ to }) => `${to} will read it before their next line`,
  screen: { usage: 'NAME[,NAME] [SUBJECT:] TEXT' },
});

const director = define({
  name: 'director',
  group: 'notes',
  synonyms: ['system', 'instruction', 'narrator'],
  summary: 'let a character speak, following an instruction for that one line',
  notes: 'TEXT - reads standard input.',
  chat: 'option',
  isTalk: true,
  parameters: {
    name: argument('<name>', name),
    text: argument('<text>', typed),
    lasting: flag(
      '--lasting',
      'add it to the card of the character, who does not speak; `undo` takes it back',
    ),
    yes: flag('--yes', 'change the character without asking'),
  },
  async run({ app, play, side }, { name: wanted, text: said, lasting, yes }): Promise<string | null> {
    if (!lasting) {
      await app.checkBackend();
      await play.direct(wanted, said);
      return null;
    }
    const asked = `Change ${wanted} for good: "${said.trim()}"?`;
    if (side === 'script' && !yes && !(await confirmed(app, 'a lasting change of a character', asked)))
      return null;
    return changeForGood(app, play, wanted, said);
  },
  json: (changed) => (changed === null ? null : { type: 'changed', name: changed }),
  text: (changed) => (changed === null ? null : `${changed} is changed from here on; undo takes it back`),
  screen: {
    usage: 'NAME [--lasting] TEXT',
    ask: (_, { lasting, yes, ...others }, again) =>
      lasting && !yes && others.text !== undefined
        ? question(
            `Change ${others.name} for good?`,
            [others.text, '/undo takes it back.'],
            again({ ...others, lasting, yes: true }),
          )
        : null,
  },
});

/** Commands that tell some what others do not hear. */
export const letters: readonly Command[] = [letter, director];
