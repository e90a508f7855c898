import { SottoError } from '../../domain/errors.ts';
import type { OpenChat } from '../../play/open/open-chat.ts';
import {
  editMemory,
  forgetMemory,
  type Memory,
  type MemoryHit,
  memoriesOf,
  type OwnMemory,
  pinMemory,
  setWitnesses,
  weighMemory,
} from '../../play/story/memories/memories.ts';
import { callToMessage } from '../chat/search.ts';
import { type Call, type Command, define, type Item, type Shown } from '../command.ts';
import { callToChat } from '../door/opening.ts';
import { argument, flag, level, names, text, word } from '../parameters.ts';
import type { Scope, ScreenScope } from '../scope.ts';
import { beginningOf, timeOf, unmarked } from '../shown/previews.ts';
import { list, notice } from '../shown/show.ts';
import { fieldItem } from '../world/drawer-fields.ts';

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

/** A memory as a row: Enter opens it, its preview says all of it. */
export const memoryRow = (memory: OwnMemory): Item => {
  const { owner, witnesses } = memoryJson(memory);
  return {
    label: `${memory.pinned ? '* ' : ''}${owner}${weight[memory.significance]} ${unmarked(beginningOf(memory.text))}`,
    isProse: true,
    call: opening(memory.id),
    preview: () => [
      memory.text,
      [timeOf(memory.at), memory.time, memory.place].filter(Boolean).join(' · '),
      `witnesses: ${witnesses.join(', ')}`,
      `chat: ${memory.life.title}`,
    ],
  };
};

const pinned = (memory: OwnMemory | undefined): string =>
  memory?.pinned ? 'pinned: in every prompt from now on' : 'no longer pinned';

/** How a change is taken back: in the chat that the memory is of. */
const undoOf = (memory: OwnMemory | undefined, { play }: Pick<Scope, 'play'>): string =>
  memory && memory.life.chat !== play.state().chat.id
    ? `an undo in "${memory.life.title}" reverts it`
    : '/undo reverts it';

/** Does something with the memory of this id in the chat that it is of. Rejects with SottoError `no_such_memory`. */
async function inItsChat(
  { app, play }: Scope,
  id: string,
  act: (chat: OpenChat, id: string) => Memory,
): Promise<OwnMemory> {
  const like = memoriesOf(play.chat).filter((one) => one.id.startsWith(id));
  const found = like.length === 1 ? like[0] : like.find((one) => one.id === id);
  if (!found || found.life.chat === play.state().chat.id) {
    const memory = act(play.chat, id);
    return { ...memory, life: (found ?? like[0])?.life as OwnMemory['life'] };
  }
  const { life } = found;
  const there = app.play(life.chat, life.viewer);
  try {
    return { ...act(there.chat, found.id), life };
  } finally {
    await there.close();
  }
}

/** How a memory is told on the command line. */
export const memoryShape = { json: memoryJson, text: memoryText };

const witnessesOf = (memory: OwnMemory | undefined): string =>
  memory ? memoryJson(memory).witnesses.join(', ') : '';

const own = 'whose memory it is; default the played character';

const edit = define({
  name: 'memory edit',
  group: 'the story',
  summary: 'edit a memory or a scene summary; undo reverts it',
  chat: 'option',
  as: own,
  parameters: { id: argument('<id>', word), text: argument('<text>', text) },
  run: (scope, { id, text: said }) => inItsChat(scope, id, (chat, one) => editMemory(chat, one, said)),
  ...memoryShape,
  screen: { show: ([memory], scope) => notice(`edited; ${undoOf(memory, scope)}`) },
});

const forget = define({
  name: 'memory forget',
  group: 'the story',
  summary: 'forget a memory; undo restores it',
  chat: 'option',
  as: own,
  parameters: { id: argument('<id>', word) },
  run: (scope, { id }) => inItsChat(scope, id, forgetMemory),
  ...memoryShape,
  screen: { show: ([memory], scope) => notice(`forgotten; ${undoOf(memory, scope)}`) },
});

