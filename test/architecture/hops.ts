import type { SourceFile } from './source.ts';

/** One function on the way of a message, as the page of `play` lists it. */
export interface Hop {
  readonly path: string;
  readonly name: string;
}

/** The numbered list under a heading of the second level, as files and functions. */
export const hopsIn = (text: string, heading: string): Hop[] => {
  const [, rest = ''] = text.split(`\n## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  return [...section.matchAll(/^\d+\. `([^`]+)` `([^`]+)`:/gm)].map(([, path = '', name = '']) => ({
    path,
    name,
  }));
};

/** Those of which there is no such function in such a file. */
export const missingHops = (hops: readonly Hop[], files: readonly SourceFile[]): Hop[] =>
  hops.filter(({ path, name }) => {
    const alone = `^(?:export )?(?:async )?(?:function\\*? |const )${name}\\b`;
    const method = `^\\s+(?:async )?\\*?#?${name}\\([^\\n]*[^;\\n]$`;
    const declared = new RegExp(`${alone}|${method}`, 'm');
    return !declared.test(files.find((file) => file.path === path)?.text ?? '');
  });
