import type { Call, Shown } from '../../commands/command.ts';

/** What is asked until a line answers it. */
export type PlainQuestion = Extract<Shown, { type: 'list' | 'field' | 'question' }>;

const answersOf = ({ answers, tone }: Extract<PlainQuestion, { type: 'question' }>): string =>
  [
    ...answers.map(({ key, label }) => `${key} (${label})`),
    tone === 'calm' ? 'n (no)' : 'empty for none',
  ].join(', ');

/** What is asked by what a command shows; a list that comes back only tells what was done. */
export const askedBy = (shown: NonNullable<Shown>): PlainQuestion | null => {
  if (shown.type === 'list') return shown.told === undefined ? shown : null;
  return shown.type === 'field' || shown.type === 'question' ? shown : null;
};

/** What a command shows, as lines. */
export const linesOf = (shown: NonNullable<Shown>): readonly string[] => {
  if (shown.type === 'notice') return [shown.text];
  if (shown.type === 'draft')
    return [...(shown.why === undefined ? [] : [shown.why]), `draft: ${shown.text}`];
  if (shown.type === 'text') return [shown.title, ...shown.lines];
  if (shown.type === 'question') return [shown.title, ...shown.lines, `answer ${answersOf(shown)}`];
  if (shown.type === 'field')
    return [shown.title, ...shown.lines, `now: ${shown.value}`, 'enter another value, empty for none'];
  if (shown.told !== undefined) return [shown.told];
  const items = shown.items.map(
    ({ label, detail }, index) => `${index + 1} ${label}${detail === undefined ? '' : `  ${detail}`}`,
  );
  return [shown.title, ...items, 'enter a number, empty for none'];
};

/** What a line answers: a call, null for none of it, or undefined when it is no answer. */
export const answerIn = (asked: PlainQuestion, line: string): Call | null | undefined => {
  const said = line.trim().toLowerCase();
  if (said === '' || (asked.type === 'question' && /^no?$/.test(said))) return null;
  if (asked.type === 'field') return asked.call(line.trim());
  if (asked.type === 'list') return /^\d+$/.test(said) ? asked.items[Number(said) - 1]?.call : undefined;
  return asked.answers.find(({ key, label }) => said === key || said === label.toLowerCase())?.call;
};
