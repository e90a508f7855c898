import { lookUpCard, readCardAt } from '../../app/cards/cards.ts';
import { shippedCards } from '../../app/cards/shipped-cards.ts';
import type { App } from '../../app/run/app.ts';
import { type ChatSketch, sketchChat } from '../../play/new-chat.ts';
import type { Call, Item, Shown } from '../command.ts';
import { cardPicture } from '../shown/pictures.ts';
import { list, notice, previewOf } from '../shown/show.ts';

/** What a new chat is begun with. */
export interface Beginning {
  readonly cards: readonly string[];
  readonly greeting?: number;
  readonly as?: string;
  readonly persona?: string;
  readonly title?: string;
}

/** What is chosen so far; of each card that may be the host, which greeting. */
interface Draft extends Omit<Beginning, 'greeting'> {
  readonly greetings: Readonly<Record<string, number>>;
}

interface Offered {
  /** Its id in the library, or its file. */
  readonly card: string;
  readonly name: string;
}

/** The cards of the library, and those that come with sotto, which go by their titles. */
function offeredIn({ store, packageRoot }: App): Offered[] {
  const replaced = store.library.replacedCards();
  const shipped = shippedCards(packageRoot).map((one) => ({ ...one, id: readCardAt(one.path).id }));
  const kept = store.library.cards().filter(({ id }) => !replaced.has(id));
  return [
    ...kept.map(({ id, name }) => ({ card: id, name: shipped.find((one) => one.id === id)?.title ?? name })),
    ...shipped
      .filter(({ id }) => !kept.some((one) => one.id === id))
      .map(({ path, title }) => ({ card: path, name: title })),
  ];
}

/** Choosing what a new chat begins with, in one list that is made anew with each choice. */
class Choosing {
  readonly #app: App;
  readonly #offered: readonly Offered[];
  readonly #begins: (beginning: Beginning) => Call;

  constructor(app: App, begins: (beginning: Beginning) => Call) {
    this.#app = app;
    this.#offered = offeredIn(app);
    this.#begins = begins;
  }

  list(draft: Draft): Extract<Shown, { type: 'list' }> {
    const settings = this.#settings(draft);
    const cards = this.#offered.map((one) => this.#card(draft, one));
    const none = { label: '  no card: a blank character', group: 'Cards', ...this.#begin(draft, []) };
    return { ...list('A new chat with', [...settings, ...cards, none], settings.length), previewRows: 12 };
  }

  #to(draft: Draft): Call {
    return { does: () => this.list(draft), isLook: true };
  }

  /** Enter begins: with the cards that are marked, else with the one of the row. */
  #begin(draft: Draft, own: readonly string[]): Pick<Item, 'call' | 'preview' | 'isProse' | 'stays'> {
    const cards = draft.cards.length > 0 ? draft.cards : own;
    return {
      call: this.#begins(beginningOf({ ...draft, cards })),
      stays: true,
      isProse: true,
      preview: previewOf(() => sketched(this.#sketch({ ...draft, cards }), greetingOf({ ...draft, cards }))),
    };
  }

  #sketch(draft: Draft): ChatSketch {
    const { cards, ...how } = beginningOf(draft);
    return sketchChat(this.#app.newChatParts, {
      ...how,
      cards: cards.map((card) => lookUpCard(this.#app, card)),
    });
  }

  #card(draft: Draft, { card, name }: Offered): Item {
    const { cards } = draft;
    const isMarked = cards.includes(card);
    const others = cards.filter((one) => one !== card);
    const own = cards.length > 0 ? cards : [card];
    return {
      ...{ label: `${isMarked ? '✓' : ' '} ${name}`, group: 'Cards' },
      ...this.#begin(draft, [card]),
      picture: cardPicture(this.#app, card),
      marked: this.#to({ ...draft, cards: isMarked ? others : [...cards, card] }),
      turned: (by) => ({
        does: () => this.list(this.#turned({ ...draft, cards: own }, draft, by)),
        isLook: true,
      }),
    };
  }

  /** The draft with the greeting before or behind the one that these cards begin with. */
  #turned(chosen: Draft, draft: Draft, by: number): Draft {
    const [host = ''] = chosen.cards;
    const { greetings: count } = this.#sketch(chosen);
    const next = wrapped((greetingOf(chosen) ?? 0) + by, count);
    return { ...draft, greetings: { ...draft.greetings, [host]: next } };
  }

  #settings(draft: Draft): readonly Item[] {
    if (draft.cards.length === 0) return unmarked;
    const setting = { group: 'Begin as', ...this.#begin(draft, []) };
    const { as: _, ...unplayed } = draft;
    const { cast } = this.#sketch(unplayed);
    const { human, title } = this.#sketch(draft);
    const personas = ['none', ...this.#app.store.library.personas().map(({ name }) => name)];
    const persona = draft.persona ?? 'none';
    const behind = (all: readonly string[], now: string, by: number) =>
      all[wrapped(all.indexOf(now) + by, all.length)] ?? now;
    const named = (name: string): Draft => {
      const { persona: __, ...rest } = draft;
      return name === 'none' ? rest : { ...rest, persona: name };
    };
    return [
      {
        ...{ ...setting, label: '  you play', detail: `‹ ${human} ›` },
        turned: (by) => this.#to({ ...draft, as: behind(cast, human, by) }),
      },
      {
        ...{ ...setting, label: '  persona', detail: `‹ ${persona} ›` },
        turned: (by) => this.#to(named(behind(personas, persona, by))),
      },
      { ...setting, label: '  title', detail: title, call: this.#title(draft, title) },
    ];
  }

  #title(draft: Draft, value: string): Call {
    const call = (title: string): Call => this.#to({ ...draft, title });
    const lines = ['What the chat is called.'];
    return { does: () => ({ type: 'field', title: 'Title', lines, value, call }), isLook: true };
  }
}

const asSaid = {
  call: { does: () => notice('Space marks a card first'), isLook: true },
  ...{ stays: true, group: 'Begin as' },
} as const;
/** What there is to choose behind a card that is marked. */
const unmarked: readonly Item[] = [
  { ...asSaid, label: '  you play', detail: 'as the card says' },
  { ...asSaid, label: '  persona', detail: 'none' },
  { ...asSaid, label: '  title', detail: 'as the card says' },
];

const wrapped = (at: number, count: number): number => (count === 0 ? 0 : (at + count) % count);

const greetingOf = ({ cards: [host = ''], greetings }: Draft): number | undefined => greetings[host];

const beginningOf = (draft: Draft): Beginning => {
  const { greetings: _, ...rest } = draft;
  const greeting = greetingOf(draft);
  return { ...rest, ...(greeting !== undefined && { greeting }) };
};

/** How a chat would begin, in lines. */
function sketched({ title, cast, human, opening, greetings }: ChatSketch, greeting = 0): string[] {
  const others = cast.filter((name) => name !== human);
  const which = greetings > 1 ? ` · greeting ${greeting + 1}/${greetings}` : '';
  return [
    `${title} · you play ${human}${others.length === 0 ? '' : ` · with ${others.join(', ')}`}`,
    '',
    ...(opening ? [`${opening.name}${which}`, opening.text] : ['nobody speaks first: you begin']),
  ];
}

/** Everything that a new chat begins with, to be chosen; `begins` begins it. */
export const newChat = (app: App, begins: (beginning: Beginning) => Call): Shown =>
  new Choosing(app, begins).list({ cards: [], greetings: {} });
