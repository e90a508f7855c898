import { SottoError } from '../../domain/errors.ts';
import { type Branch, forkMark, givenName, type Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { View } from '../../domain/view.ts';
import { messageAt } from '../chat/address.ts';
import { requireIdle } from '../chat/idle.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import type { BranchInfo } from '../chat/play-state.ts';
import { isPerceivedBetween } from './between.ts';
import { endOf } from './versions.ts';

const previewLength = 60;
const shortestMark = 6;

/** A branch under the name by which the viewer knows it. */
interface Known {
  readonly branch: Branch;
  readonly name: string;
}

interface Fork {
  readonly branch: Branch;
  /** Id and seq of the first thing on it that the viewer perceives. */
  readonly mark: string;
  readonly seq: number;
}

const isFork = ({ name }: Branch): boolean => name.includes(forkMark);

const tipOf = (chat: OpenChat, { id }: Branch): Position => ({
  branch: id,
  seq: chat.parts.store.tree.tip(chat.id, id),
});

/** The first message written on a branch that a view has. */
const firstPerceived = (chat: OpenChat, { id, forkSeq }: Branch, view: View) =>
  chat.parts.store.firstAfter({ branch: id, seq: forkSeq }, (_, message) => view.find(message) !== undefined);

/** Unnamed forks on which the viewer perceives something, in the order in which that was said. */
function forksOf(chat: OpenChat, branches: readonly Branch[]): Fork[] {
  const forks = branches.filter(isFork).flatMap((branch): Fork[] => {
    const tip = tipOf(chat, branch);
    const view = chat.view(chat.viewer, tip);
    const first = firstPerceived(chat, branch, view);
    if (first) return [{ branch, mark: first.id, seq: first.seq }];
    const stored = branch.name.slice(givenName(branch.name).length + 1);
    return chat.viewer === 'everyone' ? [{ branch, mark: stored, seq: tip.seq }] : [];
  });
  return forks.sort((a, b) => a.seq - b.seq);
}

/** Whether the viewer perceives, or perceived before it was deleted, anything on a branch behind a place. */
function goesOn(chat: OpenChat, branch: Branch, seq: number): boolean {
  const from = { branch: branch.id, seq };
  const isSeen = (place: Position, id: string) => chat.view(chat.viewer, place).find(id) !== undefined;
  return (
    chat.parts.store.firstAfter(from, isSeen) !== undefined ||
    isPerceivedBetween(chat, from, tipOf(chat, branch))
  );
}

/**
 * By what they go on from, the forks that are to the viewer the same line of play: nothing that it perceives was written
 * where they left it. Of several the oldest.
 */
function heirsOf(chat: OpenChat, listed: readonly Branch[], forks: readonly Fork[]): Map<number, Branch> {
  const heirs = new Map<number, Branch>();
  if (chat.viewer === 'everyone') return heirs;
  const all = chat.parts.store.tree.branches(chat.id);
  for (const { branch: fork } of forks) {
    for (let at = fork; ; ) {
      const parent = all.get(at.parent ?? -1);
      if (!parent || givenName(parent.name) !== givenName(fork.name)) break;
      if (goesOn(chat, parent, at.forkSeq)) break;
      if (listed.some(({ id }) => id === parent.id)) {
        if (!heirs.has(parent.id)) heirs.set(parent.id, fork);
        break;
      }
      at = parent;
    }
  }
  return heirs;
}

/** Those whose place no fork has taken, and instead of the others the forks that have. */
function withHeirs(known: readonly Known[], heirs: ReadonlyMap<number, Branch>): Known[] {
  const taking = new Set([...heirs.values()].map(({ id }) => id));
  const lastOf = (branch: Branch): Branch => {
    const heir = heirs.get(branch.id);
    return heir ? lastOf(heir) : branch;
  };
  return known
    .filter(({ branch }) => !taking.has(branch.id))
    .map(({ branch, name }) => ({ branch: lastOf(branch), name }));
}

/**
 * The branches that the viewer may know of: those that a person named, and the unnamed forks on which it perceives a
 * message, called after the first of these. Neither names nor order depend on what it does not perceive.
 */
function knownBranches(chat: OpenChat): Known[] {
  const all = chat.parts.store.tree.playBranches(chat.id);
  const forks = forksOf(chat, all);
  const nameOf = ({ branch, mark }: Fork, length: number) =>
    `${givenName(branch.name)}${forkMark}${mark.slice(0, length)}`;
  const areTold = (length: number) =>
    new Set(forks.map((fork) => nameOf(fork, length))).size === forks.length;
  let length = shortestMark;
  while (!areTold(length)) length += 1;
  const named = all.filter((branch) => !isFork(branch)).map((branch) => ({ branch, name: branch.name }));
  const known = [...named, ...forks.map((fork) => ({ branch: fork.branch, name: nameOf(fork, length) }))];
  const listed = known.map(({ branch }) => branch);
  return withHeirs(known, heirsOf(chat, listed, forks));
}

/**
 * The branch of the head, or the nearest of the same line of play that it grew from and that the viewer may know of. A
 * fork at the very beginning of a named branch grows beside it, and still belongs to it; an unnamed fork of which the
 * head has nothing that the viewer perceives is as good as none.
 */
function currentOf(chat: OpenChat, known: readonly Known[]): number | undefined {
  const { store } = chat.parts;
  const all = store.tree.branches(chat.id);
  const view = chat.view();
  const isEntered = (branch: Branch) =>
    chat.viewer === 'everyone' || !isFork(branch) || firstPerceived(chat, branch, view) !== undefined;
  const own = all.get(chat.state.head.branch);
  const line = givenName(own?.name ?? '');
  const isListed = ({ id }: Branch) => known.some(({ branch }) => branch.id === id);
  for (let at = own; at && givenName(at.name) === line; at = all.get(at.parent ?? -1)) {
    if (isListed(at) && isEntered(at)) return at.id;
  }
  return known.find(({ name }) => name === line)?.branch.id;
}

/** The branches that the viewer may know of with the newest words that it perceives there, the current one marked. */
export function branches(chat: OpenChat): BranchInfo[] {
  const known = knownBranches(chat);
  const current = currentOf(chat, known);
  return known.map(({ branch: one, name }) => {
    const isCurrent = one.id === current;
    const newest = chat.view(chat.viewer, isCurrent ? chat.state.head : tipOf(chat, one)).last(1)[0];
    const preview = newest?.text.replace(/\s+/g, ' ').slice(0, previewLength) ?? '';
    return { name, current: isCurrent, at: newest?.at ?? chat.state.createdAt, preview };
  });
}

/** The name by which the viewer knows a branch that a place is on; undefined when it knows none. */
export function nameOfBranchWith(chat: OpenChat, place: Position): string | undefined {
  const { tree } = chat.parts.store;
  const known = knownBranches(chat);
  const own = known.find(({ branch }) => branch.id === place.branch);
  const holds = ({ branch }: Known) => tree.lineage(chat.id, tipOf(chat, branch)).contains(place);
  return (own ?? known.find(holds))?.name;
}

/** Puts the head at the tip of a branch. */
export function switchTo(chat: OpenChat, name: string): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const known = knownBranches(chat);
  const found = known.filter((one) => one.name === name);
  const likely = found.length > 0 ? found : known.filter((one) => one.name.startsWith(name));
  const [target] = likely;
  if (!target || likely.length > 1) {
    const names = known.map((one) => one.name).join(', ');
    throw new SottoError('not_found', 'no_such_branch', `there is no branch "${name}"; there is ${names}`);
  }
  store.chats.moveHead(chat.id, 'switch', now(), () => tipOf(chat, target.branch));
  chat.moved();
}

/** A branch at a message, or here, and the head on it. Resolves to its name. */
export function branch(chat: OpenChat, name?: string, at?: string): string {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const place = at === undefined ? chat.state.head : afterMessage(chat, messageAt(chat, at));
  const made = store.chats.branchOff(chat.id, name, now(), place);
  chat.moved();
  return made;
}

const afterMessage = (chat: OpenChat, { id }: Message): Position => {
  const place = chat.parts.store.placeOf(id);
  const end = endOf(chat, place, () => true);
  return { ...end, seq: Math.min(end.seq, limitOf(chat, place)) };
};

/** Up to where the head's own history uses a branch. */
const limitOf = (chat: OpenChat, { branch: id }: Position): number =>
  chat.parts.store.tree.lineage(chat.id, chat.state.head).segments.find((s) => s.branch === id)?.upTo ??
  Number.POSITIVE_INFINITY;
