import { SottoError } from '../../domain/errors.ts';
import { type Beside, type FileMessage, notAChat } from '../chat-file.ts';

/** A node of a tree of messages; one without a message only joins others. */
export interface TreeNode {
  readonly id: string;
  /** Null, or an id that no node has, for the beginning. */
  readonly parent: string | null;
  readonly message: FileMessage | null;
}

/** A tree as a chat: what was chosen, and the rest. */
export interface Told {
  readonly messages: readonly FileMessage[];
  readonly besides: readonly Beside[];
}

const mostBesides = 2000;

type Children = ReadonlyMap<string | null, readonly TreeNode[]>;

function childrenOf(nodes: ReadonlyMap<string, TreeNode>): Children {
  const children = new Map<string | null, TreeNode[]>();
  for (const node of nodes.values()) {
    const parent = node.parent !== null && nodes.has(node.parent) ? node.parent : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(node);
    else children.set(parent, [node]);
  }
  return children;
}

/** From the beginning to a node. */
function pathTo(nodes: ReadonlyMap<string, TreeNode>, leaf: TreeNode): TreeNode[] {
  const path = new Set<TreeNode>();
  for (let at: TreeNode | undefined = leaf; at && !path.has(at); at = nodes.get(at.parent ?? ''))
    path.add(at);
  return [...path].reverse();
}

/** Walks a tree, and numbers its messages: those chosen, then the others in the order in which they are told. */
class Walk {
  readonly #children: Children;
  readonly #numbers = new Map<string | null, number>([[null, -1]]);
  readonly #left: { readonly node: TreeNode; readonly after: number }[] = [];
  readonly besides: Beside[] = [];
  #count = 0;
  reached = 0;

  constructor(children: Children) {
    this.#children = children;
  }

  /** The messages of what was chosen; what leaves it is kept for later. */
  chosen(path: readonly TreeNode[]): FileMessage[] {
    const messages = this.#follow(path, -1);
    const isChosen = new Set(path);
    for (const parent of [null, ...path.map(({ id }) => id)])
      this.#leave(parent, (node) => isChosen.has(node));
    return messages;
  }

  /** All that was left, each as far as its first children go. */
  rest(): void {
    for (let next = this.#left.pop(); next; next = this.#left.pop()) {
      const run: TreeNode[] = [];
      for (let at: TreeNode | undefined = next.node; at; at = this.#children.get(at.id)?.[0]) run.push(at);
      const messages = this.#follow(run, next.after);
      if (messages.length > 0) this.besides.push({ after: next.after, messages });
      const isRun = new Set(run);
      for (const { id } of run) this.#leave(id, (node) => isRun.has(node));
    }
  }

  #follow(path: readonly TreeNode[], after: number): FileMessage[] {
    let number = after;
    const messages: FileMessage[] = [];
    for (const { id, message } of path) {
      this.reached += 1;
      if (message) {
        messages.push(message);
        number = this.#count++;
      }
      this.#numbers.set(id, number);
    }
    return messages;
  }

  #leave(parent: string | null, isTold: (node: TreeNode) => boolean): void {
    const after = this.#numbers.get(parent) ?? -1;
    for (const node of (this.#children.get(parent) ?? []).toReversed())
      if (!isTold(node)) this.#left.push({ node, after });
  }
}

/**
 * The messages of a tree: the way to `leaf` (else to the last node), and all others beside it. Throws SottoError
 * `not_a_chat` for nodes that follow each other in a circle, `too_many_versions`.
 */
export function toldBy(list: readonly TreeNode[], leaf: unknown): Told {
  const nodes = new Map(list.map((node) => [node.id, node]));
  const last = (typeof leaf === 'string' && nodes.get(leaf)) || list.at(-1);
  if (!last) return { messages: [], besides: [] };
  const path = pathTo(nodes, last);
  const circle = () => notAChat('has messages that follow each other in a circle');
  if (path[0]?.parent != null && nodes.has(path[0].parent)) throw circle();
  const walk = new Walk(childrenOf(nodes));
  const messages = walk.chosen(path);
  walk.rest();
  if (walk.reached < nodes.size) throw circle();
  if (walk.besides.length <= mostBesides) return { messages, besides: walk.besides };
  const message = `it has more than ${mostBesides} versions of what was said; export a part of it`;
  throw new SottoError('usage', 'too_many_versions', message);
}
