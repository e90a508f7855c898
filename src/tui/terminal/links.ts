const linking = /^(?:iTerm\.app|WezTerm|vscode|ghostty|rio|Tabby|Hyper|WarpTerminal)$/i;
const firstVteWithLinks = 5000;

/** Whether the terminal of these variables is known to show links (OSC 8); one that nobody knows is sent none. */
export const canLink = (env: Readonly<Record<string, string | undefined>>): boolean => {
  if (/^(?:dumb|linux|screen|tmux)/.test(env.TERM ?? '')) return false;
  if (linking.test(env.TERM_PROGRAM ?? '')) return true;
  return Boolean(env.KITTY_WINDOW_ID || env.WT_SESSION) || Number(env.VTE_VERSION) >= firstVteWithLinks;
};
