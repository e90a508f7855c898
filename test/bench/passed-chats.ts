import type { App } from '../../src/app/run/app.ts';
import type { NewEvent } from '../../src/domain/events/events.ts';
import type { CharacterId } from '../../src/domain/message.ts';
import { memberOf, opened } from '../../src/domain/world/world.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { createClassifier } from '../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { worldInserts } from '../../src/play/world/lines/world-inserts.ts';
import { statePass } from '../../src/play/world/pass/state-pass.ts';
import { estimateTokens } from '../../src/prompt/tokens.ts';
import { usage } from '../play/usage.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { numbersFrom, played } from './story.ts';
import { repeated, took } from './timing.ts';

const entities = 8;
/** What a model says of a line where something has changed in it: as much as a pass asks for at most. */
export const full = (turn: number): string => {
  const other = {
    affinity: (turn % 3) - 1,
    facts: [`The clock said ${turn}.`],
    verb: `act ${turn % 5}`,
  };
  const names = ['Wren', 'Ines', 'Bram'].map((name) => [name, other]);
  const own = {
    mood: ['calm', 'grim', 'glad'][turn % 3],
    verb: `act ${turn % 7}`,
    holding: [`thing ${turn % 4}`],
  };
  return JSON.stringify({
    significance: turn % 40 === 0 ? 3 : 1,
    ...own,
    time: `${turn % 24}:00`,
    others: Object.fromEntries(names),
  });
};

/** Passes asked of this model, or of the one that plays. */
export function passesBy(after: PlayParts['after']): NonNullable<PlayParts['jobs']> {
  const limits = { hard: Number.POSITIVE_INFINITY, timeoutMs: 10_000, after, estimate: estimateTokens };
  const over = async (backend: Backend) =>
    createClassifier({ models: [{ name: 'own', backend }], ...limits });
  return [statePass({ pinsMost: () => 8, over })];
}

/** A classifier that answers at once, so that all the time that passes is bookkeeping. */
export function atOnce(after: PlayParts['after']): NonNullable<PlayParts['classifier']> {
  let turn = 0;
  const backend: Backend = {
    ...createUnderstudy(),
    async *complete() {
      turn += 1;
      yield { type: 'finished', text: full(turn), reason: 'eos', usage };
    },
  };
  const limits = { hard: 100_000, timeoutMs: 10_000, after, estimate: estimateTokens };
  const classifier = createClassifier({ models: [{ name: 'at once', backend }], ...limits });
  return async () => classifier;
}

/** A chat of eight with so many messages. */
export function chatOfEight(
  scene: Scene,
  messages: number,
): { context: App; id: string; cast: CharacterId[] } {
  const context = scene.context(scene.emptyFolder());
  const { id, cast } = newChat(context);
  const { store } = context;
  const how = { actor: 'import' as const, at: context.now() };
  const names = Array.from({ length: entities - cast.length }, (_, n) => `Guest ${n}`);
  const guests = names.map((name): NewEvent => {
    const payload = {
      character: context.playParts.idFor(`${id} ${name}`),
      name,
      card: null,
      knowsPast: false,
    };
    return { kind: 'character_joined', payload };
  });
  store.chats.append(id, how, () => guests);
  const all = opened(store.chats.read(id).world).cast.map((member) => member.id);
  if (messages > 0) store.chats.append(id, how, () => [...played(all, messages)]);
  return { context, id, cast: all };
}

type Eight = ReturnType<typeof chatOfEight>;

/** So often what takes less than a millisecond is measured. */
const often = sized(200, 1);

/** What a prompt says of the state of the fiction, for each of the eight in turn. */
export function told({ context, id, cast }: Eight): Promise<number[]> {
  const { store } = context;
  const { head, world } = store.chats.read(id);
  const moment = store.moment(id, head, world);
  return repeated(often, (run) => {
    const speaker = memberOf(moment.stage, cast[run % cast.length] ?? '');
    if (!speaker) throw new Error('one of the cast is nobody');
    return took(() => worldInserts({ known: moment.known(speaker.id), speaker, room: 1000 }));
  });
}

/** The least that is written to the disk and waited for: what each commit costs here, whatever it holds. */
export const committed = ({ context: { store }, id }: Eight): Promise<number[]> =>
  repeated(often, (run) =>
    took(() => store.atomically(() => store.leases.hand({ chat: id, terminal: 'bench', pid: 0, beat: run }))),
  );

/** That chat open, its passes asked of a model that answers at once. */
export function bookkept(context: App, id: string): Play {
  const { playParts } = context;
  const { after } = playParts;
  return openPlay({ ...playParts, jobs: passesBy(after), classifier: atOnce(after) }, id);
}

/** So many events of all kinds of the fiction among messages of a cast, each a change of somebody's mind. */
export function* ofAllKinds(cast: readonly CharacterId[], count: number): Iterable<NewEvent> {
  const next = numbersFrom(count);
  const anyone = (): CharacterId => cast[Math.floor(next() * cast.length)] ?? '';
  const messages = played(cast, count)[Symbol.iterator]();
  for (let n = 0; n < count; n += 1) {
    const entity = anyone();
    const knownTo = [entity];
    const to = cast[(cast.indexOf(entity) + 1) % cast.length] ?? '';
    const container = `c${n % 9}`;
    const kinds: readonly NewEvent[] = [
      messages.next().value as NewEvent,
      {
        kind: 'edge_update',
        payload: { from: entity, to, affinityDelta: 1, learns: [`fact ${n % 60}`], knownTo },
      },
      {
        kind: 'entity_state_change',
        payload: { entity, mood: `mood ${n % 9}`, gains: [`thing ${n % 70}`], knownTo },
      },
      {
        kind: 'activity_change',
        payload: { entity: to, verb: `act ${n % 11}`, holding: [`h${n % 3}`], knownTo },
      },
      { kind: 'world_change', payload: { time: `${n % 24}:00`, weather: `w${n % 4}`, knownTo } },
      {
        kind: 'container_change',
        payload: { container, name: container, slots: ['left', 'right'], knownTo: [] },
      },
      {
        kind: 'thread_change',
        payload: { thread: `t${n % 12}`, text: `Why ${n % 12}?`, state: 'open', knownTo: [] },
      },
      { kind: 'group_node_updated', payload: { summary: `So far ${n}.`, knownTo: [] } },
      { kind: 'scenario_set', payload: { character: entity, text: `Scene ${n % 20}` } },
      { kind: 'variables_set', payload: { owner: entity, values: { n: `${n}` } } },
    ];
    yield kinds[n % kinds.length] as NewEvent;
  }
}
