import { posix } from 'node:path';

/** A file of src: its path from the package root, such as `src/domain/world.ts`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One import of a file; `target` is `src/…` for sotto's own files, `../…` outside src, else the package. */
export interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
  /** What stands between `import` and `from`, or before `= await import(…)`. */
  readonly names: string;
}

/** A file taken apart once, for all rules. */
export interface Source extends SourceFile {
  readonly folder: string;
  /** The text without comments and quoted texts; template texts stay. */
  readonly code: string;
  readonly imports: readonly Import[];
}

const tokens =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:;!&|?{}[\n>]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

const withoutComments = (text: string): string =>
  text.replace(tokens, (token) => (/^\/[*/]/.test(token) ? ' ' : token));

const withoutQuotes = (text: string): string =>
  text.replace(tokens, (token) => (/^['"]/.test(token) ? "''" : token));

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?([^'"();=]*?\bfrom\s+)?(['"])([^'"\n]+)\3/gm;
const call = /(?:(\{[^{}]*\})\s*=\s*await\s+)?\bimport\s*\(\s*(['"`])([^'"`\n]+)\2/g;

const importsOf = (path: string, text: string): Import[] => {
  const resolve = (target: string): string => {
    if (!target.startsWith('.')) return target;
    const resolved = posix.join(posix.dirname(path), target);
    return resolved.startsWith('src/') ? resolved : `../${resolved}`;
  };
  const whole = [...text.matchAll(statement)].map(([, type, names = '', , target = '']): Import => {
    const inline = /^\s*\{(\s*type\s[^,}]*,?)+\s*\}/.test(names);
    return { target: resolve(target), typeOnly: Boolean(type) || inline, dynamic: false, names };
  });
  const dynamic = [...text.matchAll(call)].map(([, names = '', , target = '']): Import => {
    return { target: resolve(target), typeOnly: false, dynamic: true, names };
  });
  return [...whole, ...dynamic];
};

const read = new WeakMap<SourceFile, Source>();

/** Reads a file's imports and code, once. */
export function takeApart(file: SourceFile): Source {
  const known = read.get(file);
  if (known) return known;
  const bare = withoutComments(file.text);
  const source = {
    ...file,
    folder: file.path.split('/')[1] ?? '',
    code: withoutQuotes(bare),
    imports: importsOf(file.path, bare),
  };
  read.set(file, source);
  return source;
}
