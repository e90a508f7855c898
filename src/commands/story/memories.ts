import { directorName } from '../../domain/world/names.ts';
import { foldName } from '../../domain/world/world.ts';
import type { OpenChat } from '../../play/open/open-chat.ts';
import {
  findMemories,
  type MemoryHit,
  memoriesOf,
  type OwnMemory,
} from '../../play/story/memories/memories.ts';
import { type Call, type Command, define, type Shown } from '../command.ts';
import { argument, flag, name, onlyIn, option, positive, text, usually } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { list, notice, veil } from '../shown/show.ts';
import { eyes } from '../world/eyes.ts';
import { memoryEdits, memoryRow, memoryShape } from './memory-edits.ts';

const here = { isHere: flag('--here', 'only from this chat; default all chats of the character') };
const whose = { of: option('--of <name>', name, "whose memories; default the viewer's") };

type Through = {
  readonly as?: string | undefined;
  readonly all?: boolean | undefined;
  readonly of?: string | undefined;
};

/** Memories through these eyes: of another one's nobody knows anything, while naming somebody alone asks for theirs. */
function read<Found>(
  { app, play }: Scope,
  { as, all = false, of }: Through,
  from: (chat: OpenChat, of?: string) => Found[],
): Found[] {
  const { id } = play.state().chat;
  if (all) return from(app.play(id, directorName).chat, of);
  if (as === undefined) return from(play.chat, of);
  const through = app.play(id, as);
  const isTheirs = of === undefined || foldName(of) === foldName(through.state().playing.name);
  return isTheirs ? from(through.chat) : [];
}

type Again = (values: object, isConfirmed?: boolean) => Call;

const isShown = { isShown: onlyIn('screen', flag('--shown', "show another character's without asking")) };

/** The question before another's memories are shown; null where nothing is hidden. */
const asked =
  (command: string, rest = '') =>
  ({ play }: Pick<Scope, 'play'>, values: Partial<Through> & { isShown?: boolean }, again: Again): Shown => {
    const who = values.of ?? values.as ?? '';
    if (values.isShown) return null;
    return veil(play, who, {
      title: `What ${who} remembers`,
      holds: 'what only this character remembers',
      line: `/${command} --of ${who} --shown${rest}`,
      call: again(values, true),
    });
  };

const memories = define({
  name: 'memories',
  group: 'the story',
  synonyms: ['summary', 'remember', 'vector', 'rag'],
  summary: 'list what a character remembers, oldest first',
  empty: 'no memories yet: what matters and what is kept of each scene would be listed here',
  chat: 'option',
  parameters: { ...whose, ...here, ...eyes, ...isShown },
  *run(scope, { isHere, ...through }): Generator<OwnMemory> {
    yield* read(scope, through, (chat, of) => memoriesOf(chat, of, isHere));
  },
  ...memoryShape,
  screen: {
    ask: asked('memories'),
    show: (found) =>
      found.length === 0
        ? notice('no memories yet; they come from messages that matter and from finished scenes')
        : list('Memories', found.map(memoryRow), found.length - 1),
  },
});

const find = define({
  name: 'memory find',
  group: 'the story',
  summary: 'find memories with any of these words, best first',
  empty: 'no match: memories with these words would be listed here, best first',
  chat: 'option',
  parameters: {
    ...{ ...whose, ...here, ...eyes, ...isShown },
    limit: usually('--limit <n>', positive, '20', 'at most this many'),
    text: argument('<text>', text),
  },
  *run(scope, { text: sought, limit, isHere, ...through }): Generator<MemoryHit> {
    yield* read(scope, through, (chat, of) => findMemories(chat, sought, { limit, of, isHere }));
  },
  ...memoryShape,
  screen: {
    ask: asked('memory find', ' TEXT'),
    show: (found, _, { text: sought }) =>
      found.length === 0
        ? notice(`no memory contains ${sought}`)
        : list(`Memories: ${sought}`, found.map(memoryRow)),
  },
});

/** Commands about what characters remember. */
export const memoryCommands: readonly Command[] = [memories, find, ...memoryEdits];
