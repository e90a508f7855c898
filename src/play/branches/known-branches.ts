import { type Branch, forkMark, givenName, type Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { PerceivedEvent } from '../../store/acts/perceived-events.ts';
import type { ViewedChat } from '../chat/chat-reader.ts';
import type { BranchInfo } from '../chat/play-state.ts';
import { Remembered } from '../chat/remembered.ts';
import { lastPerceived } from './between.ts';
import { branchRows, type Grown } from './branch-rows.ts';
import { isCarried } from './carried.ts';
import { type Line, type LineFinder, lineFinders, linesOf } from './lines.ts';

const previewLength = 60;
const previewMessages = 3;
const shortestMark = 6;

/** What a model writes, or a card has written. */
const replies: ReadonlySet<string> = new Set(['reply_received', 'reply_cut_short', 'opening_given']);

/** A line of play under the name by which the viewer knows it. */
export type KnownBranch = Line & { readonly name: string };

/** A part of a branch, and the line that it is of. */
interface Held {
  readonly from: number;
  readonly upTo: number;
  readonly line: KnownBranch;
}

/** By branch, which parts of it are of which line. */
function heldOn(known: readonly KnownBranch[]): ReadonlyMap<number, readonly Held[]> {
  const held = new Map<number, Held[]>();
  for (const line of known)
    for (const { branch, from, upTo } of line.stretches) {
      const parts = held.get(branch.id) ?? [];
      held.set(branch.id, parts);
      parts.push({ from, upTo, line });
    }
  return held;
}

/** All lines as they were at one time. */
interface TreeNow {
  readonly finders: readonly LineFinder[];
  readonly known: readonly KnownBranch[];
  readonly on: ReadonlyMap<number, readonly Held[]>;
}

const holding = ({ on }: TreeNow, { branch, seq }: Position): KnownBranch | undefined =>
  on.get(branch)?.find(({ from, upTo }) => from <= seq && seq <= upTo)?.line;

/** The names of lines, each with as much of the id of its first event as tells it from the others. */
function namesOf(lines: readonly Line[]): string[] {
  for (let length = shortestMark; ; length += 1) {
    const names = lines.map(({ given, start }) =>
      start ? `${given}${forkMark}${start.id.slice(0, length)}` : given,
    );
    if (new Set(names).size === lines.length) return names;
  }
}

/**
 * The branches of a chat as one viewer knows them. List, names, order, which is current and what each grew from are made
 * of the events that this viewer perceived when they were written, lines and acts alike, and of names that people gave.
 */
export class KnownBranches {
  readonly #viewed: ViewedChat;
  readonly #all = new Remembered<TreeNow>();
  /** Where branches fork, the first thing behind that the viewer perceived on the branch that was left; it stays the first. */
  readonly #firsts = new Map<string, PerceivedEvent>();
  readonly #before = new Map<string, PerceivedEvent | undefined>();
  readonly #newest = new Map<number, { readonly tip: number; readonly last: readonly Message[] }>();

  constructor(viewed: ViewedChat) {
    this.#viewed = viewed;
  }

  /** Those that a person named, and of unnamed forks those on which the viewer perceives anything, called after the first of it. */
  all(): readonly KnownBranch[] {
    return this.#now().known;
  }

  /** As it is now; found anew where something was written in the chat, or a branch was made. */
  #now(): TreeNow {
    const { chat } = this.#viewed;
    const { tree } = chat.parts.store;
    return this.#all.of([tree.newest(chat.id), tree.branches(chat.id)], () => {
      const branches = tree.playBranches(chat.id);
      const finders = lineFinders(branches, (branch, after) => this.#firstAfter(branch, after));
      const lines = linesOf(finders);
      const names = namesOf(lines);
      const known = lines.map((line, at) => ({ ...line, name: names[at] ?? line.given }));
      return { finders, known, on: heldOn(known) };
    });
  }

  /** The one of the head: that which holds the last thing perceived there, else the branch that a person named and the head is on. */
  current(): KnownBranch | undefined {
    const { chat } = this.#viewed;
    const { head } = chat.state;
    const line = givenName(chat.parts.store.tree.branches(chat.id).get(head.branch)?.name ?? '');
    const last = lastPerceived(this.#viewed, head);
    const own = last && this.with(last);
    return own?.given === line ? own : this.all().find(({ name }) => name === line);
  }

  /**
   * The one that an event is on, and not on what that forked from: where the viewer did not perceive it when it was written, that with
   * the oldest thing perceived behind it. Undefined where there is none.
   */
  with(event: Position): KnownBranch | undefined {
    const now = this.#now();
    const held = holding(now, event);
    if (held) return held;
    const next = this.#nextBehind(event);
    return next && holding(now, next);
  }

  /** The end of the one that an event is on; of the branch itself where the viewer perceived nothing on it. */
  endWith({ branch, seq }: Position): Position {
    const line = this.with({ branch, seq });
    const { chat } = this.#viewed;
    return line ? this.tipOf(line) : { branch, seq: chat.parts.store.tree.tip(chat.id, branch) };
  }

  /** The place at the end of one. */
  tipOf({ end }: Line): Position {
    const { chat } = this.#viewed;
    return { branch: end.id, seq: chat.parts.store.tree.tip(chat.id, end.id) };
  }

  /** All of them with the newest words that the viewer perceives there, the current one marked. */
  infos(): BranchInfo[] {
    const { chat } = this.#viewed;
    const now = this.#now();
    const current = this.current();
    return now.known.map((one) => {
      const isCurrent = one === current;
      const last = isCurrent ? this.#viewed.view().last(previewMessages) : this.#lastOn(one);
      const newest = last.at(-1);
      const preview = newest?.text.replace(/\s+/g, ' ').slice(0, previewLength) ?? '';
      const at = newest?.at ?? chat.state.createdAt;
      return { name: one.name, current: isCurrent, at, preview, last, from: this.#parentOf(one, now) };
    });
  }

  /** The same as people tell them apart: versions of one line are one row. */
  rows(): BranchInfo[] {
    const known = new Map(this.all().map((line) => [line.name, line]));
    return branchRows(
      this.infos().flatMap((info) => {
        const line = known.get(info.name);
        return line ? [{ info, ...this.#ends(line, info) }] : [];
      }),
    );
  }

  #ends(line: KnownBranch, { last }: BranchInfo): Omit<Grown, 'info'> {
    const { store } = this.#viewed.chat.parts;
    const isReply = (at: Position) => replies.has(store.eventAt(this.#viewed.chat.id, at)?.kind ?? '');
    const newest = last.at(-1);
    const end =
      newest && isReply(store.placeOf(newest.id)) ? { id: newest.id, behind: last.at(-2)?.id } : null;
    const first = line.start && this.#firstDone(line.start);
    const isVersion = first && replies.has(first.kind);
    const behind = isVersion ? this.#viewed.view(this.tipOf(line)).last(1, first.id)[0]?.id : undefined;
    return { version: isVersion ? { id: first.id, behind } : null, isEmpty: first === undefined, end };
  }

  /** The first event on a fork that does more than hold on to how lines read; undefined without one. */
  #firstDone(start: PerceivedEvent): PerceivedEvent | undefined {
    for (let at: PerceivedEvent | undefined = start; at; at = this.#nextBehind(at))
      if (!isCarried(this.#viewed.chat, at)) return at;
    return undefined;
  }

  /** The oldest thing that the viewer perceives behind a place, on whichever branch the line goes on there. */
  #nextBehind(place: Position): PerceivedEvent | undefined {
    return this.#now().finders.flatMap((finder) => finder.next(place) ?? [])[0];
  }

  #firstAfter({ id }: Branch, after: number): PerceivedEvent | undefined {
    const { chat, viewer } = this.#viewed;
    const place = `${id} ${after}`;
    const upTo = Number.MAX_SAFE_INTEGER;
    const first =
      this.#firsts.get(place) ?? chat.parts.store.perceived.first({ branch: id, after, upTo }, viewer);
    if (first) this.#firsts.set(place, first);
    return first;
  }

  /** The name of the one that another grew from: that with the last thing which the viewer perceived before it; null for one that begins with the chat. */
  #parentOf({ name, start, given }: KnownBranch, now: TreeNow): string | null {
    const before = start ? this.#beforeEvent(start) : this.#beforeBranch(given);
    if (before === null) return null;
    const parent = before && holding(now, before);
    return (parent ?? now.known.find((one) => one.start === null && one.name !== name))?.name ?? null;
  }

  #beforeEvent({ branch, seq }: PerceivedEvent): PerceivedEvent | undefined {
    const { chat } = this.#viewed;
    const place = `${branch} ${seq}`;
    if (!this.#before.has(place)) {
      const { forkSeq = 0, parent = null } = chat.parts.store.tree.branches(chat.id).get(branch) ?? {};
      const at =
        seq - 1 > forkSeq || parent === null ? { branch, seq: seq - 1 } : { branch: parent, seq: forkSeq };
      this.#before.set(place, lastPerceived(this.#viewed, at));
    }
    return this.#before.get(place);
  }

  /** Null where the branch of this name begins with the chat. */
  #beforeBranch(name: string): PerceivedEvent | undefined | null {
    const { chat } = this.#viewed;
    const own = chat.parts.store.tree.playBranches(chat.id).find((branch) => branch.name === name);
    if (!own || own.parent === null) return null;
    return lastPerceived(this.#viewed, { branch: own.parent, seq: own.forkSeq });
  }

  /** The newest messages at the end of one; read again only where something was written there since. */
  #lastOn(line: Line): readonly Message[] {
    const tip = this.tipOf(line);
    const known = this.#newest.get(tip.branch);
    if (known?.tip === tip.seq) return known.last;
    const last = this.#viewed.view(tip).last(previewMessages);
    this.#newest.set(tip.branch, { tip: tip.seq, last });
    return last;
  }
}
