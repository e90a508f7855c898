import type { Character } from '../../cards/character.ts';
import { type MacroNames, substitute } from '../../cards/substitute.ts';
import type { AnyKnown, Known } from '../../domain/known/known.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import type { Member } from '../../domain/world/world.ts';
import type { Lore } from '../../lore/activation/activate.ts';
import { loreCalledFrom } from '../../lore/activation/called.ts';
import type { ActivationResult, LoreContext } from '../../lore/activation/context.ts';
import type { LoreMessage } from '../../lore/activation/timeline.ts';
import { bookRules } from '../../lore/books/books.ts';
import { keptRules } from '../../lore/books/kept-book.ts';
import type { LoreSettings } from '../../lore/books/rule.ts';
import { type RuleSource, wholeBook } from '../../lore/books/rule-source.ts';
import { chanceOf } from '../../lore/chance.ts';
import type { Backtracking } from '../../lore/keys/pattern.ts';
import { scannable } from '../../lore/keys/scannable.ts';
import { isRow, lastRows } from '../../prompt/history.ts';
import { spoken } from '../../prompt/lines.ts';
import { VariableLedger } from '../../prompt/macros/variables.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { changesByItself, withMacros } from '../../prompt/with-macros.ts';
import type { BookInUse, LoreOptions } from '../chat/books-in-use.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import type { HumanAsKnown } from '../chat/human.ts';
import type { PlaySettings } from '../chat/parts.ts';
import { withScenario } from '../texts/scenario.ts';
import { loreOptionsOf } from './lore-options.ts';

/** Whose prompt lore is wanted for, and why. */
export interface LoreWanted<Who> {
  readonly speaker: Member<Who>;
  /** What the speaker knows where the reply will stand. */
  readonly known: Known<Who>;
  /** Who the human is to it there. */
  readonly human: HumanAsKnown;
  readonly trigger: 'normal' | 'continue' | 'swipe' | 'impersonate';
  /** The reply that is gone on with. */
  readonly continues?: Message | undefined;
}

/** What one speaker's books and view have come to, so that a new message costs its own length. */
interface Followed {
  readonly books: string;
  readonly lore: Lore;
  readonly reach: number;
  readonly keys: FilledKeys;
  /** Its own: what others perceived has no say in it. */
  readonly backtracking: Backtracking | undefined;
  messages: LoreMessage[];
}

/** Fills in all macros of a text, as the speaker's prompt will; `place` tells it from other texts. */
type Fill = (text: string, place?: string) => string;

/** Keys that hold macros, filled in: they may read otherwise in the next prompt. */
class FilledKeys {
  readonly #filled = new Map<string, string>();
  readonly #names: MacroNames;
  #fill: Fill;

  constructor(names: MacroNames, fill: Fill) {
    this.#names = names;
    this.#fill = fill;
  }

