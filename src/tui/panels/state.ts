import type { Call, Item, Shown } from '../../commands/command.ts';
import { fitting } from '../composer/fuzzy.ts';
import type { Key } from '../terminal/key-names.ts';
import { type Room, rowsOf } from './text.ts';
import { tileAt } from './tiles.ts';

type Of<Type> = Extract<Shown, { type: Type }>;

/** What every panel may have: the one that it came up over, which is there again when it is closed. */
interface Over {
  readonly under?: Panel;
}

/** Something in front of the composer: a list to choose from, a text to read, a line to write, a question to answer. */
export type Panel =
  | (Of<'list'> &
      Over & {
        readonly chosen: number;
        readonly filter: string;
        /** With vim's keys: whether letters filter it. Absent: they always do. */
        readonly isFiltering?: boolean;
      })
  | (Of<'text'> & Over & { readonly top: number })
  | (Of<'field'> & Over)
  | (Of<'question'> &
      Over & {
        /** Whether something has been typed since it came up, which is the composer's. */
        readonly isAside?: true;
      });

/** The panel after a key (null: closed), and what it does, if anything. */
export interface KeyResult {
  readonly panel: Panel | null;
  readonly call?: Call;
  /** Whether the key means nothing here, and is the composer's. */
  readonly isUnused?: boolean;
}

/** What a command shows, as a panel that nobody has touched yet. */
export function panelFor(shown: Of<Panel['type']>): Panel {
  if (shown.type === 'list') return { ...shown, chosen: shown.chosen ?? 0, filter: '' };
  return shown.type === 'text' ? { ...shown, top: 0 } : shown;
}

const sameList = (title: string, open: Panel | null | undefined): ListPanel | null => {
  if (!open) return null;
  return open.type === 'list' && open.title === title ? open : sameList(title, open.under);
};

/** What a command shows while a panel is open: the same list again where it was, anything else over that panel. */
export function panelOver(shown: Of<Panel['type']>, open: Panel | null): Panel {
  const panel = panelFor(shown);
  const before = panel.type === 'list' ? sameList(panel.title, open) : null;
  if (panel.type !== 'list' || before === null) return { ...panel, ...(open && { under: open }) };
  const { filter, under } = before;
  const again = { ...panel, filter, ...(under && { under }) };
  const at = matching(again).findIndex(({ label }) => label === chosenRow(before)?.label);
  return {
    ...again,
    chosen: at >= 0 ? at : Math.min(before.chosen, Math.max(0, matching(again).length - 1)),
  };
}

/** What makes the list anew that is open or behind what is, when something has changed; null for a list of no such kind. */
export const remade = (panel: Panel | null): Call | null => {
  if (panel === null) return null;
  return (panel.type === 'list' ? panel.again : undefined) ?? remade(panel.under ?? null);
};

/** The same panels, with a list as it is now in its place: what is chosen in it stays chosen. */
export function withListAnew<P extends Panel | null>(panel: P, list: Shown): P | Panel {
  if (panel === null || list?.type !== 'list') return panel;
  if (panel.type !== 'list' || panel.title !== list.title)
    return panel.under ? { ...panel, under: withListAnew(panel.under, list) } : panel;
  const { filter, under, chosen } = panel;
  const again: ListPanel = { ...panelFor(list), ...list, chosen: 0, filter, ...(under && { under }) };
  const rows = matching(again);
  const at = rows.findIndex(({ label }) => label === chosenRow(panel)?.label);
  return { ...again, chosen: at >= 0 ? at : Math.max(0, Math.min(chosen, rows.length - 1)) };
}

const matched = new WeakMap<readonly Item[], { readonly filter: string; readonly found: readonly Item[] }>();

