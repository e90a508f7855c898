import { modelAudience } from '../../domain/audience/audience.ts';
import { hole } from '../../domain/audience/gaps.ts';
import { heardNow } from '../../domain/audience/groups.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { Viewer } from '../../domain/view.ts';
import { presentIn } from '../../domain/world/world.ts';
import { LineStart } from './line-start.ts';
import { aloudFirst, isRead, mayRead, namesKnown, type ReplyContext } from './streamed.ts';
import { TagsSoFar } from './tags-so-far.ts';

const mayBecomeAloud = /^(?:\((?:\s{0,9}(?:a(?:l(?:o(?:u(?:d\s{0,9}(?:\)\s*)?)?)?)?)?)?)?)?$/i;

/** A growing text without `(aloud)` at its beginning. */
class AloudSoFar {
  #held = '';
  #isDecided: boolean;
  #isAloud = false;

  constructor(isLookedFor: boolean) {
    this.#isDecided = !isLookedFor;
  }

  get isAloud(): boolean {
    return this.#isAloud;
  }

  push(text: string): string {
    if (this.#isDecided) return text;
    this.#held += text;
    if (mayBecomeAloud.test(this.#held)) return '';
    this.#isDecided = true;
    this.#isAloud = aloudFirst.test(this.#held);
    return this.#held.replace(aloudFirst, '');
  }
}

interface Audience {
  readonly knownTo: readonly CharacterId[];
  readonly isExplicit: boolean;
}

/**
 * A reply while it streams, and what a viewer may see of it. It is read once, however it is cut into pieces: what is
 * certain of it is never read again, and what is not is bounded (`held`).
 */
export class ReplySoFar {
  readonly #context: ReplyContext;
  readonly #start: LineStart;
  #tags: TagsSoFar;
  #aloud: AloudSoFar;
  #pieces: string[] = [];
  #audience: Audience | null = null;

  constructor(context: ReplyContext) {
    this.#context = context;
    this.#start = new LineStart(context);
    this.#tags = this.#freshTags();
    this.#aloud = new AloudSoFar(context.style.enabled);
  }

  /** Characters that the next piece of text is read together with. */
  get held(): number {
    return this.#start.held + this.#tags.held;
  }

  /** Takes in the next piece of text. */
  push(text: string): void {
    const before = this.#start.restarts;
    const said = this.#start.push(text.replaceAll(hole, ''));
    if (this.#start.restarts !== before) {
      this.#tags = this.#freshTags();
      this.#aloud = new AloudSoFar(this.#context.style.enabled);
      this.#pieces = [];
    }
    const certain = this.#aloud.push(this.#tags.push(said));
    const piece = this.#pieces.length === 0 ? certain.trimStart() : certain;
    if (piece !== '') this.#pieces.push(piece);
    this.#audience = null;
  }

  /**
   * What a viewer may see so far: pieces of its text without heads and tags, or null when it is not for them or may turn
   * out not to be. The list only grows, until it is null or another list. What others than its audience were shown is at
   * most what was public until a tag began; nothing where replies bring heads or `reveal` is strict.
   */
  shownTo(viewer: Viewer): readonly string[] | null {
    const { within = [], lineHead } = this.#context;
    if (within.length > 0 && !mayRead(within, this.#context, viewer)) return null;
    return lineHead === undefined ? this.#betweenTags(viewer) : this.#behindHead(viewer);
  }

  /** Those who hear it, as far as it goes; empty = everyone present, or not known before its head is read. */
  get audience(): readonly CharacterId[] {
    const isUnread = this.#context.lineHead !== undefined && !isRead(this.#start.head);
    return isUnread ? [] : this.#heard().knownTo;
  }

  #freshTags(): TagsSoFar {
    return new TagsSoFar(this.#context.style, namesKnown(this.#context));
  }

  #behindHead(viewer: Viewer): readonly string[] | null {
    const { head } = this.#start;
    if (isRead(head)) return mayRead(this.#heard().knownTo, this.#context, viewer) ? this.#pieces : null;
    return isOwn(viewer, this.#context) && head ? this.#pieces : masked(this.#context, viewer);
  }

  /** Who is in the audience by one tag stays in it: further ones only name more. */
  #betweenTags(viewer: Viewer): readonly string[] | null {
    const { style, reveal, answered } = this.#context;
    if (isOwn(viewer, this.#context)) return this.#pieces;
    const { knownTo, isExplicit } = this.#heard();
    const namesNobody = (this.#tags.isOpen || this.#tags.count > 0) && !isExplicit;
    if (namesNobody || !mayRead(knownTo, this.#context, viewer)) return null;
    if (reveal === 'strict' && style.enabled) return masked(this.#context, viewer);
    const isOutsider = answered !== null && !mayRead(answered.knownTo, this.#context, viewer);
    return isOutsider && !isExplicit ? masked(this.#context, viewer) : this.#pieces;
  }

  #heard(): Audience {
    this.#audience ??= this.#audienceNow();
    return this.#audience;
  }

  #audienceNow(): Audience {
    const { stage, speaker } = this.#context;
    const { head } = this.#start;
    const isHeaded = isRead(head);
    const names = isHeaded ? head.names : [...this.#tags.named];
    const tagged = isHeaded ? head.kind === 'private' : this.#tags.count > 0;
    const isAloud = isHeaded ? head.kind === 'aloud' : this.#aloud.isAloud && !tagged;
    const ids = heardNow(stage, speaker, names);
    const knownTo = isAloud ? [] : modelAudience(stage, { tagged, names }, this.#context);
    return { knownTo, isExplicit: ids.length > 0 };
  }
}

const isOwn = (viewer: Viewer, { speaker }: ReplyContext): boolean =>
  viewer === 'everyone' || viewer === speaker;

/** Nothing is shown yet; null when not even the name may be, for the reply may turn out to be for others. */
function masked(context: ReplyContext, viewer: Viewer): readonly string[] | null {
  const { answered, style, stage, speaker } = context;
  if (isOwn(viewer, context)) return [];
  const present = presentIn(stage);
  const isAlone = present.every((id) => id === viewer || id === speaker);
  const isPublic = !answered || answered.knownTo.length === 0;
  return isPublic && present.includes(viewer) && (isAlone || !style.enabled) ? [] : null;
}

/** As `ReplySoFar` shows it, of a text that has come so far. */
export function visibleSoFar(raw: string, context: ReplyContext, viewer: Viewer): string | null {
  const soFar = new ReplySoFar(context);
  soFar.push(raw);
  return soFar.shownTo(viewer)?.join('') ?? null;
}
