import type { PlayState } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import type { Key } from '../terminal/key-names.ts';
import type { ScreenState, Step } from './state.ts';

const ended = 'the tour is over; its chat stays, /chat opens the others';
const lately = 4;

/** What a key means in a guided scene: Enter on an empty line does the step, Esc ends it; null for all others, and outside of one. */
export function touring(state: ScreenState, { name, ctrl, alt, shift }: Key): Step | null {
  const [step] = state.tour;
  const isOurs = step !== undefined && state.panel === null && state.composer.menu === null;
  if (!isOurs || ctrl || alt || shift || state.composer.search !== null) return null;
  if (name === 'escape') return { state: { ...state, tour: [], notice: { tone: 'calm', text: ended } } };
  const isEmpty = name === 'enter' && state.composer.text === '';
  return isEmpty ? { state, effect: { type: 'command', line: step.line } } : null;
}

/** The screen when the step of a guided scene is done, or as it was. */
export function guided(state: ScreenState, play: Pick<Play, 'view'>, now: PlayState): ScreenState {
  const [step, ...left] = state.tour;
  if (step === undefined || !step.isDone(now, play.view().last(lately))) return state;
  return guided({ ...state, tour: left }, play, now);
}
