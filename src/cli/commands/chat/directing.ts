import type { Command } from 'commander';
import { SottoError } from '../../../domain/errors.ts';
import { strategy } from '../../../domain/events/event-parts.ts';
import type { NextSpeakers } from '../../../play/chat/play-state.ts';
import {
  type DirectorChange,
  type DirectorState,
  noClassifier,
  strategyNamed,
} from '../../../play/director/directing.ts';
import type { JsonLine } from '../../output.ts';
import { run } from '../../run.ts';
import { readStdin } from '../../stdin.ts';
import { generate, names, positive } from './talk.ts';
import { type ChatOption, withChat } from './tree.ts';

interface StrategyFlags extends ChatOption {
  set?: string;
  mute?: string;
  unmute?: string;
  talkative?: string[];
  selfReply?: string;
}

const wrong = (code: string, message: string): SottoError => new SottoError('usage', code, message);

function isOn(word: string): boolean {
  if (word === 'on' || word === 'off') return word === 'on';
  throw wrong('bad_argument', `--self-reply ${word} is neither on nor off`);
}

/** `NAME=0.3`; a name may hold the sign itself. */
function talkativeness(given: readonly string[]): Record<string, number> {
  const pairs = given.map((text): [string, number] => {
    const at = text.lastIndexOf('=');
    const value = text.slice(at + 1).trim();
    if (at > 0 && value !== '' && Number.isFinite(Number(value))) return [text.slice(0, at), Number(value)];
    throw wrong(
      'bad_talkativeness',
      `--talkative ${text} is not NAME=NUMBER; write it as --talkative Bob=0.3`,
    );
  });
  return Object.fromEntries(pairs);
}

const changeFrom = (flags: StrategyFlags): DirectorChange => ({
  ...(flags.set !== undefined && { strategy: strategyNamed(flags.set) }),
  ...(flags.selfReply !== undefined && { selfReply: isOn(flags.selfReply) }),
  ...(flags.mute !== undefined && { mute: names(flags.mute) }),
  ...(flags.unmute !== undefined && { unmute: names(flags.unmute) }),
  ...(flags.talkative && { talkativeness: talkativeness(flags.talkative) }),
});

const directorLine = ({ hasClassifier: _, ...director }: DirectorState): JsonLine => ({
  type: 'director',
  ...director,
});

const directorText = ({
  strategy,
  selfReply,
  muted,
  talkativeness: all,
  hasClassifier,
}: DirectorState): string =>
  [
    `strategy: ${strategy}${strategy === 'model' && !hasClassifier ? ` (${noClassifier})` : ''}`,
    `self-reply: ${selfReply ? 'on' : 'off'}`,
    `muted: ${muted.join(', ') || 'nobody'}`,
    `talkativeness: ${Object.entries(all)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  ].join('\n');

const nextLine = ({ speakers, why }: NextSpeakers): JsonLine => ({
  type: 'next',
  speakers: speakers.map(({ name }) => name),
  why,
});

const nextText = ({ speakers, why }: NextSpeakers): string =>
  `${speakers.map(({ name }) => name).join(', ') || 'nobody'} (${why})`;

const registerStrategy = (program: Command): void => {
  withChat(program.command('strategy'))
    .description('how it is decided who answers, and who is muted or talkative')
    .option('--set <strategy>', strategy.options.join(', '))
    .option('--mute <names>', 'who answers only when you say so')
    .option('--unmute <names>', 'who may answer again')
    .option('--talkative <name=number...>', 'how readily somebody speaks unasked, from 0 to 1')
    .option('--self-reply <on|off>', 'whether somebody may be chosen right after a line of their own')
    .action(
      run<StrategyFlags>(async (app, _, flags) => {
        const play = app.play(flags.chat);
        await play.setDirector(changeFrom(flags));
        app.out.result(directorLine(play.director()), () => directorText(play.director()));
      }),
    );
};

/** `sotto strategy`, `next`, `auto`. */
export function registerDirecting(program: Command): void {
  registerStrategy(program);
  withChat(program.command('next [text]'))
    .description('who would answer TEXT, or any message; TEXT - reads stdin')
    .option('--as <name>', 'if this character said it')
    .action(
      run<ChatOption & { as?: string }>(async (app, [text = ''], { chat, as }) => {
        const play = app.play(chat, as);
        play.drafting(text === '-' ? await readStdin() : text);
        const next = play.state().next ?? { speakers: [], why: 'you look on' };
        app.out.result(nextLine(next), () => nextText(next));
      }),
    );
  program
    .command('auto [chat]')
    .description('let the director say who goes on, turn after turn, without you')
    .requiredOption('--turns <n>', 'how many turns')
    .option('--as <name>', 'look on as this character')
    .action(
      run<{ turns: string; as?: string }>(async (app, [chat], { turns, as }) => {
        const most = positive('--turns', turns) ?? 0;
        await app.checkBackend();
        await generate(app, { chat, as }, async (play) => {
          for (let turn = 0; turn < most; turn += 1) if (!(await play.goOn())) return;
        });
      }),
    );
}
