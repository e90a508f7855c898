/**
 * A prepared statement for whoever reads with it: the first row, or all of them. Named for the types that come with the
 * package: those of better-sqlite3 cannot be written into a declaration.
 */
export interface Reader<Bound extends unknown[], Row> {
  get(...bound: Bound): Row | undefined;
  all(...bound: Bound): Row[];
}

/** A prepared statement for whoever writes with it. */
export interface Writer<Bound extends unknown[] = []> {
  run(...bound: Bound): { readonly changes: number };
}

/** The values by name, each made when it is first read: preparing a statement costs more than most commands read. */
export function lazy<T extends object>(make: { readonly [Name in keyof T]: () => T[Name] }): Readonly<T> {
  const values = {} as T;
  for (const name of Object.keys(make) as (keyof T)[]) {
    Object.defineProperty(values, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make[name]();
        Object.defineProperty(values, name, { value });
        return value;
      },
    });
  }
  return values;
}

/**
 * At most as many rows as a bound value says. SQLite plans a statement anew at each use if its plan could go by that value, which
 * costs more than most reads: so it is part of a sum.
 */
export const limitOf = (name: string): string => `LIMIT @${name} + 0`;
