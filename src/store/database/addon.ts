import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type Made = (...given: never[]) => object;
type Maker = new (...given: never[]) => object;

/** What SQLite's native part makes: connections, and what they make in turn. */
interface Native {
  Database: Maker & { readonly prototype: Record<'prepare' | 'backup', Made> };
  readonly Statement: { readonly prototype: Record<'iterate', Made> };
}

/** From this major on Node ends a process that collects an object of better-sqlite3 12, whose next major does not run on Node 20. */
const keptFrom = 24;
const kept: object[] = [];

const keep = <T extends object>(made: T): T => {
  kept.push(made);
  return made;
};

function keepMade<Name extends string>(prototype: Record<Name, Made>, name: Name): void {
  const make = prototype[name];
  prototype[name] = function (this: unknown, ...given: never[]) {
    return keep(make.apply(this, given));
  };
}

/** Lets nothing that the native part makes be collected while the process runs. */
function keepAll(native: Native): void {
  keepMade(native.Database.prototype, 'prepare');
  keepMade(native.Database.prototype, 'backup');
  keepMade(native.Statement.prototype, 'iterate');
  native.Database = new Proxy(native.Database, {
    construct: (target, given: never[]) => keep(new target(...given)),
  });
}

let file: string | undefined;

/** Where SQLite's native part lies: a bundle cannot find it. */
export function addon(): string {
  if (file !== undefined) return file;
  const require = createRequire(import.meta.url);
  file = join(dirname(require.resolve('better-sqlite3/package.json')), 'build/Release/better_sqlite3.node');
  if (Number.parseInt(process.versions.node, 10) >= keptFrom) keepAll(require(file));
  return file;
}