const pin = define({
  name: 'memory pin',
  group: 'the story',
  summary: 'keep a memory in every prompt of its owner',
  chat: 'option',
  as: own,
  parameters: { isOff: flag('--off', 'unpin it'), id: argument('<id>', word) },
  run: (scope, { id, isOff }) => inItsChat(scope, id, (chat, one) => pinMemory(chat, one, !isOff)),
  ...memoryShape,
  screen: {
    show: ([memory]) => notice(pinned(memory)),
  },
});

const weigh = define({
  name: 'memory significance',
  group: 'the story',
  summary: 'set how much a memory matters: 0 routine, 1 notable, 2 significant, 3 pivotal',
  chat: 'option',
  as: own,
  parameters: { id: argument('<id>', word), score: argument('<0-3>', level) },
  run: (scope, { id, score }) => inItsChat(scope, id, (chat, one) => weighMemory(chat, one, score)),
  ...memoryShape,
  screen: {
    show: ([memory], scope) =>
      notice(`its significance is ${memory?.significance}; ${undoOf(memory, scope)}`),
  },
});

const witness = define({
  name: 'memory witnesses',
  group: 'the story',
  summary: 'set who else was there: added characters gain the memory from here on, removed ones lose it',
  chat: 'option',
  as: own,
  parameters: { id: argument('<id>', word), names: argument('<names>', names) },
  run: (scope, { id, names: who }) => inItsChat(scope, id, (chat, one) => setWitnesses(chat, one, who)),
  ...memoryShape,
  screen: {
    show: ([memory], scope) => notice(`witnesses: ${witnessesOf(memory)}; ${undoOf(memory, scope)}`),
  },
});

/** What was done to a memory, with what else can be done to it. */
const panelOf = (scope: ScreenScope, memory: OwnMemory, told?: string): Shown => {
  const { id, text: said, of, life } = memory;
  const isHere = life.chat === scope.play.state().chat.id;
  const place: Item[] =
    of === null
      ? []
      : [{ label: 'go to where it was', call: isHere ? callToMessage(of) : callToChat(life.chat, of) }];
  const items: Item[] = [
    fieldItem('Memory', {
      label: 'reads',
      value: said,
      set: (value) => changing(id, (chat, one) => editMemory(chat, one, value)),
    }),
    {
      label: memory.pinned ? 'unpin' : 'pin: keep in every prompt',
      stays: true,
      call: changing(id, (chat, one) => pinMemory(chat, one, !memory.pinned), pinned),
    },
    { label: 'forget', call: { command: forget as Command, values: { id } } },
    ...place,
    fieldItem('Memory', {
      label: 'matters',
      value: `${memory.significance}`,
      set: (value) => changing(id, (chat, one) => weighMemory(chat, one, Number(value))),
    }),
    fieldItem('Memory', {
      label: 'there',
      value: witnessesOf(memory),
      set: (value) =>
        changing(id, (chat, one) =>
          setWitnesses(
            chat,
            one,
            value.split(',').map((name) => name.trim()),
          ),
        ),
    }),
  ];
  return { ...list('Memory', items), ...(told !== undefined && { told }) };
};

/** Changes a memory from its panel, which is there again with what was done. */
const changing = (
  id: string,
  act: (chat: OpenChat, id: string) => Memory,
  told = (memory: OwnMemory, scope: ScreenScope) => `edited; ${undoOf(memory, scope)}`,
): Call => ({
  async does(scope) {
    const memory = await inItsChat(scope, id, act);
    return panelOf(scope, memory, told(memory, scope));
  },
});

/** Opens a memory: what it says, and what can be done to it. */
const opening = (id: string): Call => ({
  isLook: true,
  does(scope) {
    const memory = memoriesOf(scope.play.chat).find((one) => one.id === id);
    if (memory) return panelOf(scope, memory);
    const message = 'only its owner can change it; write as them first';
    throw new SottoError('not_found', 'no_such_memory', message);
  },
});

/** Commands that change what is remembered. */
export const memoryEdits: readonly Command[] = [edit, forget, pin, weigh, witness];
