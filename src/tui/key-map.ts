import type { Effect } from './effect.ts';

const shortcuts: Record<string, Effect> = {
  pageup: { type: 'scroll', by: -1, unit: 'page' },
  pagedown: { type: 'scroll', by: 1, unit: 'page' },
  'ctrl+end': { type: 'scroll', by: 0, unit: 'end' },
  'ctrl+z': { type: 'suspend' },
  'ctrl+g': { type: 'editor' },
  f1: { type: 'command', line: '/help' },
  f2: { type: 'command', line: '/as' },
  f3: { type: 'command', line: '/next' },
  f4: { type: 'command', line: '/pass' },
  'ctrl+t': { type: 'command', line: '/thoughts' },
};
const onEmpty: Record<string, Effect> = {
  '?': { type: 'command', line: '/help' },
  left: { type: 'command', line: '/swipe prev' },
  right: { type: 'command', line: '/swipe next' },
  end: { type: 'scroll', by: 0, unit: 'end' },
  'shift+up': { type: 'scroll', by: -1, unit: 'row' },
  'shift+down': { type: 'scroll', by: 1, unit: 'row' },
};
const newlines = new Set(['newline', 'ctrl+j', 'alt+enter', 'shift+enter', 'alt+newline']);

/** What a chord asks for beside typing; undefined for nothing. Some count only while nothing is written. */
export const shortcutOf = (chord: string, isEmpty: boolean): Effect | undefined =>
  shortcuts[chord] ?? (isEmpty ? onEmpty[chord] : undefined);

/** Whether a chord breaks the line. */
export const isNewline = (chord: string): boolean => newlines.has(chord);
