import type { NextSpeakers } from '../../play/chat/play-state.ts';
import { type Command, define } from '../command.ts';
import { argument, needed, positive, text, typed } from '../parameters.ts';
import { castList, othersIn } from '../shown/show.ts';

const nobodyNext: NextSpeakers = { speakers: [], why: 'you look on' };

const next = define({
  name: 'next',
  group: 'who speaks',
  synonyms: ['turn', 'speaker', 'trigger'],
  summary: 'show who would answer TEXT, or any message; on the screen, choose who answers (F3)',
  chat: 'option',
  as: 'as if this character said it',
  parameters: { text: argument('[text]', typed) },
  run({ play, side }, { text: said = '' }) {
    if (side === 'script') play.drafting(said);
    else play.chooseNext(said === '' || said === 'nobody' ? null : said);
    return play.state().next ?? nobodyNext;
  },
  json: ({ speakers, why }) => ({ type: 'next', speakers: speakers.map((one) => one.name), why }),
  text: ({ speakers, why }) => `${speakers.map((one) => one.name).join(', ') || 'nobody'} (${why})`,
  screen: {
    usage: '[NAME]',
    read: (line) => ({ text: line.replace(/^@/, '') }),
    ask({ play }, { text: who }, again) {
      if (who) return null;
      play.chooseNext(null);
      return castList('Who answers your next message', othersIn(play), (said) => again({ text: said }));
    },
    show: () => null,
  },
});

const auto = define({
  name: 'auto',
  group: 'who speaks',
  synonyms: ['auto mode', 'automatic', 'group chat'],
  summary: 'let the others continue for several turns without you',
  chat: 'first',
  as: 'look on as this character',
  isTalk: true,
  parameters: { turns: needed('--turns <n>', positive, 'number of turns') },
  async run({ app, play }, { turns }) {
    await app.checkBackend();
    for (let turn = 0; turn < turns; turn += 1) if (!(await play.goOn())) return;
  },
  only: { side: 'script', why: 'on the screen, /auto runs until it is stopped' },
});

const pauseIn = (said: string): number | true | null => {
  if (said === '' || said === 'on') return true;
  return said === 'off' ? null : Number(said.replace(/\s*s(?:econds)?$/i, ''));
};

const autoMode = define({
  name: 'auto',
  group: 'who speaks',
  synonyms: ['auto mode', 'automatic', 'group chat'],
  summary: 'let the others continue after a pause; Esc or /auto off stops it',
  parameters: { pause: argument('[on|off|seconds]', text) },
  run({ play }, { pause = '' }) {
    play.auto(pause === '' && play.state().auto !== null ? null : pauseIn(pause));
    return play.state().auto;
  },
  text: (seconds) =>
    seconds === null ? 'auto mode is off' : `the others continue after ${seconds} s of silence; Esc stops it`,
  only: { side: 'screen', why: 'a script gives the number of turns: `sotto auto --turns N`' },
});

/** Commands about who speaks when. */
export const directing: readonly Command[] = [next, auto, autoMode];
