import * as z from 'zod/mini';
import { strategy as strategySchema } from '../../domain/events/event-parts.ts';
import type { Strategy } from '../../domain/events/events.ts';
import type { NextSpeakers } from '../../play/chat/play-state.ts';
import {
  type DirectorChange,
  type DirectorState,
  noClassifier,
  strategyNamed,
} from '../../play/director/directing.ts';
import { type Command, define, type Scope } from '../command.ts';
import {
  argument,
  type Kind,
  name,
  names,
  needed,
  onOff,
  option,
  positive,
  text,
  typed,
  word,
} from '../parameters.ts';
import { castList, list, notice, othersIn } from '../show.ts';

const strategies: Readonly<Record<Strategy, string>> = {
  natural: 'who is named, else who spoke last',
  list: 'everybody once, in the order of the cast',
  pooled: 'one who was silent, drawn by talkativeness',
  manual: 'nobody, until you say /reply NAME',
  model: 'the classifier picks',
};

const meaningOf = (strategy: Strategy, { hasClassifier }: DirectorState): string =>
  strategy === 'model' && !hasClassifier ? noClassifier : strategies[strategy];

const directorText = ({ strategy, selfReply, muted, talkativeness, hasClassifier }: DirectorState): string =>
  [
    `strategy: ${strategy}${strategy === 'model' && !hasClassifier ? ` (${noClassifier})` : ''}`,
    `self-reply: ${selfReply ? 'on' : 'off'}`,
    `muted: ${muted.join(', ') || 'nobody'}`,
    `talkativeness: ${Object.entries(talkativeness)
      .map(([who, value]) => `${who} ${value}`)
      .join(', ')}`,
  ].join('\n');

async function changed({ play }: Scope, change: DirectorChange): Promise<DirectorState> {
  await play.setDirector(change);
  return play.director();
}

/** `NAME=0.3`; a name may hold the sign itself. */
const talkativeness: Kind<readonly [name: string, value: number]> = {
  schema: z.pipe(
    z.string().check(z.regex(/^.+=\s*[^=\s]/)),
    z.pipe(
      z.transform((given: string): readonly [string, number] => {
        const at = given.lastIndexOf('=');
        return [given.slice(0, at), Number(given.slice(at + 1))];
      }),
      z.readonly(z.tuple([z.string(), z.number()])),
    ),
  ),
  code: 'bad_talkativeness',
  expected: 'NAME=NUMBER; write it as --talkative Bob=0.3',
  extent: 'word',
};

const strategy = define({
  name: 'strategy',
  group: 'who speaks',
  summary: 'how it is decided who answers, and who is muted or talkative',
  chat: 'option',
  parameters: {
    set: option('--set <strategy>', word, strategySchema.options.join(', ')),
    mute: option('--mute <names>', names, 'who answers only when you say so'),
    unmute: option('--unmute <names>', names, 'who may answer again'),
    talkative: option(
      '--talkative <name=number...>',
      talkativeness,
      'how readily somebody speaks unasked, from 0 to 1',
    ),
    selfReply: option(
      '--self-reply <on|off>',
      onOff,
      'whether somebody may be chosen right after a line of their own',
    ),
  },
  run: (scope, { set, talkative, mute, unmute, selfReply }) =>
    changed(scope, {
      ...(set !== undefined && { strategy: strategyNamed(set) }),
      ...(mute && { mute }),
      ...(unmute && { unmute }),
      ...(selfReply !== undefined && { selfReply }),
      ...(talkative && { talkativeness: Object.fromEntries(talkative) }),
    }),
  json: ({ hasClassifier: _, ...director }) => ({ type: 'director', ...director }),
  text: directorText,
  screen: {
    usage: `[${strategySchema.options.join('|')}]`,
    read: (line) => (line === '' || line.startsWith('--') ? undefined : { set: line }),
    ask({ play }, given, again) {
      if (Object.values(given).some((value) => value !== undefined)) return null;
      const director = play.director();
      const all = strategySchema.options;
      const rows = all.map((set) => ({ label: `${set}: ${meaningOf(set, director)}`, call: again({ set }) }));
      return list('Who answers', rows, all.indexOf(director.strategy));
    },
    show([director], _, { set }) {
      if (!director) return null;
      if (set === undefined) return notice(directorText(director).replaceAll('\n', ' · '));
      return notice(`${set}: ${meaningOf(strategyNamed(set), director)}`);
    },
  },
});

