import { expect, test } from 'vitest';
import { droppedPath } from '../../src/app/files/dropped-path.ts';

const isPosix = process.platform !== 'win32';

test.runIf(isPosix).each<[string, string | null]>([
  ['/home/ann/card.png', '/home/ann/card.png'],
  ['  /home/ann/card.png \n', '/home/ann/card.png'],
  ["'/home/ann/my card.png'", '/home/ann/my card.png'],
  ["'/home/ann/ann'\\''s card.png'", "/home/ann/ann's card.png"],
  ['"/home/ann/my card.png"', '/home/ann/my card.png'],
  ['/home/ann/my\\ card\\ \\(2\\).png', '/home/ann/my card (2).png'],
  ['file:///home/ann/my%20card.png', '/home/ann/my card.png'],
  ['~/card.png', '/home/ann/card.png'],
  ['file://elsewhere/card.png', null],
  ['card.png', null],
  ['Hello there.', null],
  ['"Hello there."', null],
  ['/home/ann/a.png\n/home/ann/b.png', null],
  ['', null],
])('the line %j is the path %j', (line, path) => expect(droppedPath(line, '/home/ann')).toBe(path));
