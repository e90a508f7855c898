import { SottoError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import { type AllUndone, type Undone, type UndoneFact, undoneKinds } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import { isOfSomebody } from '../../play/tree/undone.ts';
import { type Call, define, type Item } from '../command.ts';
import { flag, nameOf, onlyIn, option, positive } from '../parameters.ts';
import { saidLines, unmarked } from '../shown/previews.ts';
import { messageShape } from '../shown/shapes.ts';
import { list, notice, plural, question, standing } from '../shown/show.ts';

/** How many messages a rewind takes back, and whether it did. */
interface Rewound extends Undone {
  readonly isDone: boolean;
}

const hiddenFrom = (play: Play, count: number): string =>
  `${plural(count, 'message')} that ${play.state().playing.name} did not perceive`;

/** What is there now and what comes in its place, in one line. */
export const factText = (fact: UndoneFact): string => {
  const { id, was, becomes } = fact;
  const change = becomes === null ? `${was}` : was === null ? `back: ${becomes}` : `${was} → ${becomes}`;
  return unmarked(isOfSomebody(fact) ? `${id}: ${change}` : change);
};

const pluralOf: { readonly [What in UndoneFact['what']]?: string } = {
  ...{ memory: 'memories', entity: 'entities', activity: 'activities' },
};

/** What else goes, grouped by what it is and counted. */
const factLines = (facts: readonly UndoneFact[]): string[] =>
  undoneKinds.flatMap((kind) => {
    const found = facts.filter(({ what }) => what === kind).map(factText);
    if (found.length === 0) return [];
    const name = found.length === 1 ? kind : `${found.length} ${pluralOf[kind] ?? `${kind}s`}`;
    return [`${name} · ${found.join(' · ')}`];
  });

const undoneLines = (play: Play, { messages, unperceived, facts }: AllUndone): string[] => [
  ...saidLines(play, messages),
  ...(unperceived === 0 ? [] : [`and ${hiddenFrom(play, unperceived)}`]),
  ...factLines(facts),
  '/redo restores it.',
];

/** The same in two lines of counts. */
const undoneCounts = (play: Play, { messages, unperceived, facts }: AllUndone): string[] => {
  const count = (kind: UndoneFact['what']): string[] => {
    const { length } = facts.filter(({ what }) => what === kind);
    return length === 0 ? [] : [length === 1 ? `1 ${kind}` : `${length} ${pluralOf[kind] ?? `${kind}s`}`];
  };
  const said = messages.length === 0 ? [] : [plural(messages.length, 'message')];
  const hidden = unperceived === 0 ? [] : [hiddenFrom(play, unperceived)];
  const others = undoneKinds.filter((kind) => kind !== 'message').flatMap(count);
  const changed = facts.filter(({ what }) => what === 'message').length;
  const otherwise = changed === 0 ? [] : [`${plural(changed, 'message')} as before`];
  return [
    `Goes: ${[...said, ...hidden, ...others, ...otherwise].join(', ') || 'nothing'}.`,
    '/redo restores it.',
  ];
};

const turnsListed = 20;

/** The last turns to choose from, each with all that going back to before it takes along. */
const turnItems = (play: Play, call: (turns: number) => Call): Item[] =>
  play.turnsBack(turnsListed).map((first, index) => {
    const turns = index + 1;
    const label = unmarked(saidLines(play, [first])[0] ?? '');
    return {
      label,
      isProse: true,
      call: call(turns),
      preview: () => undoneLines(play, play.undoneBy({ turns })),
    };
  });

const rewoundText = ({ messages, unperceived, isDone }: Rewound): string => {
  const hidden = unperceived > 0 ? ` (${unperceived} of them unheard)` : '';
  const count = plural(messages.length + unperceived, 'message');
  return `${isDone ? 'undid' : 'would undo'} ${count}${hidden}`;
};

/** Goes back in the tree, once it is said what goes. */
export const rewind = define({
  name: 'rewind',
  group: 'the tree',
  synonyms: ['undo', 'back', 'checkpoint'],
  summary: 'rewind a chat; later messages stay in the tree',
  chat: 'first',
  parameters: {
    turns: option('--turns <n>', positive, 'by this many perceived messages'),
    to: option('--to <message>', nameOf('message'), 'to the end of this message'),
    dryRun: onlyIn('script', flag('--dry-run', 'only list what would be undone')),
  },
  async *run({ play }, { turns, to, dryRun }): AsyncGenerator<Message | UndoneFact | Rewound> {
    if ((turns === undefined) === (to === undefined)) {
      const message = 'say how far to rewind: either --turns N or --to MESSAGE';
      throw new SottoError('usage', 'turns_or_to', message);
    }
    const target = to === undefined ? { turns: turns ?? 1 } : { message: to };
    const facts = dryRun && play.undoneBy(target).facts;
    const undone = await play.rewind(target, { dryRun });
    yield* undone.messages;
    yield* facts || undone.returns;
    yield { ...undone, isDone: !dryRun };
  },
  json: (found, scope) => {
    if ('what' in found) return { type: 'undone', ...found };
    if (!('isDone' in found)) return messageShape.json(found, scope);
    const { messages, unperceived, isDone } = found;
    return { type: 'rewind', dryRun: !isDone, undone: messages.length + unperceived, unperceived };
  },
  text: (found, scope) => {
    if ('what' in found) return `${found.what}: ${factText(found)}`;
    return 'isDone' in found ? rewoundText(found) : messageShape.text(found, scope);
  },
  screen: {
    usage: '[N]',
    read: (line) => (line.startsWith('--') || line === '' ? undefined : { turns: line }),
    async ask({ play }, { turns, to }, again) {
      if (turns === undefined && to === undefined)
        return list(
          'Rewind to before',
          turnItems(play, (back) => again({ turns: back }, true)),
        );
      const isBack = turns !== undefined;
      const title = isBack ? `Rewind ${plural(turns, 'turn')}?` : 'Undo everything after it?';
      const target = isBack ? { turns } : { message: to ?? '' };
      const undone = play.undoneBy(target);
      const isNothing = undone.messages.length + undone.unperceived === 0;
      if (!isBack && isNothing) return notice('nothing came after it');
      const call = again(isBack ? { turns } : { to: to ?? '' }, true);
      return question(title, undoneCounts(play, undone), call, undoneLines(play, undone).map(unmarked));
    },
    show: (_, __, { turns = 1, to }) =>
      standing(`undid ${to === undefined ? plural(turns, 'turn') : 'what came after'}; /redo restores it`),
  },
});
