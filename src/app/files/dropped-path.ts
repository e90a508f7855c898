import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const quoted = /^(?:'(.*)'|"(.*)")$/s;

function ofAddress(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}

/**
 * The path that a line is, as a terminal pastes that of a file which is dropped on it: in quotes, with backslashes before what a
 * shell would read, or as an address; `~` is `home`. Null for any other line.
 */
export function droppedPath(line: string, home: string): string | null {
  const text = line.trim();
  if (text.includes('\n') || text === '') return null;
  if (/^file:\/\//i.test(text)) return ofAddress(text);
  const found = quoted.exec(text);
  const bare = found?.[1]?.replaceAll(`'\\''`, "'") ?? found?.[2] ?? unescaped(text);
  const path = bare.startsWith('~/') ? join(home, bare.slice(2)) : bare;
  return isAbsolute(path) ? path : null;
}

const unescaped = (text: string): string =>
  process.platform === 'win32' ? text : text.replace(/\\(.)/g, '$1');
