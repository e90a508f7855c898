const chunkLength = 4096;

/** Whether the terminal of this environment draws pictures by kitty's graphics protocol, as far as it says. */
export const hasKittyGraphics = (env: Readonly<Record<string, string | undefined>>): boolean => {
  const { TERM = '', TERM_PROGRAM = '' } = env;
  if (env.TMUX || env.STY || /^(screen|tmux)/.test(TERM)) return false;
  if (TERM === 'xterm-kitty' || TERM_PROGRAM === 'ghostty' || TERM_PROGRAM === 'WezTerm') return true;
  return TERM_PROGRAM === '' && Boolean(env.KITTY_WINDOW_ID);
};

/**
 * Sequences that draw a PNG over this many cells, leave the cursor at the start of the line below it, and ask the
 * terminal for no answer. Room is made first: the screen would scroll away under the picture.
 */
export const kittyPicture = (png: Uint8Array, cells: { columns: number; rows: number }): string => {
  const { columns, rows } = cells;
  const base64 = Buffer.from(png).toString('base64');
  let text = `${'\n'.repeat(rows)}\x1b[${rows}A`;
  for (let at = 0; at < base64.length; at += chunkLength) {
    const first = at === 0 ? `a=T,f=100,c=${columns},r=${rows},C=1,` : '';
    const more = at + chunkLength < base64.length ? 1 : 0;
    text += `\x1b_G${first}q=2,m=${more};${base64.slice(at, at + chunkLength)}\x1b\\`;
  }
  return `${text}\x1b[${rows}B\r`;
};
