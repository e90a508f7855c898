import { existsSync, statSync } from 'node:fs';
import { SottoError } from '../../domain/errors.ts';
import { mixedUp } from '../../inference/failure.ts';
import { sizeText } from '../files/size-text.ts';
import type { App } from '../run/app.ts';
import type { Person } from '../run/person.ts';
import { type Finding, inTwo } from './finding.ts';

const smallest = { columns: 60, rows: 16 };

const sizeOf = (file: string): number =>
  ['', '-wal'].reduce((sum, part) => sum + (statSync(file + part, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Looks at the store, which is not made for this. Returns what is wrong with it, to be thrown at the end. */
export function* checkStore(app: App): Generator<Finding, SottoError | null> {
  const { storeFile: file } = app;
  const found = (finding: Omit<Finding, 'name'>, more: object): Finding => {
    const known = { bytes: 0, chats: 0, schema: 0, ...more };
    return { name: 'store', ...finding, details: { type: 'store', file, ...finding, ...known } };
  };
  if (!existsSync(file)) {
    const finding = `${file} does not exist yet; the first chat creates it`;
    yield found({ ok: true, finding, remedy: '' }, {});
    return null;
  }
  const bytes = sizeOf(file);
  try {
    const chats = app.store.chats.list().length;
    const schema = app.store.schemaVersion();
    const finding = `${file}, ${chats} ${chats === 1 ? 'chat' : 'chats'}, ${sizeText(bytes)}, schema ${schema}`;
    yield found({ ok: true, finding, remedy: '' }, { chats, bytes, schema });
    return null;
  } catch (error) {
    const why = app.explain(error);
    if (!(why instanceof SottoError) || why.family !== 'store') throw error;
    yield found({ ok: false, ...inTwo(why.message) }, { bytes });
    return why;
  }
}

/** Says that a server has given one request another's state, where that was ever seen. */
export function* checkStates({ store }: Pick<App, 'store'>): Generator<Finding> {
  const seen = store.failures.saying(mixedUp);
  if (!seen) return;
  const times = seen.count === 1 ? 'once' : `${seen.count} times`;
  const finding = `a server can hand one speaker another's state: seen here ${times}, last on ${seen.last.slice(0, 10)}; what it said was dropped`;
  const remedy = 'give the server to one program alone, or start it with --cache-ram 0';
  yield { name: 'states', ok: false, finding, remedy };
}

const colours: Readonly<Record<number, string>> = {
  1: 'no colours',
  4: '16 colours',
  8: '256 colours',
  24: 'all colours',
};

function terminalFinding({ terminal }: Person): Finding {
  const name = 'terminal';
  if (!terminal) {
    return { name, ok: true, finding: 'none: the output goes to a file or another program', remedy: '' };
  }
  const { columns, rows } = terminal;
  const ok = columns >= smallest.columns && rows >= smallest.rows;
  const colour = process.env.NO_COLOR ? 'no colours (NO_COLOR)' : colours[terminal.getColorDepth()];
  return {
    name,
    ok,
    finding: `${process.env.TERM ?? 'unknown'}, ${columns} by ${rows}, ${colour ?? 'colours'}`,
    remedy: ok ? '' : `make it at least ${smallest.columns} by ${smallest.rows}`,
  };
}

/** Looks at Node and the terminal. */
export function* checkMachine({ person }: App): Generator<Finding> {
  const finding = `Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  yield { name: 'node', ok: true, finding, remedy: '' };
  yield terminalFinding(person);
}
