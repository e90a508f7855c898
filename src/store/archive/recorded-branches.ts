import { type Position, sideBranches } from '../../domain/lineage.ts';
import type { Parts } from '../chats/state.ts';
import { forged } from './forged.ts';
import type { Ordinals } from './ordinals.ts';
import type { BranchRecord } from './recording.ts';

const beside: ReadonlySet<string> = new Set(Object.values(sideBranches));
const isBeside = (name: string | undefined): boolean => name !== undefined && beside.has(name);

/** The branches of a recording in this store, and its places. Methods throw SottoError `forged_record`. */
export class RecordedBranches {
  readonly #parts: Pick<Parts, 'tree' | 'log'>;
  readonly #chat: string;
  readonly #ordinals: Ordinals;
  /** Ids of the branches here, by their numbers in the recording. */
  readonly #own: number[];
  readonly #recorded: BranchRecord[] = [];

  constructor(parts: Pick<Parts, 'tree' | 'log'>, chat: string, ordinals: Ordinals) {
    this.#parts = parts;
    this.#chat = chat;
    this.#ordinals = ordinals;
    this.#own = [...parts.tree.branches(chat).keys()];
  }

  /** The next branch of the recording: it is made when something first stands on it. */
  add(record: BranchRecord): void {
    this.#recorded.push(record);
  }

  /** Makes every branch that is not here yet. */
  growAll(): void {
    this.own(this.#recorded.length);
  }

  /** The name of a branch that is beside the play; undefined of one that is not. */
  besideOf(own: number): string | undefined {
    const name = this.#parts.tree.branches(this.#chat).get(own)?.name;
    return isBeside(name) ? name : undefined;
  }

  /** The branch of this number, made where it is not yet, after all those before it. */
  own(number: number): number {
    while (this.#own.length < number) {
      const next = this.#recorded[this.#own.length];
      if (!next) throw forged('stands on a branch that is not there');
      this.#own.push(this.#grow(next));
    }
    return this.#own[number - 1] ?? 0;
  }

  #grow({ parent, forkSeq, name }: BranchRecord): number {
    const { tree } = this.#parts;
    const id = this.#chat;
    const isRoot = this.#own.length === 0 || isBeside(name);
    if (isRoot !== (parent === null)) throw forged(`stands on the branch ${name}, which grows from nowhere`);
    const from = parent === null ? { branch: null, seq: 0 } : this.place({ branch: parent, seq: forkSeq });
    if (from.branch !== null && tree.canonical(id, { ...from, branch: from.branch }).branch !== from.branch)
      throw forged(`stands on the branch ${name}, which grows from another than it says`);
    return tree.restore(id, { parent: from.branch, forkSeq: from.seq, name });
  }

  /** A place of the recording in this store: behind an event of the branch's history, or before everything. */
  place(recorded: Position): Position {
    const { tree, log } = this.#parts;
    const own = this.#own[recorded.branch - 1];
    const seq = this.#ordinals.seqOf(recorded.seq);
    if (own === undefined || seq === undefined || this.besideOf(own))
      throw forged('names no place in the tree');
    const place = { branch: own, seq };
    const holder = tree.canonical(this.#chat, place);
    if (seq > 0 && !log.at(holder.branch, seq)) throw forged('names no place in the tree');
    return place;
  }
}
