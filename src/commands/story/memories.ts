import { directorName } from '../../domain/world/names.ts';
import { foldName } from '../../domain/world/world.ts';
import type { MemoriesPlay, Memory, MemoryHit, OwnMemory } from '../../play/story/memories/memories.ts';
import { type Command, define, type Item } from '../command.ts';
import { argument, flag, name, option, positive, text, usually, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { timeOf } from '../shown/previews.ts';
import { list, notice } from '../shown/show.ts';
import { eyes } from '../world/eyes.ts';

const here = { isHere: flag('--here', 'of this chat alone; default of all chats of the character') };
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

/** A memory with names in place of ids. */
export const memoryJson = ({ life, ...memory }: OwnMemory | MemoryHit) => {
  const { of: _, time: __, place: ___, scene, owner, witnesses, ...rest } = memory;
  const nameOf = (id: string) => life.known.find((one) => one.id === id)?.name ?? '';
  const named = { owner: nameOf(owner), witnesses: witnesses.map(nameOf).filter(Boolean) };
  return { type: 'memory', ...rest, ...named, scene, chat: life.chat };
};

const weight = ['', ' ·', ' ··', ' ···'];
const memoryText = (memory: OwnMemory, { play }: Pick<Scope, 'play'>): string => {
  const { owner, pinned } = memoryJson(memory);
  const { life } = memory;
  const where = life.chat === play.state().chat.id ? '' : ` ("${life.title}")`;
  return `${memory.id} ${owner}${weight[memory.significance]}${pinned ? ' (pinned)' : ''}: ${memory.text}${where}`;
};

/** A memory as a row: Enter keeps it in mind, its preview says all of it. */
export const memoryRow = (memory: OwnMemory): Item => {
  const { owner, witnesses } = memoryJson(memory);
  return {
    label: `${memory.pinned ? '* ' : ''}${owner}${weight[memory.significance]} ${memory.text}`,
    call: { command: pin as Command, values: { id: memory.id, isOff: memory.pinned } },
    preview: () => [
      memory.text,
      [timeOf(memory.at), memory.time, memory.place].filter(Boolean).join(' · '),
      `there: ${witnesses.join(', ')}`,
      `chat: ${memory.life.title}`,
      `/memory edit ${memory.id} TEXT · /memory forget ${memory.id}`,
    ],
  };
};

/** Does something with the memory of this id in the chat that it is of. Rejects with SottoError `no_such_memory`. */
async function inItsChat(
  { app, play }: Scope,
  id: string,
  act: (memories: MemoriesPlay, id: string) => Promise<Memory>,
): Promise<OwnMemory> {
  const like = play.story.memories.memories().filter((one) => one.id.startsWith(id));
  const found = like.length === 1 ? like[0] : like.find((one) => one.id === id);
  if (!found || found.life.chat === play.state().chat.id) {
    const memory = await act(play.story.memories, id);
    return { ...memory, life: (found ?? like[0])?.life as OwnMemory['life'] };
  }
  const { life } = found;
  const there = app.play(life.chat, life.viewer);
  try {
    return { ...(await act(there.story.memories, found.id)), life };
  } finally {
    await there.close();
  }
}

const shape = { json: memoryJson, text: memoryText };

const memories = define({
  name: 'memories',
  group: 'the story',
  summary: 'what a character remembers, oldest first',
  chat: 'option',
  parameters: { ...whose, ...here, ...eyes },
  *run(scope, { isHere, ...through }): Generator<OwnMemory> {
    yield* read(scope, through, (story, of) => story.memories(of, isHere));
  },
  ...shape,
  screen: {
    show: (found) =>
      found.length === 0
        ? notice('nothing is remembered yet; what matters is, with the pass after it and when a scene closes')
        : list('Memories', found.map(memoryRow), found.length - 1),
  },
});

const find = define({
  name: 'memory find',
  group: 'the story',
  summary: 'what a character remembers that holds any of these words, the best first',
  chat: 'option',
  parameters: {
    ...{ ...whose, ...here, ...eyes },
    limit: usually('--limit <n>', positive, '20', 'at most so many'),
    text: argument('<text>', text),
  },
  *run(scope, { text: sought, limit, isHere, ...through }): Generator<MemoryHit> {
    yield* read(scope, through, (story, of) => story.find(sought, of, isHere)).slice(0, limit);
  },
  ...shape,
  screen: {
    show: (found, _, { text: sought }) =>
      found.length === 0
        ? notice(`nothing that is remembered says ${sought}`)
        : list(`Memories: ${sought}`, found.map(memoryRow)),
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
  run: (scope, { id, text: said }) => inItsChat(scope, id, (memories, one) => memories.edit(one, said)),
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
  run: (scope, { id }) => inItsChat(scope, id, (memories, one) => memories.forget(one)),
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
  run: (scope, { id, isOff }) => inItsChat(scope, id, (memories, one) => memories.pin(one, !isOff)),
  ...shape,
  screen: {
    show: ([memory]) => notice(memory?.pinned ? 'always in mind from now on' : 'not pinned any more'),
  },
});

/** Commands about what characters remember. */
export const memoryCommands: readonly Command[] = [memories, find, edit, forget, pin];
