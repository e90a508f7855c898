import type { NotesPlay, NotesSeen } from '../../src/play/turn/notes.ts';

/** Notes, letters and players of a small chat: what was asked for is noted, and the players are remembered. */
export class SmallNotes implements NotesPlay {
  readonly calls: unknown[][] = [];
  told: NotesSeen = { note: null, scenarios: [], letters: [], sent: [] };
  /** Names of the humans, by the ids of those whom they play. */
  players: Readonly<Record<string, string>> = {};

  notes = (): NotesSeen => this.told;
  setNote: NotesPlay['setNote'] = async (note) => void this.calls.push(['setNote', note]);
  setScenario: NotesPlay['setScenario'] = async (...given) => void this.calls.push(['setScenario', ...given]);
  sendLetter: NotesPlay['sendLetter'] = async (letter) => void this.calls.push(['sendLetter', letter]);
  direct: NotesPlay['direct'] = async (...given) => void this.calls.push(['direct', ...given]);
  setPlayer: NotesPlay['setPlayer'] = async (...given) => void this.calls.push(['setPlayer', ...given]);
}
