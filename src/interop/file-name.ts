const longest = 60;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name, without extension, for a name from outside: no separators, controls or steering marks, nothing
 * hidden or reserved on any platform, never empty, at most 60 characters.
 */
export function fileNameFor(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ');
  const short = [...plain].slice(0, longest).join('');
  const bare = short.replace(/^[ .-]+|[ .]+$/g, '');
  if (bare === '') return 'unnamed';
  return reserved.test(bare.split('.')[0] ?? '') ? `_${bare}` : bare;
}