const ofStrategy = (which: string) => ({
  side: 'screen' as const,
  why: `a script writes \`sotto strategy --${which}\``,
});

const silence = (what: 'mute' | 'unmute', summary: string) =>
  define({
    name: what,
    group: 'who speaks',
    summary,
    parameters: { names: argument('<name,name>', names) },
    run: (scope, { names: wanted }) => changed(scope, { [what]: wanted }),
    text: ({ muted }) => (muted.length === 0 ? 'nobody is muted' : `muted: ${muted.join(', ')}`),
    only: ofStrategy(what),
  });

const talkative = define({
  name: 'talkative',
  group: 'who speaks',
  summary: 'how readily NAME speaks unasked; 0 = only when named',
  parameters: { name: argument('<name>', name), value: argument('<0..1>', text) },
  run: (scope, { name: who, value }) => changed(scope, { talkativeness: { [who]: Number(value) } }),
  text: (_, __, { name: who, value }) => `the talkativeness of ${who} is ${Number(value)}`,
  only: ofStrategy('talkative'),
});

const selfReply = define({
  name: 'self-reply',
  group: 'who speaks',
  summary: 'whether somebody may be chosen right after a line of their own',
  parameters: { isOn: argument('<on|off>', onOff) },
  run: (scope, { isOn }) => changed(scope, { selfReply: isOn }),
  text: (director) => `self-reply is ${director.selfReply ? 'on' : 'off'}`,
  only: ofStrategy('self-reply'),
});

const nobodyNext: NextSpeakers = { speakers: [], why: 'you look on' };

const next = define({
  name: 'next',
  group: 'who speaks',
  summary: 'who would answer TEXT, or any message; on the screen it chooses who will (F3)',
  chat: 'option',
  as: 'if this character said it',
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
  summary: 'let the director say who goes on, turn after turn, without you',
  chat: 'first',
  as: 'look on as this character',
  isTalk: true,
  parameters: { turns: needed('--turns <n>', positive, 'how many turns') },
  async run({ app, play }, { turns }) {
    await app.checkBackend();
    for (let turn = 0; turn < turns; turn += 1) if (!(await play.goOn())) return;
  },
  only: { side: 'script', why: 'on the screen /auto goes on until it is ended' },
});

const pauseIn = (said: string): number | true | null => {
  if (said === '' || said === 'on') return true;
  return said === 'off' ? null : Number(said.replace(/\s*s(?:econds)?$/i, ''));
};

const autoMode = define({
  name: 'auto',
  group: 'who speaks',
  summary: 'let the others go on by themselves after a pause; Esc or /auto off ends it',
  parameters: { pause: argument('[on|off|seconds]', text) },
  run({ play }, { pause = '' }) {
    play.auto(pause === '' && play.state().auto !== null ? null : pauseIn(pause));
    return play.state().auto;
  },
  text: (seconds) =>
    seconds === null ? 'auto mode is off' : `the others go on after ${seconds} s of silence; Esc ends it`,
  only: { side: 'screen', why: 'a script says how many turns: `sotto auto --turns N`' },
});

/** Commands about who speaks when. */
export const directing: readonly Command[] = [
  next,
  strategy,
  silence('mute', 'NAME answers only to /reply'),
  silence('unmute', 'NAME may answer again'),
  talkative,
  selfReply,
  auto,
  autoMode,
];
