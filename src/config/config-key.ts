import type { Config } from './schema.ts';

/** True for a table with keys of its own, which is a section; false for values, lists and open tables. */
type IsSection<Value> = Value extends readonly unknown[]
  ? false
  : Value extends object
    ? string extends keyof Value
      ? false
      : true
    : false;

type KeysOf<Table> = {
  [Name in Extract<keyof Table, string>]: IsSection<Table[Name]> extends true
    ? `${Name}.${KeysOf<Table[Name]>}`
    : Name;
}[Extract<keyof Table, string>];

/** Name of one setting: `AutoTurn`, or sections and key such as `backend.classifier.url`. */
export type ConfigKey = KeysOf<Required<{ [Top in keyof Config]: Required<Config[Top]> }>>;