const textsOf = ({ label, key = '', detail = '', synonyms = [] }: Item): string[] => [
  label.replace(/^\//, ''),
  key,
  synonyms.join(', '),
  detail,
];

/** The items of a list that its filter fits, the best first; looked for once for each filter. */
export const matching = ({
  items,
  filter,
  first,
}: Pick<ListPanel, 'items' | 'filter' | 'first'>): readonly Item[] => {
  const before = matched.get(items);
  if (before?.filter === filter) return before.found;
  const found = filter === '' ? items.slice(0, first) : fitting(filter.replace(/^\//, ''), items, textsOf);
  matched.set(items, { filter, found });
  return found;
};

type ListPanel = Extract<Panel, { type: 'list' }>;

/** The row of a list that is chosen; undefined for none. */
export const chosenRow = (panel: Panel | null): Item | undefined =>
  panel?.type === 'list' ? matching(panel)[panel.chosen] : undefined;

/** Does what comes with a row that was come to, or with closing a list out of which nothing was chosen. */
export const followChoice = (before: Panel | null, after: Panel | null, isChosen: boolean): void => {
  const isLeft = after === null || after === before?.under;
  if (before?.type === 'list' && isLeft && !isChosen) before.onClose?.();
  const row = chosenRow(after);
  if (row !== chosenRow(before)) row?.look?.();
};

const choose = (panel: ListPanel, index: number): KeyResult => {
  const item = matching(panel)[index];
  return item === undefined ? { panel } : { panel: item.stays ? panel : null, call: item.call };
};

const listPage = 10;

/** A page of tiles: letters do what its verbs say while nothing is filtered. */
const pressTiles = (panel: ListPanel, { name, text }: Key, room: Room): KeyResult => {
  const verb = panel.isFiltering ? undefined : panel.verbs?.find(({ key }) => key === text);
  if (verb) return { panel: verb.stays ? panel : null, call: verb.call };
  if (name === 'enter') return choose(panel, panel.chosen);
  return { panel: { ...panel, chosen: tileAt(matching(panel), panel.chosen, name, room) } };
};

const pressList = (panel: ListPanel, { name, text }: Key): KeyResult => {
  const count = matching(panel).length;
  const to = (chosen: number): KeyResult => ({
    panel: { ...panel, chosen: Math.max(0, Math.min(count - 1, chosen)) },
  });
  const row = matching(panel)[panel.chosen];
  if (name === 'enter') return choose(panel, panel.chosen);
  if (row?.turned && (name === 'left' || name === 'right'))
    return { panel, call: row.turned(name === 'left' ? -1 : 1) };
  if (row?.cleared && name === 'delete') return { panel, call: row.cleared };
  if (row?.marked && text === ' ') return { panel, call: row.marked };
  if (name === 'home' || name === 'end') return to(name === 'home' ? 0 : count - 1);
  if (name === 'pageup' || name === 'pagedown')
    return to(panel.chosen + (name === 'pageup' ? -1 : 1) * listPage);
  if (name === 'up') return to(panel.chosen - 1);
  if (name === 'down' || name === 'tab') return to(panel.chosen + 1);
  if (/^[1-9]$/.test(text) && panel.filter === '') return choose(panel, Number(text) - 1);
  return { panel };
};

const stepOf = (name: string, page: number): number =>
  ({ up: -1, down: 1, pageup: -page, pagedown: page, ' ': page, home: -1e9, end: 1e9 })[name] ?? 0;

const pressText = (panel: Extract<Panel, { type: 'text' }>, { name, text }: Key, room: Room): KeyResult => {
  if (name === 'enter' || name === 'q') return { panel: null };
  if (text !== '' && text !== ' ') return { panel: null, isUnused: true };
  const page = room.height;
  const last = Math.max(0, rowsOf(panel.lines, room.width).length - page);
  return { panel: { ...panel, top: Math.max(0, Math.min(last, panel.top + stepOf(name, page))) } };
};

const pressAsk = (panel: Extract<Panel, { type: 'question' }>, key: Key): KeyResult => {
  const { name, text } = key;
  const isEnter = name === 'enter';
  if (name === 'n' || (isEnter && panel.tone !== 'calm')) return { panel: null };
  const { title, details } = panel;
  if (name === 'd' && details) return { panel: panelOver({ type: 'text', title, lines: details }, panel) };
  const answer = isEnter ? panel.answers[0] : panel.answers.find((one) => one.key === name);
  if (answer !== undefined) return { panel: null, call: answer.call };
  return { panel: text === '' ? panel : { ...panel, isAside: true }, isUnused: true };
};

const noRoom: Room = { width: 80, height: 24 };

const pressField = (panel: Extract<Panel, { type: 'field' }>, { name }: Key): KeyResult =>
  name === 'enter' ? { panel, call: panel.call(panel.value) } : { panel };

const pressAny = (panel: Panel, key: Key, room: Room | null): KeyResult => {
  if (key.name === 'escape') return { panel: null };
  if (key.ctrl || key.alt) return { panel, isUnused: panel.type === 'question' };
  if (panel.type === 'list')
    return panel.verbs ? pressTiles(panel, key, room ?? noRoom) : pressList(panel, key);
  if (panel.type === 'field') return pressField(panel, key);
  return panel.type === 'text' ? pressText(panel, key, room ?? noRoom) : pressAsk(panel, key);
};

/** What a key does to a panel that is drawn with this room. Escape closes any; what it came up over is there again. */
export const pressPanel = (panel: Panel, key: Key, room: Room | null): KeyResult => {
  const pressed = pressAny(panel, key, room);
  return pressed.panel === null && !pressed.isUnused ? { ...pressed, panel: panel.under ?? null } : pressed;
};
