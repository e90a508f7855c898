import type { NewEvent, StoredEvent } from '../../src/domain/events/events.ts';
import { carryOut } from '../commands.ts';
import type { Scene } from '../histories.ts';
import type { Act } from './deeds.ts';
import { type Booked, book, ofItsSpeaker } from './doing.ts';
import type { Step, Witnessed } from './witnessed.ts';

const movers: ReadonlySet<Act['type']> = new Set([
  'rewind',
  'rewind_to',
  'undo',
  'redo',
  'branch',
  'switch',
  'swipe',
]);

/** The same history told to a fresh chat, without what the character did not perceive. */
class Retelling {
  readonly #scene: Scene;
  readonly #who: string;
  /** Ids in this telling of what a move or a change goes by, by those in the first: what the character did not perceive may have another. */
  readonly #ids = new Map<string, string>();

  constructor(scene: Scene, { who }: Witnessed) {
    this.#scene = scene;
    this.#who = who;
  }

  #idOf(id: string): string {
    return this.#ids.get(id) ?? id;
  }

  async move({ command, target, back }: Step): Promise<void> {
    const scene = this.#scene;
    if (command.type === 'undo' || command.type === 'rewind') return this.#goBack(back);
    if (command.type === 'redo') return this.#redo();
    const play = scene.playing('by' in command ? (command.by ?? undefined) : undefined);
    const message = target && this.#idOf(target);
    if (command.type === 'rewind_to') await (message && play.rewind({ message }));
    else if (command.type === 'branch') await play.branch(command.name, message);
    else await carryOut(scene, command as never);
  }

  /** Goes to where the first telling went: the eyes with which the human looked may be those of a stranger here. */
  #goBack(back: string | undefined): void {
    const { store, id, parts } = this.#scene;
    const wanted = back && this.#idOf(back);
    const event = [...store.log.all({ chat: id })].find((one) => one.id === wanted);
    if (event) store.chats.moveHead(id, 'rewind', parts.now(), () => store.tree.before(id, event));
  }

  #redo(): void {
    const { store, id, parts, state } = this.#scene;
    const target = store.tree.redoTarget(id, state.head);
    if (target) store.chats.moveHead(id, 'redo', parts.now(), () => target);
  }

  book(booked: Booked): Promise<void> {
    return book(this.#scene, { ...booked, about: this.#idOf(booked.about) });
  }

  writeTurn({ command, target }: Step, events: readonly StoredEvent[]): void {
    const { store, id, state } = this.#scene;
    const { actor = 'human', at = '' } = events[0] ?? {};
    const isReplaced = command.type === 'regenerate' && target !== undefined;
    const place = isReplaced ? store.tree.before(id, store.placeOf(this.#idOf(target))) : state.head;
    const facts = events.map((event) => this.#factOf(event, place));
    const written = store.chats.append(id, { actor, at, place }, () => facts);
    for (const [index, event] of written.events.entries()) this.#ids.set(events[index]?.id ?? '', event.id);
  }

  /** An event as it is in this telling: what only the speaker of another's reply knows differs. */
  #factOf({ kind, payload }: StoredEvent, at: Parameters<typeof ofItsSpeaker>[2]['at']): NewEvent {
    const told = payload as { speaker?: string; text?: string; message?: string };
    const { speaker, text = '' } = told;
    const isOthers = /^reply_(received|cut_short)$/.test(kind) && speaker !== this.#who;
    const own = isOthers && ofItsSpeaker(this.#scene, speaker ?? '', { text, at });
    const message = told.message !== undefined && { message: this.#idOf(told.message) };
    return { kind, payload: { ...told, ...own, ...message } } as NewEvent;
  }
}

/** Tells the same history to a fresh chat, without what the character did not perceive; how much that was. */
export async function retell(scene: Scene, witnessed: Witnessed): Promise<number> {
  const telling = new Retelling(scene, witnessed);
  let left = 0;
  for (const step of witnessed.steps) {
    scene.at = step.at;
    if (movers.has(step.command.type)) {
      scene.at -= 60_000;
      await telling.move(step);
      continue;
    }
    if (step.booked) {
      if (witnessed.isUnknownJob(step.booked)) left += 1;
      else await telling.book(step.booked);
      continue;
    }
    const kept = step.events.filter((event) => !witnessed.isUnknown(event));
    left += step.events.length - kept.length;
    for (const turn of new Set(kept.map((event) => event.turn))) {
      const events = kept.filter((event) => event.turn === turn);
      telling.writeTurn(step, events);
    }
  }
  return left;
}
