import type { NoteDraft } from '../../domain/decide/notes.ts';
import { requirePresent } from '../../domain/world/names.ts';
import { type Letter, memberNamed, memberOf } from '../../domain/world/world.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { typedIn } from '../texts/scripts.ts';
import { carryOut } from '../tree/changes.ts';
import { reply } from './turns.ts';

/** The author's note as somebody may know it: of its audience the names that this one knows; none = everyone. */
export interface NoteSeen extends NoteDraft {
  readonly text: string;
}

/** A letter that waits for its reader's next line, or one that was sent; from null is the director's instruction for it. */
export interface LetterSeen {
  readonly from: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** All that is told beside the play, as far as the viewer may know. */
export interface NotesSeen {
  readonly note: NoteSeen | null;
  readonly scenarios: readonly { readonly name: string; readonly text: string }[];
  readonly letters: readonly LetterSeen[];
  /** What was sent at the viewer's own screen, oldest first, whether or not it was read: that is its reader's to know. */
  readonly sent: readonly LetterSeen[];
}

/** A letter to be sent; `from` absent = by whom this terminal plays. */
export interface WantedLetter {
  readonly from?: string;
  readonly to: readonly string[];
  readonly subject?: string;
  readonly text: string;
}

/** What is told beside the play; it is in the prompts of those whom it is for, and nowhere else. */
export interface NotesPlay {
  notes(): NotesSeen;
  /** Sets the author's note, or takes it away. Rejects with SottoError `unknown_name`, `empty_text`, `too_deep`, `nothing_set`. */
  setNote(note: NoteDraft | null): Promise<void>;
  /** Tells one character alone what is going on, or takes that away. Rejects like `setNote`. */
  setScenario(name: string, text: string | null): Promise<void>;
  /** Sends what each of `to` reads before its next line; nobody answers at once. */
  sendLetter(letter: WantedLetter): Promise<void>;
  /** Lets this character speak now, under an instruction for that one line which nobody else is shown. */
  direct(name: string, text: string): Promise<void>;
  /** Says which human plays a character; null gives it back to the model. */
  setPlayer(name: string, player: string | null): Promise<void>;
}

const nameIn = ({ stage }: OpenChat, id: string | null): string => memberOf(stage, id)?.name ?? '';

const noteOf = (chat: OpenChat): NoteSeen | null => {
  const { note } = chat.known();
  if (note === null) return null;
  // Its own order of fields: that of the payload tells whether the state was folded anew since.
  const { text, depth, role, every, knownTo } = note;
  return { text, depth, role, every, to: knownTo.map((id) => nameIn(chat, id)) };
};

const letterOf = (
  chat: OpenChat,
  to: readonly string[],
  { from, subject, text }: Pick<Letter, 'from' | 'subject' | 'text'>,
): LetterSeen => ({
  from: from === null ? null : nameIn(chat, from),
  to: to.map((id) => nameIn(chat, id)).join(', '),
  subject,
  text,
});

/** Who looks on as everyone is nobody in the log. */
function sentIn(chat: OpenChat): LetterSeen[] {
  const { tree, log } = chat.parts.store;
  const { segments } = tree.lineage(chat.id, chat.state.head);
  const sender = chat.viewer === 'everyone' ? undefined : chat.viewer;
  return segments
    .flatMap((segment) => [...log.read({ ...segment, kind: 'letter_sent' })])
    .sort((one, other) => one.seq - other.seq)
    .flatMap(({ kind, payload }) =>
      kind === 'letter_sent' && payload.from !== null && payload.by === sender
        ? [letterOf(chat, payload.to, payload)]
        : [],
    );
}

/** What is told beside the play, as far as the viewer may know: its own; all of it for who looks on as everyone. */
function seenIn(chat: OpenChat): NotesSeen {
  const { cast, scenarios, letters } = chat.known();
  const own = cast.filter(({ id }) => chat.perspective.owns(id));
  return {
    note: noteOf(chat),
    scenarios: own.flatMap(({ id, name }) => {
      const said = scenarios[id];
      return said ? [{ name, text: said.text }] : [];
    }),
    letters: own.flatMap(({ id }) => (letters[id] ?? []).map((letter) => letterOf(chat, [id], letter))),
    sent: sentIn(chat),
  };
}

/** Lets this character speak at once, under an instruction that its next prompt alone holds; again after a failure, once. */
async function direct(chat: OpenChat, name: string, text: string): Promise<void> {
  const { id } = requirePresent(chat.perspective.member(name));
  const isWaiting = chat
    .known(id)
    .letters[id]?.some((letter) => letter.from === null && letter.text === text.trim());
  if (!isWaiting)
    carryOut(chat, { type: 'letter', by: chat.viewer, from: null, to: [name], subject: '', text });
  await reply(chat, name);
}

/** Notes, letters, the director's instruction and the humans of a chat. */
export const notesOf = (chat: OpenChat): NotesPlay => ({
  notes: () => seenIn(chat),
  setNote: async (note) => carryOut(chat, { type: 'note', by: chat.viewer, note }),
  setScenario: async (name, text) => carryOut(chat, { type: 'scenario', by: chat.viewer, name, text }),
  sendLetter: async ({ from = chat.played.name, to, subject = '', text }) => {
    const readers = [from, ...to].flatMap((name) => memberNamed(chat.stage, name)?.id ?? []);
    const typed = typedIn(chat)(text, readers);
    carryOut(chat, { type: 'letter', by: chat.viewer, from, to, subject, text: typed });
  },
  direct: (name, text) => direct(chat, name, text),
  setPlayer: async (name, player) => carryOut(chat, { type: 'player', by: chat.viewer, name, player }),
});
