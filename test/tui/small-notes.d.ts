import type { NotesPlay, NotesSeen } from '../../src/play/notes/notes.ts';
/** Notes, letters and players of a small chat: what was asked for is noted, and the players are remembered. */
export declare class SmallNotes implements NotesPlay {
    readonly calls: unknown[][];
    told: NotesSeen;
    /** Names of the humans, by the ids of those whom they play. */
    players: Readonly<Record<string, string>>;
    notes: () => NotesSeen;
    setNote: NotesPlay['setNote'];
    setScenario: NotesPlay['setScenario'];
    sendLetter: NotesPlay['sendLetter'];
    direct: NotesPlay['direct'];
    setPlayer: NotesPlay['setPlayer'];
}
