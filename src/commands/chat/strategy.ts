import * as z from 'zod/mini';
import { strategy as strategySchema } from '../../domain/events/event-parts.ts';
import type { Strategy } from '../../domain/events/events.ts';
import {
  type DirectorChange,
  type DirectorState,
  noClassifier,
  strategyNamed,
} from '../../play/director/directing.ts';
import { type Command, define } from '../command.ts';
import { argument, type Kind, name, names, onOff, option, text, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { list, notice } from '../shown/show.ts';

const meanings: Readonly<Record<Strategy, string>> = {
  natural: 'whoever is named, else whoever spoke last',
  list: 'everyone once, in cast order',
  pooled: 'someone who has been silent, drawn by talkativeness',
  manual: 'nobody, until you use /reply NAME',
  model: 'the classifier chooses',
};

const meaningOf = (strategy: Strategy, { hasClassifier }: DirectorState): string =>
  strategy === 'model' && !hasClassifier ? noClassifier : meanings[strategy];

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
  synonyms: ['group chat', 'activation', 'reply order'],
  summary: 'show or set how the next speaker is chosen, and who is muted or talkative',
  chat: 'option',
  parameters: {
    set: option('--set <strategy>', word, strategySchema.options.join(', ')),
    mute: option('--mute <names>', names, 'mute these: they answer only when you ask for it'),
    unmute: option('--unmute <names>', names, 'unmute these'),
    talkative: option(
      '--talkative <name=number...>',
      talkativeness,
      'how likely a character is to speak unasked, from 0 to 1',
    ),
    selfReply: option(
      '--self-reply <on|off>',
      onOff,
      'whether a character may be chosen right after its own line',
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
      const rows = all.map((set) => ({ label: set, detail: meaningOf(set, director), call: again({ set }) }));
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
    only: ofStrategy(`${what} NAMES`),
  });

const talkative = define({
  name: 'talkative',
  group: 'who speaks',
  synonyms: ['talkativeness'],
  summary: 'set how likely NAME is to speak unasked; 0 = only when named',
  parameters: { name: argument('<name>', name), value: argument('<0..1>', text) },
  run: (scope, { name: who, value }) => changed(scope, { talkativeness: { [who]: Number(value) } }),
  text: (_, __, { name: who, value }) => `the talkativeness of ${who} is ${Number(value)}`,
  only: ofStrategy('talkative NAME=NUMBER'),
});

const selfReply = define({
  name: 'self-reply',
  group: 'who speaks',
  synonyms: ['allow self responses'],
  summary: 'whether a character may be chosen right after its own line',
  parameters: { isOn: argument('<on|off>', onOff) },
  run: (scope, { isOn }) => changed(scope, { selfReply: isOn }),
  text: (director) => `self-reply is ${director.selfReply ? 'on' : 'off'}`,
  only: ofStrategy('self-reply ON|OFF'),
});

/** Commands that tell the director how to choose. */
export const strategies: readonly Command[] = [
  strategy,
  silence('mute', 'mute NAME, who then answers only to /reply'),
  silence('unmute', 'unmute NAME'),
  talkative,
  selfReply,
];
