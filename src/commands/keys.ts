/** What keys do on the screen, for the help and the reference. */
export const keys = [
  ['Enter', 'send'],
  ['Ctrl+J, Alt+Enter', 'new line'],
  ['Esc', 'stop a reply, close a panel; else to the newest'],
  ['Ctrl+C twice', 'leave'],
  ['F1, ? on an empty line', 'this help'],
  ['F2', 'write as somebody else'],
  ['F3', 'who speaks next'],
  ['F4', 'pass the keyboard on'],
  ['PgUp, PgDn, wheel', 'scroll; Ctrl+End to the newest'],
  ['Left, Right on an empty line', 'alternatives of the last reply'],
  ['Ctrl+T', 'show or fold thoughts'],
  ['Tab', 'complete /commands and @names'],
  ['Up, Down, Ctrl+R', 'what you wrote before; search in it'],
  ['Ctrl+G', 'write in $EDITOR'],
  ['Ctrl+W, Ctrl+U, Ctrl+K, Ctrl+Y', 'cut word, to start, to end; paste it'],
  ['Ctrl+_', 'undo typing'],
] as const;
