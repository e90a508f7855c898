import { SottoError } from '../domain/errors.ts';
import type { Position } from '../domain/lineage.ts';
import type { Message } from '../domain/message.ts';
import type { DomainEventPlace } from '../store/store.ts';
import type { OpenChat } from './open-chat.ts';
import type { BranchInfo, Undone } from './play.ts';
import { requireIdle } from './turns.ts';
import { swipesOf } from './versions.ts';

const previewLength = 60;
const pageSize = 200;

/** The last `count` messages of the log, hidden ones included, oldest first. */
function lastTurns(chat: OpenChat, count: number): Message[] {
  const turns = chat.view('everyone').last(count);
  if (Number.isInteger(count) && count > 0 && turns.length === count) return turns;
  const message = `there are ${turns.length} turns to take back, not ${count}; see \`sotto log\``;
  throw new SottoError('usage', 'too_few_turns', message);
}

/** Messages after this one in the log, hidden ones included. */
function messagesAfter(chat: OpenChat, { id }: Message): Message[] {
  const everyone = chat.view('everyone');
  const after: Message[] = [];
  let from = id;
  for (;;) {
    const page = everyone.from(from, pageSize).slice(1);
    after.push(...page);
    const last = page.at(-1);
    if (!last || page.length < pageSize - 1) return after;
    from = last.id;
  }
}

/** Goes back by turns, or to the end of a message; what comes after stays in the tree. */
export function rewind(
  chat: OpenChat,
  to: { turns: number } | { message: string },
  options: { dryRun?: boolean } = {},
): Undone {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const undone = 'turns' in to ? lastTurns(chat, to.turns) : messagesAfter(chat, chat.message(to.message));
  const first = undone[0];
  const ids = new Set(undone.map(({ id }) => id));
  const messages = chat
    .view()
    .last(undone.length)
    .filter(({ id }) => ids.has(id));
  const hidden = undone.length - messages.length;
  const result = { messages, unperceived: chat.parts.settings.hint === 'none' ? 0 : hidden };
  if (options.dryRun || !first) return result;
  store.chats.moveHead(chat.id, 'rewind', now(), () => store.tree.before(chat.id, store.placeOf(first.id)));
  chat.moved();
  return result;
}

/** Takes back the last thing that happened, be it a message, an edit or a pin. */
export function undo(chat: OpenChat): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const last = lastThing(chat);
  if (!last || last.turn === store.firstTurn(chat.id) || last.kind === 'opening_given') {
    const message = 'there is nothing to undo: this is where the chat begins';
    throw new SottoError('usage', 'nothing_to_undo', message);
  }
  store.chats.moveHead(chat.id, 'rewind', now(), () => store.startOfTurn(chat.id, last));
  chat.moved();
}

/** The newest event that a person can see the effect of: a failed reply left nothing to take back. */
function lastThing(chat: OpenChat): DomainEventPlace | undefined {
  const { store } = chat.parts;
  let last = store.eventAt(chat.id, chat.state.head);
  while (last?.kind === 'reply_failed') last = store.eventAt(chat.id, store.startOfTurn(chat.id, last));
  return last;
}

/** Goes back to where the head was before it was last rewound to here. */
export function redo(chat: OpenChat): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const target = store.tree.redoTarget(chat.id, chat.state.head);
  if (!target)
    throw new SottoError(
      'usage',
      'nothing_to_redo',
      'there is nothing to redo from here; see `sotto branches`',
    );
  store.chats.moveHead(chat.id, 'redo', now(), () => target);
  chat.moved();
}

/** A branch at a message, or here, and the head on it. Resolves to its name. */
export function branch(chat: OpenChat, name?: string, at?: string): string {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const place = at === undefined ? chat.state.head : endOf(chat, chat.message(at));
  const made = store.chats.branchOff(chat.id, name, now(), place);
  chat.moved();
  return made;
}

const endOf = (chat: OpenChat, message: Message): Position => {
  const { store } = chat.parts;
  const place = store.placeOf(message.id);
  return { branch: place.branch, seq: Math.min(store.tree.endOfMessage(place), limitOf(chat, place)) };
};

/** Up to where the head's own history uses a branch. */
const limitOf = (chat: OpenChat, { branch: id }: Position): number =>
  chat.parts.store.tree.lineage(chat.id, chat.state.head).segments.find((s) => s.branch === id)?.upTo ??
  Number.POSITIVE_INFINITY;

/** Every branch with the newest words that the played character perceives there, the current one marked. */
export function branches(chat: OpenChat): BranchInfo[] {
  const { store } = chat.parts;
  const { head } = chat.state;
  return store.tree.playBranches(chat.id).map(({ id, name }) => {
    const tip = id === head.branch ? head : { branch: id, seq: store.tree.tip(chat.id, id) };
    const newest = chat.view(chat.played.id, tip).last(1)[0];
    const preview = newest?.text.replace(/\s+/g, ' ').slice(0, previewLength) ?? '';
    return { name, current: id === head.branch, at: newest?.at ?? chat.state.createdAt, preview };
  });
}

/** Puts the head at the tip of a branch. */
export function switchTo(chat: OpenChat, name: string): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const all = store.tree.playBranches(chat.id);
  const found = all.filter((b) => b.name === name);
  const likely = found.length > 0 ? found : all.filter((b) => b.name.startsWith(name));
  const [target] = likely;
  if (!target || likely.length > 1) {
    const names = all.map((b) => b.name).join(', ');
    throw new SottoError('not_found', 'no_such_branch', `there is no branch "${name}"; there is ${names}`);
  }
  const to = { branch: target.id, seq: store.tree.tip(chat.id, target.id) };
  store.chats.moveHead(chat.id, 'switch', now(), () => to);
  chat.moved();
}

/** Moves to another version of the last message. Resolves to which of how many it is now. */
export function swipe(chat: OpenChat, which: 'next' | 'prev' | number): { index: number; of: number } {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const last = chat.view().last(1)[0];
  if (!last) throw new SottoError('usage', 'nothing_said', 'there is no message to swipe yet');
  const here = store.placeOf(last.id);
  const versions = swipesOf(chat, last);
  const current = versions.findIndex(
    (version) => 'at' in version && version.at.branch === here.branch && version.at.seq === here.seq,
  );
  const wanted = which === 'next' ? current + 1 : which === 'prev' ? current - 1 : which - 1;
  const target = versions[wanted];
  if (!target) {
    const count = versions.length === 1 ? 'is one version' : `are ${versions.length} versions`;
    const message = `there ${count} of the last message; \`regenerate\` makes another`;
    throw new SottoError('usage', 'no_such_swipe', message);
  }
  if ('opening' in target) {
    chat.publish(chat.write('sotto', () => [target.opening], { place: target.place }));
  } else if (wanted !== current) {
    const to = { branch: target.at.branch, seq: store.tree.endOfMessage(target.at) };
    store.chats.moveHead(chat.id, 'swipe', now(), () => to);
    chat.moved();
  }
  return { index: wanted + 1, of: versions.length };
}
