import { type Branch, forkMark, givenName, type Position } from '../../domain/lineage.ts';
import type { View } from '../../domain/view.ts';
import type { ChatReader, ViewedChat } from '../chat/chat-reader.ts';
import type { BranchInfo } from '../chat/play-state.ts';
import { isPerceivedBetween } from './between.ts';

const previewLength = 60;
const previewMessages = 3;
const shortestMark = 6;

/** A branch under the name by which the viewer knows it. */
export interface KnownBranch {
  readonly branch: Branch;
  readonly name: string;
  /** The branch that it is to the viewer the same line of play as: itself, or the one whose place it took. */
  readonly origin: Branch;
}

interface Fork {
  readonly branch: Branch;
  /** Id and seq of the first thing on it that the viewer perceives. */
  readonly mark: string;
  readonly seq: number;
}

const isFork = ({ name }: Branch): boolean => name.includes(forkMark);

/** The place at the end of a branch. */
export const tipOf = (chat: ChatReader, { id }: Branch): Position => ({
  branch: id,
  seq: chat.parts.store.tree.tip(chat.id, id),
});

/** The first message written on a branch that a view has. */
const firstPerceived = (chat: ChatReader, { id, forkSeq }: Branch, view: View) =>
  chat.parts.store.firstAfter({ branch: id, seq: forkSeq }, (_, message) => view.find(message) !== undefined);

/** Unnamed forks on which the viewer perceives something, in the order in which that was said. */
function forksOf(viewed: ViewedChat, branches: readonly Branch[]): Fork[] {
  const { chat, viewer } = viewed;
  const forks = branches.filter(isFork).flatMap((branch): Fork[] => {
    const tip = tipOf(chat, branch);
    const first = firstPerceived(chat, branch, viewed.view(tip));
    if (first) return [{ branch, mark: first.id, seq: first.seq }];
    const stored = branch.name.slice(givenName(branch.name).length + 1);
    return viewer === 'everyone' ? [{ branch, mark: stored, seq: tip.seq }] : [];
  });
  return forks.sort((a, b) => a.seq - b.seq);
}

/** Whether the viewer perceives, or perceived before it was deleted, anything on a branch behind a place. */
function goesOn(viewed: ViewedChat, branch: Branch, seq: number): boolean {
  const { chat } = viewed;
  const from = { branch: branch.id, seq };
  const isSeen = (place: Position, id: string) => viewed.view(place).find(id) !== undefined;
  return (
    chat.parts.store.firstAfter(from, isSeen) !== undefined ||
    isPerceivedBetween(viewed, from, tipOf(chat, branch))
  );
}

/**
 * By what they go on from, the forks that are to the viewer the same line of play: nothing that it perceives was written
 * where they left it. Of several the oldest.
 */
