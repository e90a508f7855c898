import { chord } from '../composer/keys.ts';
import { type ComposerState, rewritten } from '../composer/state.ts';
import { vimEdited, vimLeft, vimLine, vimWord } from '../composer/vim.ts';
import { type Whisper, withinWords } from '../composer/whisper.ts';
import { type Input, isPlain, type Key, key } from '../terminal/key-names.ts';
import { composing, whisperOf } from './composing.ts';
import type { Effect } from './effect.ts';
import { type ReducerContext, type ScreenState, type Step, type Vim, vimAtFirst } from './state.ts';

const normal: Vim = { mode: 'normal', begun: '' };

const half = (by: 1 | -1): Effect => ({ type: 'scroll', by, unit: 'half' });

const halves: Readonly<Record<string, Effect>> = { 'ctrl+d': half(1), 'ctrl+u': half(-1) };

const ofTranscript: Readonly<Record<string, Effect>> = {
  j: { type: 'scroll', by: 1, unit: 'row' },
  k: { type: 'scroll', by: -1, unit: 'row' },
  G: { type: 'scroll', by: 0, unit: 'end' },
  gg: { type: 'scroll', by: 0, unit: 'start' },
  n: { type: 'command', line: '/find' },
  N: { type: 'command', line: '/find --down' },
};

const lines: Readonly<Record<string, string>> = { '/': '/find ', ':': '/' };

const moved = (state: ScreenState, word: string): Step | null => {
  const { count = 1, operator = '', key = '' } = vimWord(word) ?? {};
  const by = key === 'j' ? 1 : -1;
  if (operator === '' && (key === 'j' || key === 'k')) {
    let composer = vimLine(state.composer, by);
    for (let left = count - 1; left > 0 && composer !== null; left -= 1)
      composer = vimLine(composer, by) ?? composer;
    if (composer !== null) return { state: { ...state, composer } };
  }
  const effect = ofTranscript[operator + key];
  if (effect === undefined) return null;
  return { state, effect: effect.type === 'scroll' ? { ...effect, by: effect.by * count } : effect };
};

/** What a key of normal mode does to what is written; whom it is whispered to stays. */
function editedIn(composer: ComposerState, whisper: Whisper | null, word: string) {
  const done = vimEdited(composer, word);
  if (done === null || whisper === null || word === 'u') return done;
  const within = withinWords(composer, whisper, (words) => vimEdited(words, word)?.composer ?? words);
  return { ...done, composer: within };
}

/** A key that types, in normal mode: what it does there, and nothing where it does nothing. */
function commanded(before: ScreenState, typed: string, begun: Vim['begun'], context: ReducerContext): Step {
  const state = { ...before, vim: normal };
  const whisper = whisperOf(before, context);
  const word = begun + typed;
  const pressed = vimWord(word);
  if (pressed !== null && pressed.key === undefined)
    return { state: { ...state, vim: { ...normal, begun: word } } };
  const isEmpty = state.editing === null && state.composer.text === '';
  const line = isEmpty ? lines[word] : undefined;
  if (line !== undefined)
    return { state: { ...state, composer: rewritten(state.composer, line), vim: vimAtFirst } };
  if (word === ':' && state.editing === null) return { state, effect: { type: 'command', line: '/palette' } };
  const done = editedIn(state.composer, whisper, word);
  if (done === null) return moved(state, word) ?? { state };
  return { state: { ...state, composer: done.composer, vim: done.isWriting ? vimAtFirst : normal } };
}

const inNormal = (state: ScreenState, pressed: Key, { begun }: Vim, context: ReducerContext): Step => {
  const isHelp = pressed.text === '?' && state.composer.text === '';
  if (isPlain(pressed) && pressed.text !== '' && !isHelp)
    return commanded(state, pressed.text, begun, context);
  const effect = halves[chord(pressed)];
  const after = { ...state, vim: pressed.name === 'enter' ? vimAtFirst : normal };
  return effect === undefined ? composing(after, pressed, context) : { state: after, effect };
};

/** A key to the composer with vim's keys; what they leave is as without them. */
export function vimming(state: ScreenState, vim: Vim, pressed: Key, context: ReducerContext): Step {
  if (vim.mode === 'normal') return inNormal(state, pressed, vim, context);
  const isLeft = chord(pressed) === 'escape' && state.composer.menu === null;
  if (!isLeft) return composing(state, pressed, context);
  return { state: { ...state, composer: vimLeft(state.composer), vim: normal } };
}

/** Half a page of the transcript with vim's keys while a message is picked; null for another key. */
export const halfPage = (state: ScreenState, pressed: Key): Step | null => {
  const effect = state.vim === null ? undefined : halves[chord(pressed)];
  return effect === undefined ? null : { state, effect };
};

const inPanel: Readonly<Record<string, string>> = {
  j: 'down',
  k: 'up',
  g: 'home',
  G: 'end',
  'ctrl+d': 'pagedown',
  'ctrl+u': 'pageup',
};

/** Keys of a list or a text that vim moves in, as those that move there otherwise; there and on a page of tiles `/` begins the filter, Esc ends it. */
export function vimInPanel(
  state: ScreenState,
  input: Input,
): { readonly state: ScreenState; readonly input: Input | null } {
  const { panel, vim } = state;
  const isMoving = panel?.type === 'text' || panel?.type === 'list';
  const verbs = panel?.type === 'list' ? panel.verbs : undefined;
  if ((vim === null && !verbs) || !isMoving || input.type !== 'key') return { state, input };
  const word = chord(input);
  const isFiltering = panel.type === 'list' && panel.isFiltering === true;
  if (isFiltering) {
    if (word !== 'escape') return { state, input };
    return {
      state: { ...state, panel: { ...panel, isFiltering: false, ...(verbs && { filter: '' }) } },
      input: null,
    };
  }
  if (verbs?.some((verb) => verb.key === input.text)) return { state, input };
  const name = vim === null ? undefined : inPanel[word];
  if (name !== undefined) return { state, input: key(name) };
  if (panel.type === 'text') return { state, input };
  if (word === '/') return { state: { ...state, panel: { ...panel, isFiltering: true } }, input: null };
  const isTyped = input.text !== '' && !/^[1-9]$/.test(input.text);
  return { state, input: isTyped || word === 'backspace' ? null : input };
}