  /** The key as it is looked for. */
  readonly expand = (key: string): string => {
    if (!changesByItself(key)) return substitute(key, this.#names);
    const filled = this.#filled.get(key) ?? this.#fill(key);
    this.#filled.set(key, filled);
    return filled;
  };

  /** Whether all of them read as they did. */
  isSame(fill: Fill): boolean {
    this.#fill = fill;
    return [...this.#filled].every(([key, filled]) => fill(key) === filled);
  }
}

const pageSize = 500;
/** So many of the newest messages are looked at in any case. */
const shortest = 4;

/** Which greeting opened the chat, for those who heard it. */
function heardGreeting(
  { id, parts: { store } }: ChatReader,
  { known: { view, greeting } }: { readonly known: AnyKnown },
) {
  const [first] = greeting === null ? [] : view.first(1);
  const isOpening = first && store.eventAt(id, store.placeOf(first.id))?.kind === 'opening_given';
  return greeting !== null && isOpening ? { greeting } : {};
}

/** The lore of one open chat, for whoever speaks: from that speaker's books and view alone (KT-07, HC-46). */
export class ChatLore {
  readonly #followed = new Map<CharacterId, Followed>();

  /** Old messages may have changed: everything is read again. */
  forget(): void {
    for (const followed of this.#followed.values()) followed.messages = [];
  }

  /** What wakes, and why the rest sleeps; null when the speaker has no book. */
  wake<Who>(chat: ChatReader, wanted: LoreWanted<Who>): ActivationResult | null {
    const { speaker, known, human, trigger } = wanted;
    const books = chat.parts.books?.({ speaker, chat: chat.state.facts.books }) ?? [];
    if (books.length === 0) return null;
    const options = loreOptionsOf(chat);
    const character = withScenario(chat.character(speaker), known, speaker);
    const names = { char: character?.nickname || speaker.name, user: human.name };
    const nameOf = options.names === false ? noNames : namesIn(chat);
    const fill = fillFor(chat, wanted, character);
    const followed = this.#follow(speaker.id, books, options, { names, nameOf, fill });
    followed.backtracking?.begin();
    return followed.lore.activate({
      messages: this.#messages(chat, followed, { speaker, view: known.view, human: human.id, nameOf }),
      get speaker() {
        return filedAs(chat, speaker, character);
      },
      trigger,
      texts: {
        persona: fill(human.persona?.description ?? ''),
        description: fill(character?.description ?? ''),
        personality: fill(character?.personality ?? ''),
        scenario: fill(character?.scenario ?? ''),
        creatorNotes: fill(character?.creatorNotes ?? ''),
        depthPrompt: fill(character?.depthPrompt?.text ?? ''),
      },
      ...boundsOf(options),
      ...heardGreeting(chat, wanted),
      countTokens: estimateTokens,
      chance: chanceOf,
      expand: (content) => substitute(content, names),
      fill,
    });
  }

  #follow(
    speaker: CharacterId,
    books: readonly BookInUse[],
    options: LoreOptions,
    { names, nameOf, fill }: { readonly names: MacroNames; readonly nameOf: NameOf; readonly fill: Fill },
  ): Followed {
    const key = [
      JSON.stringify([options, names, [...nameOf]]),
      ...books.map(({ id, rank }) => `${rank} ${id}`),
    ].join('\n');
    const known = this.#followed.get(speaker);
    if (known?.books === key && known.keys.isSame(fill)) return known;
    const keys = new FilledKeys(names, fill);
    const sources = books.map((book) => rulesIn(book, { ...options, expandKey: keys.expand }));
    const reach = options.minActivations ? Number.POSITIVE_INFINITY : reachOf(sources);
    const backtracking = options.backtracking?.apart?.(speaker) ?? options.backtracking;
    const lore = loreCalledFrom(sources, backtracking);
    const followed: Followed = { books: key, lore, reach, keys, backtracking, messages: [] };
    this.#followed.set(speaker, followed);
    return followed;
  }

  /** The messages that rules can look at, oldest first: the newest few, or all and of these the new ones alone. */
  #messages(
    chat: ChatReader,
    followed: Followed,
    { speaker, view, human, nameOf }: { speaker: Member; view: AnyView; human: CharacterId; nameOf: NameOf },
  ): readonly LoreMessage[] {
    const { settings } = chat.parts;
    const toLore = (message: Message): LoreMessage => {
      const { id, speaker: by } = message;
      const said = scannable(spoken(settings, message), 'message');
      const name = by === null || said === '' ? undefined : nameOf.get(by);
      const text = name === undefined ? said : `${name}: ${said}`;
      return { id, text, by: by === speaker.id ? 'speaker' : by === human ? 'human' : 'other' };
    };
    const toAll = (messages: readonly Message[]) =>
      messages.filter((message) => isRow(settings, message)).map(toLore);
    if (Number.isFinite(followed.reach)) return toAll(lastRows(settings, view, { count: followed.reach }));
    followed.messages = [...followed.messages, ...toAll(newSince(settings, view, followed.messages))];
    return upTo(followed.messages, lastRows(settings, view, { count: 1 })[0]?.id);
  }
}

/** The rules of a book in use. */
export function rulesIn(used: BookInUse, settings: LoreSettings): RuleSource {
  const about = { id: used.id, rank: used.rank, settings };
  return 'kept' in used ? keptRules(used.kept, about) : wholeBook(bookRules(used.book, about));
}

function fillFor<Who>(
  { id: chat, parts: { settings } }: ChatReader,
  { speaker, known, human, continues }: LoreWanted<Who>,
  character: Character | null,
): Fill {
  const { cast, view } = known;
  const about = { chat, speaker, character, cast, view, persona: human.persona };
  const { ooc, budget } = settings;
  const names = { userName: human.name, played: human.id };
  const ledger = new VariableLedger(known.variables);
  const input = { ...about, ...names, ooc, budget, ledger, continues: continues ?? null };
  return (text, place) => withMacros(input, text, place);
}

/** What filters of entries may call a speaker: by the file of its card, or its name where no folder has that, by its tags and theirs. */
function filedAs({ parts }: ChatReader, speaker: Member, character: Character | null) {
  const { names, tags, isFiled = false } = parts.filedAs?.(speaker) ?? { names: [], tags: [] };
  return {
    names: lower(isFiled ? names : [speaker.name, ...names]),
    tags: lower([...(character?.tags ?? []), ...tags]),
  };
}

/** Who is called what, for the lines in which keys are looked for. */
type NameOf = ReadonlyMap<CharacterId, string>;

const noNames: NameOf = new Map();
const namesIn = ({ stage }: ChatReader): NameOf => new Map(stage.cast.map(({ id, name }) => [id, name]));

const reachOf = (sources: readonly RuleSource[]): number =>
  sources.reduce((most, { reach }) => Math.max(most, reach), shortest);

const boundsOf = ({ budget, strategy, minActivations, maxRounds }: LoreOptions): Partial<LoreContext> => ({
  ...(budget && { budget }),
  ...(strategy && { strategy }),
  ...(minActivations && { minActivations }),
  ...(maxRounds && { maxRounds }),
});

const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());

/** Messages of a view behind those that are known already. */
const newSince = (settings: Pick<PlaySettings, 'ooc'>, view: AnyView, known: readonly LoreMessage[]) => {
  const last = known.at(-1)?.id;
  const newest = lastRows(settings, view, { count: 1 })[0]?.id;
  if (newest === undefined || known.findLast(({ id }) => id === newest)) return [];
  const found: ReturnType<AnyView['last']>[] = [];
  for (let before: MessageId | undefined; ; ) {
    const page = view.last(pageSize, before);
    const at = last === undefined ? -1 : page.findIndex(({ id }) => id === last);
    found.unshift(page.slice(at + 1));
    if (at >= 0 || page.length < pageSize) return found.flat();
    before = page[0]?.id;
  }
};

/** A reply that is written again sees what came before it alone. */
const upTo = (messages: readonly LoreMessage[], last: MessageId | undefined): readonly LoreMessage[] => {
  const at = messages.findLastIndex(({ id }) => id === last);
  return at === messages.length - 1 ? messages : messages.slice(0, at + 1);
};
