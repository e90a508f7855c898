import type { World } from '../../domain/world/world.ts';
import type { Parts } from '../chats/state.ts';

const most = 16;

/** Worlds at the tips of the branches of a chat that were written to last. */
export class TipWorlds {
  readonly #parts: Pick<Parts, 'tree' | 'worlds'>;
  readonly #chat: string;
  readonly #kept = new Map<number, World>();

  constructor(parts: Pick<Parts, 'tree' | 'worlds'>, chat: string) {
    this.#parts = parts;
    this.#chat = chat;
  }

  /** The world at the tip of a branch. */
  at(branch: number): World {
    const { tree, worlds } = this.#parts;
    const seq = () => tree.tip(this.#chat, branch);
    const world = this.#kept.get(branch) ?? worlds.at(this.#chat, { branch, seq: seq() });
    this.keep(branch, world);
    return world;
  }

  /** From now on this is the world at the tip. */
  keep(branch: number, world: World): void {
    this.#kept.delete(branch);
    this.#kept.set(branch, world);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > most) this.#kept.delete(oldest);
  }
}
