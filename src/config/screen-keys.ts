/** Something that keys do on the screen: the keys that do it unless the config names others, and what it is for people. */
export interface KeyAction {
  readonly keys: readonly string[];
  readonly does: string;
  /** The same in a few words, for those that matter most: they stand on the first page of the help. */
  readonly brief?: string;
}

/**
 * All that keys do on the screen, by the names of `[keys]`. What belongs to the line that is written stands under `line_`;
 * a key that does both does the other thing while nothing is written.
 */
export const keyActions = {
  send: { keys: ['enter'], does: 'send', brief: 'send' },
  new_line: { keys: ['ctrl+j', 'alt+enter', 'shift+enter'], does: 'begin a new line', brief: 'new line' },
  stop: { keys: ['escape'], does: 'stop a reply, or jump to the latest message', brief: 'stop the reply' },
  help: { keys: ['f1', '?'], does: 'show keys and commands', brief: 'keys and commands' },
  palette: { keys: ['ctrl+p'], does: 'find a command', brief: 'find a command' },
  write_as: { keys: ['f2'], does: 'write as another character', brief: 'write as another' },
  next: { keys: ['f3'], does: 'choose who speaks next', brief: 'who speaks next' },
  pass: { keys: ['f4'], does: 'hand over the keyboard', brief: 'hand over the keyboard' },
  home: { keys: ['f5'], does: 'open the start page', brief: 'home' },
  drawer: { keys: ['f6'], does: 'show the world as you know it', brief: 'the world you know' },
  model: { keys: ['f9'], does: 'choose another model', brief: 'choose a model' },
  select: { keys: ['ctrl+o'], does: 'pick a message', brief: 'pick a message' },
  again: { keys: ['alt+r'], does: 'try again: another version, or the missing reply', brief: 'try again' },
  previous_version: {
    keys: ['left'],
    does: 'show the previous version of the last reply',
    brief: 'version before',
  },
  next_version: {
    keys: ['right'],
    does: 'show the next version of the last reply; past the last, a new one',
    brief: 'next or new version',
  },
  page_up: { keys: ['pageup'], does: 'scroll up a page', brief: 'page up' },
  page_down: { keys: ['pagedown'], does: 'scroll down a page', brief: 'page down' },
  row_up: { keys: ['shift+up'], does: 'scroll up a row' },
  row_down: { keys: ['shift+down'], does: 'scroll down a row' },
  newest: { keys: ['ctrl+end', 'end'], does: 'jump to the latest message', brief: 'to the latest' },
  thoughts: { keys: ['ctrl+t'], does: 'show or hide thoughts' },
  details: { keys: ['alt+t'], does: 'show or hide times and token counts' },
  editor: { keys: ['ctrl+g'], does: 'edit in $EDITOR', brief: 'write in $EDITOR' },
  suspend: { keys: ['ctrl+z'], does: 'suspend sotto (fg resumes it)' },
  mouse: { keys: ['alt+s'], does: 'give up the mouse, or take it back' },
  complete: { keys: ['tab'], does: 'accept the completion', brief: 'complete' },
  line_left: { keys: ['left', 'ctrl+b'], does: 'move left' },
  line_right: { keys: ['right', 'ctrl+f'], does: 'move right' },
  line_up: { keys: ['up'], does: 'move up, or to the previous input', brief: 'what was typed before' },
  line_down: { keys: ['down', 'ctrl+n'], does: 'move down, or to the next input' },
  line_home: { keys: ['home', 'ctrl+a'], does: 'move to the start of the line' },
  line_end: { keys: ['end', 'ctrl+e'], does: 'move to the end of the line' },
  line_word_left: { keys: ['ctrl+left', 'alt+left', 'alt+b'], does: 'move a word left' },
  line_word_right: { keys: ['ctrl+right', 'alt+right', 'alt+f'], does: 'move a word right' },
  line_backspace: { keys: ['backspace'], does: 'delete backwards' },
  line_delete: { keys: ['delete', 'ctrl+d'], does: 'delete forwards' },
  line_kill_line: { keys: ['ctrl+k'], does: 'cut to the end of the line' },
  line_kill_start: { keys: ['ctrl+u'], does: 'cut to the start of the line' },
  line_kill_word_left: {
    keys: ['ctrl+w', 'ctrl+backspace', 'alt+backspace'],
    does: 'cut a word to the left',
  },
  line_kill_word_right: { keys: ['alt+d', 'ctrl+delete'], does: 'cut a word to the right' },
  line_yank: { keys: ['ctrl+y'], does: 'paste' },
  line_undo: { keys: ['ctrl+_'], does: 'undo what was typed', brief: 'undo typing' },
  line_search: { keys: ['ctrl+r'], does: 'search what was typed', brief: 'search what was typed' },
  line_select_left: { keys: ['shift+left'], does: 'select left' },
  line_select_right: { keys: ['shift+right'], does: 'select right' },
  line_select_up: { keys: ['shift+up'], does: 'select up' },
  line_select_down: { keys: ['shift+down'], does: 'select down' },
  line_select_home: { keys: ['shift+home'], does: 'select to the start of the line' },
  line_select_end: { keys: ['shift+end'], does: 'select to the end of the line' },
  line_select_word_left: { keys: ['ctrl+shift+left'], does: 'select a word to the left' },
  line_select_word_right: { keys: ['ctrl+shift+right'], does: 'select a word to the right' },
  line_select_all: { keys: ['alt+a'], does: 'select all' },
  line_cut: { keys: ['ctrl+x'], does: 'cut what is selected' },
  line_copy: { keys: ['alt+w'], does: 'copy what is selected' },
} as const satisfies Readonly<Record<string, KeyAction>>;

/** A name of `[keys]`. */
export type KeyActionName = keyof typeof keyActions;

/** For each action the keys that do it. */
export type KeyBindings = Readonly<Record<KeyActionName, readonly string[]>>;

/** The keys as they are unless the config says otherwise. */
export const usualKeys = Object.fromEntries(
  Object.entries(keyActions).map(([name, { keys }]) => [name, keys]),
) as unknown as KeyBindings;

/** How a key is written in `[keys]`: modifiers in this order, then a character or the name of a key. */
export const keyForm =
  /^(?:ctrl\+)?(?:alt\+)?(?:shift\+)?(?:[^\s\p{Cc}]|f[1-9]|f1[0-2]|enter|escape|tab|backspace|delete|insert|home|end|pageup|pagedown|up|down|left|right|space)$/u;
