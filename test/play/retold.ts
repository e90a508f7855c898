import { isDeepStrictEqual } from 'node:util';
import type { NewEvent, StoredEvent } from '../../src/domain/events/events.ts';
import { givenName, type Position } from '../../src/domain/lineage.ts';
import type { Scene } from '../histories.ts';
import type { Act } from './deeds.ts';
import { type Booked, book, ofItsSpeaker } from './doing.ts';
import type { Place, Step, Witnessed } from './witnessed.ts';

/** Moves that are made again as they were where the character itself made them; to redo is the human's own. */
const moves: ReadonlySet<Act['type']> = new Set(['rewind', 'rewind_to', 'undo', 'branch', 'switch', 'swipe']);

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

  /** Moves as the character did. */
  async move({ command, target }: Step): Promise<void> {
    const play = this.#scene.playing(this.#who);
    const message = target && this.#idOf(target);
    switch (command.type) {
      case 'undo':
        return void (await play.undo());
      case 'rewind':
        return void (await play.rewind({ turns: command.turns }));
      case 'rewind_to':
        return void (message && (await play.rewind({ message })));
      case 'branch':
        return void (await play.branch(command.name, message));
      case 'switch':
        return void (await play.switchTo(command.name));
      case 'swipe':
        return void (await play.swipe(command.which));
    }
  }

  /** Puts the head where it was put in the first telling: behind the last that was told here of what is before it there. */
  land({ command, landed }: Step): void {
    const { store, id, parts, state } = this.#scene;
    const place = this.#placeOf(landed);
    if (command.type === 'branch') store.chats.branchOff(id, command.name, parts.now(), place);
    const line = givenName(store.tree.branches(id).get(state.head.branch)?.name ?? '');
    const [was, is] = [state.head, place].map((one) => store.tree.canonical(id, one));
    if (command.type !== 'branch' && !(isDeepStrictEqual(was, is) && line === landed.line))
      store.chats.moveHead(id, command.type === 'redo' ? 'redo' : 'rewind', parts.now(), () => place);
  }

  #placeOf({ history, line }: Place): Position {
    const { store, id } = this.#scene;
    const ids = new Set(history.map((one) => this.#idOf(one)));
    const last = [...store.log.all({ chat: id })].findLast((event) => ids.has(event.id));
    const { branch, seq } = last ?? store.tree.start(id);
    const branches = store.tree.playBranches(id);
    const own = branches.find((one) => one.id === branch);
    const named = branches.find((one) => one.name === line);
    const isOnIt = own && givenName(own.name) === line;
    return { branch: isOnIt || !named || seq > named.forkSeq ? branch : named.id, seq };
  }

  book(booked: Booked): Promise<void> {
    return book(this.#scene, { ...booked, about: this.#idOf(booked.about) });
  }

  /** Writes a turn at a place, or where the head is. */
  writeTurn(events: readonly StoredEvent[], under: Place | null): void {
    const { store, id, state } = this.#scene;
    const { actor = 'human', at = '' } = events[0] ?? {};
    const place = under ? this.#placeOf(under) : state.head;
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
    if (step.isOwn && moves.has(step.command.type)) {
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
    // What a branch carries over stands on it.
    const isBranch = step.command.type === 'branch';
    if (isBranch) telling.land(step);
    for (const turn of new Set(kept.map((event) => event.turn))) {
      const own = kept.filter((event) => event.turn === turn);
      telling.writeTurn(own, isBranch ? null : (step.under.get(turn) ?? null));
    }
    if (!isBranch) telling.land(step);
  }
  return left;
}
