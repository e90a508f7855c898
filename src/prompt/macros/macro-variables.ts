import type { VariableChange } from './macro-context.ts';

/** Reads and writes variables. */
export interface VariableStore {
  /** Empty when the variable was never set. */
  readonly read: (scope: VariableChange['scope'], name: string) => string;
  /** Does nothing when there is no room for the value. */
  readonly write: (scope: VariableChange['scope'], name: string, value: string) => void;
}

const macro = /^(set|get|add|inc|dec)(global)?var$/;

/** True for the names of macros that read or write variables. */
export const isVariableMacro = (name: string): boolean => macro.test(name);

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** Two numbers are added up, other texts put one behind the other; what was never set counts as nothing. */
const sum = (one: string, two: string): string => {
  const isSum = isNumber(two) && (one === '' || isNumber(one));
  return isSum ? String(Number(one) + Number(two)) : one + two;
};

/** What a macro of variables stands for; undefined when it lacks a name or a value. */
export const applyVariable = (
  macroName: string,
  [given = '', ...values]: readonly string[],
  store: VariableStore,
): string | undefined => {
  const [, verb, global] = macro.exec(macroName) ?? [];
  const scope = global ? 'global' : 'chat';
  const name = given.trim();
  const value = values.join('::');
  if (!name || ((verb === 'set' || verb === 'add') && values.length === 0)) return undefined;
  const before = store.read(scope, name);
  if (verb === 'get') return before;
  if (verb === 'set') store.write(scope, name, value);
  else if (verb === 'add') store.write(scope, name, sum(before, value));
  else store.write(scope, name, sum(before, verb === 'inc' ? '1' : '-1'));
  return verb === 'inc' || verb === 'dec' ? store.read(scope, name) : '';
};
