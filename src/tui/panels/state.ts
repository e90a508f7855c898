import type { Key } from '../terminal/key-names.ts';

/** A row to choose, and the slash command that choosing it runs. */
export interface Item {
  readonly label: string;
  readonly command: string;
}

/** Something in front of the composer: a list to choose from, a text to read, a question to answer. */
export type Panel =
  | {
      readonly type: 'list';
      readonly title: string;
      readonly items: readonly Item[];
      readonly chosen: number;
      readonly filter: string;
    }
  | { readonly type: 'text'; readonly title: string; readonly lines: readonly string[]; readonly top: number }
  | {
      readonly type: 'ask';
      /** Enter gives the first answer where it is calm, and closes the panel else. */
      readonly tone: 'calm' | 'error' | 'veiled';
      readonly title: string;
      readonly lines: readonly string[];
      readonly answers: readonly Answer[];
    };

/** A key that answers a question, and the command it runs; the first is also Enter. */
export interface Answer {
  readonly key: string;
  readonly label: string;
  readonly command: string;
}

/** The panel after a key (null: closed), and the slash command to run, if any. */
export interface Pressed {
  readonly panel: Panel | null;
  readonly command?: string;
}

/** A list to choose from. */
export const listPanel = (title: string, items: readonly Item[], chosen = 0): Panel => ({
  type: 'list',
  title,
  items,
  chosen: Math.max(0, chosen),
  filter: '',
});

/** A text to read, from its top. */
export const textPanel = (title: string, lines: readonly string[]): Panel => ({
  type: 'text',
  title,
  lines,
  top: 0,
});

/** A yes-or-no question; yes runs the command. */
export const confirmPanel = (title: string, lines: readonly string[], command: string): Panel => ({
  type: 'ask',
  tone: 'calm',
  title,
  lines,
  answers: [{ key: 'y', label: 'yes', command }],
});

/** What is hidden, and the key that shows it: no key that comes by itself, such as a second Enter. */
export const veilPanel = (title: string, lines: readonly string[], command: string): Panel => ({
  type: 'ask',
  tone: 'veiled',
  title,
  lines,
  answers: [{ key: 's', label: 'shows it', command }],
});

/** What went wrong and what can be done about it. */
export const errorPanel = (lines: readonly string[], retry: string | null): Panel => ({
  type: 'ask',
  tone: 'error',
  title: 'That did not work',
  lines,
  answers: retry === null ? [] : [{ key: 'r', label: 'try again', command: retry }],
});

/** The items of a list that match its filter. */
export const matching = ({ items, filter }: { items: readonly Item[]; filter: string }): readonly Item[] =>
  items.filter(({ label }) => label.toLowerCase().includes(filter.toLowerCase()));

type ListPanel = Extract<Panel, { type: 'list' }>;

const choose = (panel: ListPanel, index: number): Pressed => {
  const item = matching(panel)[index];
  return item === undefined ? { panel } : { panel: null, command: item.command };
};

const pressList = (panel: ListPanel, { name, text }: Key): Pressed => {
  const count = matching(panel).length;
  const to = (chosen: number): Pressed => ({
    panel: { ...panel, chosen: Math.max(0, Math.min(count - 1, chosen)) },
  });
  if (name === 'enter') return choose(panel, panel.chosen);
  if (name === 'up') return to(panel.chosen - 1);
  if (name === 'down' || name === 'tab') return to(panel.chosen + 1);
  if (name === 'backspace') return { panel: { ...panel, filter: panel.filter.slice(0, -1), chosen: 0 } };
  if (/^[1-9]$/.test(text) && panel.filter === '') return choose(panel, Number(text) - 1);
  return { panel: text === '' ? panel : { ...panel, filter: panel.filter + text, chosen: 0 } };
};

const steps: Record<string, number> = { up: -1, down: 1, pageup: -10, pagedown: 10, ' ': 10 };

const pressText = (panel: Extract<Panel, { type: 'text' }>, { name }: Key): Pressed => {
  if (name === 'enter' || name === 'q') return { panel: null };
  const top = Math.max(0, Math.min(panel.lines.length - 1, panel.top + (steps[name] ?? 0)));
  return { panel: { ...panel, top } };
};

const pressAsk = (panel: Extract<Panel, { type: 'ask' }>, { name }: Key): Pressed => {
  if (name === 'n') return { panel: null };
  if (name === 'enter' && panel.tone !== 'calm') return { panel: null };
  const answer = name === 'enter' ? panel.answers[0] : panel.answers.find(({ key }) => key === name);
  return answer === undefined ? { panel } : { panel: null, command: answer.command };
};

/** What a key does to a panel. Escape closes any. */
export const pressPanel = (panel: Panel, key: Key): Pressed => {
  if (key.name === 'escape') return { panel: null };
  if (key.ctrl || key.alt) return { panel };
  if (panel.type === 'list') return pressList(panel, key);
  return panel.type === 'text' ? pressText(panel, key) : pressAsk(panel, key);
};
