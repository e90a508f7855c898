import { callToImport } from '../../commands/door/importing.ts';
import { chord } from '../composer/keys.ts';
import { type Panel, pressPanel } from '../panels/state.ts';
import { type Input, type Key, key } from '../terminal/key-names.ts';
import { composing, pasting, searching } from './composing.ts';
import { commandOf } from './key-map.ts';
import { selecting } from './selecting.ts';
import { type Handover, notified, type ReducerContext, type ScreenState, type Step } from './state.ts';
import { touring } from './tour.ts';
import { halfPage, vimming } from './vim.ts';

const interrupt = (state: ScreenState, context: ReducerContext): Step => {
  if (state.leaving) return { state, effect: { type: 'leave' } };
  const armed = { ...notified(state, 'press Ctrl+C again to quit').state, leaving: true };
  return !context.isStoppable ? { state: armed } : { state: armed, effect: { type: 'stop' } };
};

const pressInHandover = (state: ScreenState, { to }: Handover, { name }: Key): Step => {
  if (name === 'enter') return { state, effect: { type: 'take', name: to } };
  return { state: name === 'escape' ? { ...state, handover: null } : state };
};

/** Esc with a letter right behind it comes as Alt with that letter, which is typed where no key does something of that name. */
const behindEscape = (key: Key, { keys }: ReducerContext): Key =>
  key.alt && key.name.length === 1 && keys.actionOf(key, true) === undefined
    ? { ...key, alt: false, text: key.name }
    : key;

/** A key that a picked message has no use for: what is typed lets go of it. */
const leavingSelection = (state: ScreenState, key: Key, context: ReducerContext): Step => {
  const pressed = behindEscape(key, context);
  const begun = composing(state, pressed, context);
  return pressed.text === '' ? begun : { ...begun, effect: { type: 'select', to: 'none' } };
};

/** Whether somebody writes while a question is open: it waits until the line is empty, or is closed. */
const isWritingAside = ({ panel, composer }: ScreenState, { name }: Key): boolean =>
  panel?.type === 'question' && panel.isAside === true && composer.text !== '' && name !== 'escape';

/** Whether the list that is open is that of a command, or stands over it. */
const isListOf = (command: string, { again, under }: Extract<Panel, { type: 'list' }>): boolean => {
  if (again && 'command' in again && again.command.name === command) return true;
  return under?.type === 'list' && isListOf(command, under);
};

/** Whether a key asks for the list that is open: it closes it, with what is open in it. */
const closesOwn = (panel: Panel, key: Key, { keys }: ReducerContext): boolean => {
  const action = key.text === '' ? keys.actionOf(key, true) : undefined;
  const command = action && commandOf(action);
  return command !== undefined && panel.type === 'list' && isListOf(command, panel);
};

const writing = (state: ScreenState, key: Key, context: ReducerContext): Step =>
  state.vim === null ? composing(state, key, context) : vimming(state, state.vim, key, context);

const pressKey = (before: ScreenState, key: Key, context: ReducerContext): Step => {
  if (chord(key) === 'ctrl+c') return interrupt(before, context);
  const isSeen = before.notice?.tone !== 'news' || key.name === 'enter' || key.name === 'escape';
  const state = { ...before, notice: isSeen ? null : before.notice, leaving: false };
  if (state.handover !== null) return pressInHandover(state, state.handover, key);
  if (state.panel !== null) {
    if (isWritingAside(state, key)) return writing(state, key, context);
    if (closesOwn(state.panel, key, context)) return { state: { ...state, panel: null } };
    const { panel, call, isUnused } = pressPanel(state.panel, key, context.room);
    const step = { state: { ...state, panel } };
    if (isUnused) return writing(step.state, key, context);
    return call === undefined ? step : { ...step, effect: { type: 'call', call } };
  }
  const toured = touring(state, key);
  if (toured !== null) return toured;
  if (state.composer.search !== null) return searching(state, key, context);
  if (!context.isSelecting) return writing(state, key, context);
  return halfPage(state, key) ?? selecting(state, key) ?? leavingSelection(state, key, context);
};

/** A paste goes into the composer; a text that is read is closed for it. Of a path it is asked whether to import what is there. */
const paste = (state: ScreenState, text: string, context: ReducerContext): Step => {
  const { panel: open, composer } = state;
  const isPage = open?.type === 'list' && open.verbs !== undefined;
  const isFirst = open === null && composer.text === '' && composer.search === null;
  if (isPage || (isFirst && context.namesFile(text)))
    return { state, effect: { type: 'call', call: callToImport(text) } };
  const panel = state.panel?.type === 'text' ? null : state.panel;
  return pasting({ ...state, panel }, text, context);
};

const wheelRows = 3;

const isOverPage = (panel: Panel | null): panel is Panel => panel?.type === 'list' || panel?.type === 'text';

/** The wheel moves in what is open over the page. */
const wheeled = (state: ScreenState, name: 'up' | 'down', { room }: ReducerContext): Step => {
  let { panel } = state;
  for (let row = 0; row < wheelRows && panel !== null; row += 1)
    panel = pressPanel(panel, key(name), room).panel;
  return { state: { ...state, panel } };
};

/** The one reducer of the screen: an input turns a state into the next, and perhaps asks for an effect. */
export const reduce = (state: ScreenState, input: Input, context: ReducerContext): Step => {
  if (input.type === 'key') return pressKey(state, input, context);
  if (state.handover !== null) return { state };
  if (input.type === 'paste') return paste(state, input.text, context);
  if (input.type === 'mouse' && (input.button & 64) !== 0 && input.down) {
    const isUp = (input.button & 1) === 0;
    if (isOverPage(state.panel)) return wheeled(state, isUp ? 'up' : 'down', context);
    const by = isUp ? -wheelRows : wheelRows;
    return { state, effect: { type: 'scroll', by, unit: 'row' } };
  }
  return { state };
};
