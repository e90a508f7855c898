import { directorName } from '../../domain/world/names.ts';
import { foldName } from '../../domain/world/world.ts';
import type { MemoriesPlay, Memory, MemoryHit } from '../../play/story/memories/memories.ts';
import { type Command, define, type Item } from '../command.ts';
import { argument, flag, name, option, positive, text, usually, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { timeOf } from '../shown/previews.ts';
import { list, notice } from '../shown/show.ts';
import { eyes } from '../world/eyes.ts';

const whose = { of: option('--of <name>', name, 'whose memories; default those of whoever looks') };

type Through = {
  readonly as?: string | undefined;
  readonly all?: boolean | undefined;
  readonly of?: string | undefined;
};

/** Memories through these eyes: of another one's nobody knows anything, while naming somebody alone asks for theirs. */
function read<Found>(
  { app, play }: Scope,
  { as, all = false, of }: Through,
  from: (story: MemoriesPlay, of?: string) => Found[],
): Found[] {
  const { id } = play.state().chat;
  if (all) return from(app.play(id, directorName).story.memories, of);
  if (as === undefined) return from(play.story.memories, of);
  const through = app.play(id, as);
  const isTheirs = of === undefined || foldName(of) === foldName(through.state().playing.name);
  return isTheirs ? from(through.story.memories) : [];
}

const line = (memory: Memory | MemoryHit, { play }: Pick<Scope, 'play'>) => {
  const { of: _, time: __, place: ___, scene, owner, witnesses, ...rest } = memory;
  const { cast, chat } = play.state();
  const nameOf = (id: string) => cast.find((one) => one.id === id)?.name ?? '';
  const named = { owner: nameOf(owner), witnesses: witnesses.map(nameOf).filter(Boolean) };
  return { type: 'memory', ...rest, ...named, scene, chat: chat.id };
};

const weight = ['', ' ·', ' ··', ' ···'];
const memoryText = (memory: Memory, scope: Pick<Scope, 'play'>): string => {
  const { owner, pinned } = line(memory, scope);
  return `${memory.id} ${owner}${weight[memory.significance]}${pinned ? ' (pinned)' : ''}: ${memory.text}`;
};
/** A memory as a row: Enter keeps it in mind, its preview says all of it. */
const row = (memory: Memory, { play }: Pick<Scope, 'play'>): Item => {
  const { owner, witnesses } = line(memory, { play });
  return {
    label: `${memory.pinned ? '* ' : ''}${owner}${weight[memory.significance]} ${memory.text}`,
    call: { command: pin as Command, values: { id: memory.id, isOff: memory.pinned } },
    preview: () => [
      memory.text,
      [timeOf(memory.at), memory.time, memory.place].filter(Boolean).join(' · '),
      `there: ${witnesses.join(', ')}`,
      `/memory edit ${memory.id} TEXT · /memory forget ${memory.id}`,
    ],
  };
};
const shape = { json: line, text: memoryText };

const memories = define({
  name: 'memories',
  group: 'the story',
  summary: 'what a character remembers, oldest first',
  chat: 'option',
  parameters: { ...whose, ...eyes },
  *run(scope, through): Generator<Memory> {
    yield* read(scope, through, (story, of) => story.memories(of));
  },
  ...shape,
  screen: {
    show: (found, scope) =>
      found.length === 0
        ? notice('nothing is remembered yet; what matters is, with the pass after it and when a scene closes')
        : list(
            'Memories',
            found.map((one) => row(one, scope)),
            found.length - 1,
          ),
  },
});

const find = define({
  name: 'memory find',
  group: 'the story',
  summary: 'what a character remembers that holds any of these words, the best first',
  chat: 'option',
  parameters: {
    ...{ ...whose, ...eyes },
    limit: usually('--limit <n>', positive, '20', 'at most so many'),
    text: argument('<text>', text),
  },
  *run(scope, { text: sought, limit, ...through }): Generator<MemoryHit> {
    yield* read(scope, through, (story, of) => story.find(sought, of)).slice(0, limit);
  },
  ...shape,
  screen: {
    show: (found, scope, { text: sought }) =>
      found.length === 0
        ? notice(`nothing that is remembered says ${sought}`)
        : list(
            `Memories: ${sought}`,
            found.map((one) => row(one, scope)),
          ),
  },
});

const own = 'whose memory it is; default the played character';

const edit = define({
  name: 'memory edit',
  group: 'the story',
  summary: 'let a memory read otherwise; undo takes it back',
  chat: 'option',
  as: own,
  parameters: { id: argument('<id>', word), text: argument('<text>', text) },
  run: ({ play }, { id, text: said }) => play.story.memories.edit(id, said),
  ...shape,
  screen: { show: () => notice('it reads so from now on; /undo takes it back') },
});

const forget = define({
  name: 'memory forget',
  group: 'the story',
  summary: 'drop a memory; undo takes it back',
  chat: 'option',
  as: own,
  parameters: { id: argument('<id>', word) },
  run: ({ play }, { id }) => play.story.memories.forget(id),
  ...shape,
  screen: { show: () => notice('forgotten; /undo takes it back') },
});

const pin = define({
  name: 'memory pin',
  group: 'the story',
  summary: 'keep a memory in every prompt of its owner',
  chat: 'option',
  as: own,
  parameters: { isOff: flag('--off', 'no longer'), id: argument('<id>', word) },
  run: ({ play }, { id, isOff }) => play.story.memories.pin(id, !isOff),
  ...shape,
  screen: {
    show: ([memory]) => notice(memory?.pinned ? 'always in mind from now on' : 'not pinned any more'),
  },
});

/** Commands about what characters remember. */
export const memoryCommands: readonly Command[] = [memories, find, edit, forget, pin];
