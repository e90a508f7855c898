import { type LineHead, readLineHead } from '../../domain/audience/line-head.ts';
import { mayOpenThought, ThoughtEnd, ThoughtFilter } from '../../domain/audience/reasoning.ts';
import { namesKnown, type ReplyContext, speakerName, withoutOwnName } from './streamed.ts';

/** The beginning of a growing reply: passes on what is said behind thoughts, head and the speaker's own name. */
export class LineStart {
  readonly #context: ReplyContext;
  #head: LineHead | null;
  #restarts = 0;
  #held = '';
  #thoughtEnd: ThoughtEnd | null = null;
  #read: (text: string) => string = (text) => this.#begin(text);

  constructor(context: ReplyContext) {
    this.#context = context;
    this.#head = context.lineHead === 'given' ? { kind: 'usual', names: [], text: '' } : null;
  }

  /** The head, once nothing that follows can change it; null before, and for a reply that may have none. */
  get head(): LineHead | null {
    return this.#head;
  }

  /** How often all that was passed on turned out to be a thought; at most once. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Characters that the next piece of text is read together with. */
  get held(): number {
    return this.#held.length;
  }

  /** Takes in text; returns what is said. After a restart it is all that is said. */
  push(text: string): string {
    const end = this.#thoughtEnd?.push(text);
    if (end?.state !== 'open') this.#thoughtEnd = null;
    return end?.state === 'found' ? this.#restart(end.rest) : this.#read(text);
  }

  #begin(text: string): string {
    const { lineHead, isThoughtOpen = false } = this.#context;
    const start = this.#grown(text);
    if (lineHead === 'brought' && !isThoughtOpen) {
      const head = this.#headOf(start);
      if (head.kind === 'open') return '';
      if (head.kind !== 'none') return this.#behind(head.text, head);
    }
    const thought = mayOpenThought(start);
    if (thought === 'perhaps') return '';
    this.#held = '';
    if (thought === 'opens') return this.#thinking(start);
    this.#thoughtEnd = new ThoughtEnd(isThoughtOpen);
    this.#read = isThoughtOpen ? () => '' : this.#read;
    return isThoughtOpen ? this.push(start) : this.#watched(start);
  }

  /** What may turn out to be a thought is passed on until then. */
  #watched(start: string): string {
    const end = this.#thoughtEnd?.push(start);
    if (end?.state === 'found') return this.#restart(end.rest);
    if (end?.state === 'none') this.#thoughtEnd = null;
    return this.#thinking(start);
  }

  #restart(rest: string): string {
    this.#thoughtEnd = null;
    this.#restarts += 1;
    this.#held = '';
    if (this.#context.lineHead === 'brought') this.#head = null;
    return this.#thinking(rest);
  }

  /** Takes off marked thoughts; the head stands behind them. */
  #thinking(text: string): string {
    const filter = new ThoughtFilter();
    this.#read = (more) => {
      const rest = filter.push(more);
      if (!filter.isOver) return '';
      this.#read = (next) => this.#headed(next);
      return this.#headed(rest);
    };
    return this.#read(text);
  }

  #headed(text: string): string {
    const start = this.#grown(text);
    if (this.#context.lineHead === 'brought') {
      const head = this.#headOf(start);
      if (head.kind === 'open') return '';
      return this.#behind(head.kind === 'none' ? start : head.text, head);
    }
    if (`${speakerName(this.#context)}:`.toLowerCase().startsWith(start.toLowerCase())) return '';
    return this.#behind(withoutOwnName(start, this.#context), this.#head);
  }

  #behind(text: string, head: LineHead | null): string {
    this.#head = head;
    this.#held = '';
    const filter = new ThoughtFilter();
    this.#read = (more) => filter.push(more);
    return this.#read(text);
  }

  #grown(text: string): string {
    this.#held = (this.#held + text).trimStart();
    return this.#held;
  }

  #headOf(start: string): LineHead {
    const own = speakerName(this.#context);
    return readLineHead(start, { own, names: namesKnown(this.#context), state: 'growing' });
  }
}