function heirsOf(viewed: ViewedChat, listed: readonly Branch[], forks: readonly Fork[]): Map<number, Branch> {
  const { chat, viewer } = viewed;
  const heirs = new Map<number, Branch>();
  if (viewer === 'everyone') return heirs;
  const all = chat.parts.store.tree.branches(chat.id);
  for (const { branch: fork } of forks) {
    for (let at = fork; ; ) {
      const parent = all.get(at.parent ?? -1);
      if (!parent || givenName(parent.name) !== givenName(fork.name)) break;
      if (goesOn(viewed, parent, at.forkSeq)) break;
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
function withHeirs(known: readonly KnownBranch[], heirs: ReadonlyMap<number, Branch>): KnownBranch[] {
  const taking = new Set([...heirs.values()].map(({ id }) => id));
  const lastOf = (branch: Branch): Branch => {
    const heir = heirs.get(branch.id);
    return heir ? lastOf(heir) : branch;
  };
  return known
    .filter(({ branch }) => !taking.has(branch.id))
    .map(({ branch, ...rest }) => ({ ...rest, branch: lastOf(branch) }));
}

/**
 * The branches that the viewer may know of: those that a person named, and the unnamed forks on which it perceives a
 * message, called after the first of these. Neither names nor order depend on what it does not perceive.
 */
export function knownBranches(viewed: ViewedChat): KnownBranch[] {
  const { chat } = viewed;
  const all = chat.parts.store.tree.playBranches(chat.id);
  const forks = forksOf(viewed, all);
  const nameOf = ({ branch, mark }: Fork, length: number) =>
    `${givenName(branch.name)}${forkMark}${mark.slice(0, length)}`;
  const areTold = (length: number) =>
    new Set(forks.map((fork) => nameOf(fork, length))).size === forks.length;
  let length = shortestMark;
  while (!areTold(length)) length += 1;
  const named = all
    .filter((branch) => !isFork(branch))
    .map((branch) => ({ branch, name: branch.name, origin: branch }));
  const known = [
    ...named,
    ...forks.map((fork) => ({ branch: fork.branch, name: nameOf(fork, length), origin: fork.branch })),
  ];
  const listed = known.map(({ branch }) => branch);
  return withHeirs(known, heirsOf(viewed, listed, forks));
}

/**
 * The branch of the head, or the nearest of the same line of play that it grew from and that the viewer may know of. A
 * fork at the very beginning of a named branch grows beside it, and still belongs to it; an unnamed fork of which the
 * head has nothing that the viewer perceives is as good as none.
 */
function currentOf(viewed: ViewedChat, known: readonly KnownBranch[]): number | undefined {
  const { chat, viewer } = viewed;
  const { store } = chat.parts;
  const all = store.tree.branches(chat.id);
  const view = viewed.view();
  const isEntered = (branch: Branch) =>
    viewer === 'everyone' || !isFork(branch) || firstPerceived(chat, branch, view) !== undefined;
  const own = all.get(chat.state.head.branch);
  const line = givenName(own?.name ?? '');
  const isListed = ({ id }: Branch) => known.some(({ branch }) => branch.id === id);
  for (let at = own; at && givenName(at.name) === line; at = all.get(at.parent ?? -1)) {
    if (isListed(at) && isEntered(at)) return at.id;
  }
  return known.find(({ name }) => name === line)?.branch.id;
}

/**
 * The name of the listed branch that each grew from: the first that has the last thing which the viewer perceived before
 * the fork. One that begins with the chat has none.
 */
function parentsOf(viewed: ViewedChat, known: readonly KnownBranch[]): Map<string, string> {
  const { chat } = viewed;
  const parents = new Map<string, string>();
  const views = known.map((one) => ({ name: one.name, view: viewed.view(tipOf(chat, one.branch)) }));
  const isBelow = (name: string, top: string): boolean => {
    for (let at: string | undefined = name; at !== undefined; at = parents.get(at))
      if (at === top) return true;
    return false;
  };
  for (const { name, origin } of known) {
    if (origin.parent === null) continue;
    const [before] = viewed.view({ branch: origin.parent, seq: origin.forkSeq }).last(1);
    const has = ({ view }: { view: View }) => before === undefined || view.find(before.id) !== undefined;
    const parent = views.find((other) => !isBelow(other.name, name) && has(other));
    if (parent) parents.set(name, parent.name);
  }
  return parents;
}

/** The branches that the viewer may know of with the newest words that it perceives there, the current one marked. */
export function branchesOf(viewed: ViewedChat): BranchInfo[] {
  const { chat } = viewed;
  const known = knownBranches(viewed);
  const current = currentOf(viewed, known);
  const parents = parentsOf(viewed, known);
  return known.map(({ branch: one, name }) => {
    const isCurrent = one.id === current;
    const last = viewed.view(isCurrent ? chat.state.head : tipOf(chat, one)).last(previewMessages);
    const newest = last.at(-1);
    const preview = newest?.text.replace(/\s+/g, ' ').slice(0, previewLength) ?? '';
    const at = newest?.at ?? chat.state.createdAt;
    return { name, current: isCurrent, at, preview, last, from: parents.get(name) ?? null };
  });
}

/** The name by which the viewer knows a branch that a place is on; undefined when it knows none. */
export function nameOfBranchWith(viewed: ViewedChat, place: Position): string | undefined {
  const { chat } = viewed;
  const { tree } = chat.parts.store;
  const known = knownBranches(viewed);
  const own = known.find(({ branch }) => branch.id === place.branch);
  const holds = ({ branch }: KnownBranch) => tree.lineage(chat.id, tipOf(chat, branch)).contains(place);
  return (own ?? known.find(holds))?.name;
}
