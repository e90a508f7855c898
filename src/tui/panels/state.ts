import type { Call, Item, Shown } from '../../commands/command.ts';
import { fitting } from '../composer/fuzzy.ts';
import type { Key } from '../terminal/key-names.ts';
import { type Room, rowsOf } from './text.ts';

/** Something in front of the composer: a list to choose from, a text to read, a question to answer. */
export type Panel =
  | (Extract<Shown, { type: 'list' }> & { readonly chosen: number; readonly filter: string })
  | (Extract<Shown, { type: 'text' }> & { readonly top: number })
  | Extract<Shown, { type: 'question' }>;

/** The panel after a key (null: closed), and what it does, if anything. */
export interface Pressed {
  readonly panel: Panel | null;
  readonly call?: Call;
  /** Whether the key means nothing here, and is the composer's. */
  readonly isUnused?: boolean;
}

/** What a command shows, as a panel that nobody has touched yet. */
export function panelFor(shown: Extract<Shown, { type: 'list' | 'text' | 'question' }>): Panel {
  if (shown.type === 'list') return { ...shown, chosen: shown.chosen ?? 0, filter: '' };
  return shown.type === 'text' ? { ...shown, top: 0 } : shown;
}

/** What went wrong and what can be done about it. */
export const errorPanel = (lines: readonly string[], retry: Call | null): Panel => ({
  type: 'question',
  tone: 'error',
  title: 'That did not work',
  lines,
  answers: retry === null ? [] : [{ key: 'r', label: 'try again', call: retry }],
});

/** The items of a list that its filter fits, the best first. */
export const matching = ({ items, filter }: { items: readonly Item[]; filter: string }): readonly Item[] =>
  filter === '' ? items : fitting(filter, items, ({ label, detail = '' }) => `${label} ${detail}`);

const chosenRow = (panel: Panel | null): Item | undefined =>
  panel?.type === 'list' ? matching(panel)[panel.chosen] : undefined;

/** Does what comes with a row that was come to, or with closing a list out of which nothing was chosen. */
export const followChoice = (before: Panel | null, after: Panel | null, isChosen: boolean): void => {
  if (before?.type === 'list' && after === null && !isChosen) before.onClose?.();
  const row = chosenRow(after);
  if (row !== chosenRow(before)) row?.look?.();
};

type ListPanel = Extract<Panel, { type: 'list' }>;

const choose = (panel: ListPanel, index: number): Pressed => {
  const item = matching(panel)[index];
  return item === undefined ? { panel } : { panel: null, call: item.call };
};

const pressList = (panel: ListPanel, { name, text }: Key): Pressed => {
  const count = matching(panel).length;
  const to = (chosen: number): Pressed => ({
    panel: { ...panel, chosen: Math.max(0, Math.min(count - 1, chosen)) },
  });
  if (name === 'enter') return choose(panel, panel.chosen);
  if (name === 'up') return to(panel.chosen - 1);
  if (name === 'down' || name === 'tab') return to(panel.chosen + 1);
  if (/^[1-9]$/.test(text) && panel.filter === '') return choose(panel, Number(text) - 1);
  return { panel };
};

const stepOf = (name: string, page: number): number =>
  ({ up: -1, down: 1, pageup: -page, pagedown: page, ' ': page, home: -1e9, end: 1e9 })[name] ?? 0;

const pressText = (panel: Extract<Panel, { type: 'text' }>, { name, text }: Key, room: Room): Pressed => {
  if (name === 'enter' || name === 'q') return { panel: null };
  if (text !== '' && text !== ' ') return { panel: null, isUnused: true };
  const page = Math.max(1, room.height - 1);
  const last = Math.max(0, rowsOf(panel.lines, room.width).length - page);
  return { panel: { ...panel, top: Math.max(0, Math.min(last, panel.top + stepOf(name, page))) } };
};

const pressAsk = (panel: Extract<Panel, { type: 'question' }>, { name }: Key): Pressed => {
  if (name === 'n') return { panel: null };
  if (name === 'enter' && panel.tone !== 'calm') return { panel: null };
  const answer = name === 'enter' ? panel.answers[0] : panel.answers.find(({ key }) => key === name);
  return answer === undefined ? { panel } : { panel: null, call: answer.call };
};

const noRoom: Room = { width: 80, height: 24 };

/** What a key does to a panel that is drawn with this room. Escape closes any. */
export const pressPanel = (panel: Panel, key: Key, room: Room | null): Pressed => {
  if (key.name === 'escape') return { panel: null };
  if (key.ctrl || key.alt) return { panel };
  if (panel.type === 'list') return pressList(panel, key);
  return panel.type === 'text' ? pressText(panel, key, room ?? noRoom) : pressAsk(panel, key);
};
