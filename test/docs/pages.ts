import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A page that people read: its path from the root, with `/`, and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** A page of the repository. */
export const pageAt = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') });

/** Whether a file or folder is there, by its path from the root. */
export const isThere = (path: string): boolean => existsSync(join(root, path));

/** The rooms of src. */
export const rooms = (): string[] =>
  readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Every file and folder that pages may name, from the root. */
export const allPaths = (): string[] =>
  ['src', 'test', 'drizzle', 'bin', 'docs', 'cards'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) =>
      posix.join(top, path.replaceAll('\\', '/')),
    ),
  );

/** The anchor that a heading has on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The links of a page that lead nowhere: files that are not there, and headings that no page has. */
export const deadLinks = (
  { path, text }: Page,
  find: (path: string) => string | null = (target) => (isThere(target) ? textOf(target) : null),
): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^\w+:/.test(link))
    .filter((link) => {
      const [target = '', anchor] = link.split('#');
      const found = target === '' ? text : find(posix.join(dirname(path), target));
      return found === null || (anchor !== undefined && !anchorsIn(found).includes(anchor));
    });

const textOf = (path: string): string => (path.endsWith('.md') ? pageAt(path).text : '');

/** The files and folders that a page names in code marks and that are not there, by the end of their path. */
export const missingNames = ({ text }: Page, paths: readonly string[]): string[] =>
  [...text.matchAll(/`([\w./-]+(?:\.tsx?|\.mjs|\.sql|\/))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !paths.some((path) => `/${path}`.endsWith(`/${name.replace(/\/$/, '')}`)));
