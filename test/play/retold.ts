import type { NewEvent, StoredEvent } from '../../src/domain/events.ts';
import { carryOut } from '../commands.ts';
import type { Scene } from '../histories.ts';
import type { Act } from './deeds.ts';
import type { Step, Witnessed } from './witnessed.ts';

const movers: ReadonlySet<Act['do']> = new Set([
  'rewind',
  'rewind_to',
  'undo',
  'redo',
  'branch',
  'switch',
  'swipe',
]);

/** Goes to where the first telling went: the eyes with which the human looked may be those of a stranger here. */
function goBack({ store, id, parts }: Scene, back: string | undefined): void {
  const event = [...store.log.all({ chat: id })].find((one) => one.id === back);
  if (event) store.chats.moveHead(id, 'rewind', parts.now(), () => store.tree.before(id, event));
}

function redo({ store, id, parts, state }: Scene): void {
  const target = store.tree.redoTarget(id, state.head);
  if (target) store.chats.moveHead(id, 'redo', parts.now(), () => target);
}

async function move(scene: Scene, { command, target, back }: Step): Promise<void> {
  if (command.do === 'undo' || command.do === 'rewind') return goBack(scene, back);
  if (command.do === 'redo') return redo(scene);
  const play = scene.playing('by' in command ? (command.by ?? undefined) : undefined);
  if (command.do === 'rewind_to') await (target && play.rewind({ message: target }));
  else if (command.do === 'branch') await play.branch(command.name, target);
  else await carryOut(scene, command as never);
}

function writeTurn(scene: Scene, { command, target }: Step, events: readonly StoredEvent[]): void {
  const { store, id, state } = scene;
  const { actor = 'human', at = '' } = events[0] ?? {};
  const isReplaced = command.do === 'regenerate' && target !== undefined;
  const place = isReplaced ? store.tree.before(id, store.placeOf(target)) : state.head;
  const facts = events.map(({ kind, payload }) => ({ kind, payload }) as NewEvent);
  store.chats.append(id, { actor, at, place }, () => facts);
}

/** Tells the same history to a fresh chat, without what the character did not perceive; how much that was. */
export async function retell(scene: Scene, witnessed: Witnessed): Promise<number> {
  let left = 0;
  for (const step of witnessed.steps) {
    scene.at = step.at;
    if (movers.has(step.command.do)) {
      scene.at -= 60_000;
      await move(scene, step);
      continue;
    }
    const kept = step.events.filter((event) => !witnessed.isUnknown(event));
    left += step.events.length - kept.length;
    for (const turn of new Set(kept.map((event) => event.turn))) {
      writeTurn(
        scene,
        step,
        kept.filter((event) => event.turn === turn),
      );
    }
  }
  return left;
}
