import { timeInWords } from '../../domain/world/world-time.ts';
import { failuresSeen } from '../../play/director/failures.ts';
import { jobsSeen } from '../../play/jobs/jobs.ts';
import { memoriesOf } from '../../play/story/memories/memories.ts';
import {
  containersIn,
  edgesSeen,
  entitiesIn,
  entityNamed,
  groupIn,
  threadsIn,
} from '../../play/world/lines/known.ts';
import { failing } from '../chat/failures.ts';
import { bookkeeping } from '../chat/jobs.ts';
import { messages } from '../chat/messages.ts';
import { type Call, type Command, define, type Item } from '../command.ts';
import { flag } from '../parameters.ts';
import type { ScreenScope } from '../scope.ts';
import { unmarked } from '../shown/previews.ts';
import { list, plural } from '../shown/show.ts';
import { memoryCommands } from '../story/memories.ts';
import { memoryRow } from '../story/memory-edits.ts';
import { editContainer, editEdge, editEntity, editGroup, editWorld } from '../world/drawer-edits.ts';
import { callTo } from '../world/drawer-fields.ts';
import { containerRow, edgeRow, entityRow } from '../world/drawer-rows.ts';
import { edgeText } from '../world/edges.ts';
import { entityText } from '../world/entities.ts';
import { playThrough } from '../world/eyes.ts';

/** So many of the last memories stand in it. */
const lastMemories = 3;

const opens = (command: Command | undefined): Pick<Item, 'call' | 'stays'> => ({
  call: { command: command as Command, values: {} },
  stays: true,
});

const named = (all: readonly Command[], wanted: string): Command | undefined =>
  all.find(({ name }) => name === wanted);

function surroundings({ play }: ScreenScope): Item {
  const { time, weather, place } = play.known().mind.world;
  const said = [timeInWords(time), weather, place].filter((one) => one !== '');
  return {
    label: 'now',
    detail: said.join(' · ') || 'time, weather and place are not set',
    call: editWorld,
    stays: true,
  };
}

/** Those of the cast, whom one plays first; with what is within them where that is open. */
function entities(scope: ScreenScope, isOpen: boolean): Item[] {
  const { playing } = scope.play.state();
  const seen = entitiesIn(scope.play.known());
  const first = [...seen].sort((a, b) => Number(b.id === playing.id) - Number(a.id === playing.id));
  return first.map((known) => {
    const inside = isOpen ? entityNamed(playThrough(scope, { as: known.name }).chat, known.name) : known;
    return {
      label: known.name,
      detail: entityRow(inside),
      preview: () => entityText(inside).split('\n'),
      call: editEntity(known.name, isOpen),
      stays: true,
    };
  });
}

/** What whoever is open feels about the others: also about those about whom nothing is felt yet. */
function edges(scope: ScreenScope, isOpen: boolean): Item[] {
  const { playing, cast } = scope.play.state();
  const owners = isOpen || playing.name === '*' ? cast : cast.filter(({ id }) => id === playing.id);
  return owners.flatMap(({ name: from }) => {
    const felt = edgesSeen(playThrough(scope, { as: from }).chat, from);
    return cast.flatMap(({ name: to }): Item[] => {
      if (to === from) return [];
      const edge = felt.find((one) => one.to === to);
      const preview = () => (edge ? edgeText(edge).split('\n') : []);
      const detail = edge ? edgeRow(edge) : 'nothing yet';
      const isOwn = from === playing.name;
      return [
        {
          label: `${isOwn ? '' : `${from} `}→ ${to}`,
          detail,
          preview,
          call: editEdge(from, to),
          stays: true,
        },
      ];
    });
  });
}

const places = ({ play }: ScreenScope): Item[] =>
  containersIn(play.known()).map((one) => ({
    label: one.name,
    detail: containerRow(one),
    call: editContainer(one.id),
    stays: true,
  }));

function group({ play }: ScreenScope): Item[] {
  const { members, dynamic, summary } = groupIn(play.known());
  if (members.length < 3) return [];
  return [
    {
      label: 'together',
      detail: dynamic || summary || 'no summary yet',
      call: editGroup,
      stays: true,
    },
  ];
}

const threads = ({ play }: ScreenScope): Item[] =>
  threadsIn(play.known())
    .filter(({ state }) => state === 'open')
    .map(({ id, text }) => ({
      label: `open thread: ${unmarked(text)}`,
      detail: 'Enter resolves it',
      stays: true,
      call: callTo('thread close', { id, isDropped: false }),
    }));

function doings({ play }: ScreenScope): Item[] {
  const jobs = jobsSeen(play.chat);
  const failed = failuresSeen(play.chat).length;
  const [allMemories, pins, jobList, failureList] = [
    named(memoryCommands, 'memories'),
    named(messages, 'pins'),
    named(bookkeeping, 'jobs'),
    named(failing, 'failures'),
  ];
  const waiting = jobs.filter(({ state }) => state === 'waiting').length;
  const running = jobs.length - waiting;
  const doing = `${waiting} waiting${running > 0 ? `, ${running} running or failed` : ''}`;
  const byRule = play.state().backend.kind === 'understudy' ? ' · the understudy works by rules' : '';
  const own = play.state().playing.name === '*' ? [] : memoriesOf(play.chat);
  return [
    ...own.slice(-lastMemories).map((memory) => ({ ...memoryRow(memory), stays: true })),
    {
      label: 'memories',
      detail: own.length === 1 ? '1 memory' : `${own.length} memories`,
      ...opens(allMemories),
    },
    { label: 'pins', detail: plural(play.pins().length, 'message'), ...opens(pins) },
    {
      label: 'jobs',
      detail: `${jobs.length === 0 ? 'none' : doing}${byRule}`,
      ...opens(jobList),
    },
    ...(failed === 0
      ? []
      : [{ label: 'failed classifier calls', detail: plural(failed, 'call'), ...opens(failureList) }]),
  ];
}

function others({ play, app }: ScreenScope, isOpen: boolean, again: Call): Item[] {
  const { playing } = play.state();
  if (isOpen || playing.name === '*' || app.loaded.config.privacy.drawer === 'own') return [];
  const hidden = `hidden from ${playing.name}: what the others feel and want`;
  return [{ label: 'other minds', detail: `${hidden}; Enter shows it`, call: again }];
}

/** The state of the fiction as the played character knows it, to read and to edit; other minds when asked for. */
export const drawer = define({
  name: 'drawer',
  group: 'the world',
  synonyms: ['state', 'relationships', 'tracker'],
  summary: 'show the world as you know it: relationships, activities, places, threads, memories, pins, jobs',
  parameters: { others: flag('--others', 'show other minds too') },
  run: () => null,
  screen: {
    ask(scope, { others: wanted }, again) {
      const { drawer: open } = scope.app.loaded.config.privacy;
      const isOpen = open !== 'own' && (wanted === true || open === 'all');
      const items = [
        surroundings(scope),
        ...entities(scope, isOpen),
        ...edges(scope, isOpen),
        ...others(scope, isOpen, again({ others: true })),
        ...group(scope),
        ...places(scope),
        ...threads(scope),
        ...doings(scope),
      ];
      return { ...list('The world', items), again: again({}) };
    },
  },
  only: {
    side: 'screen',
    why: 'a script has it from `sotto world`, `entities`, `edges`, `containers`, `threads`',
  },
});
