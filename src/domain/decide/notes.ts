import type { NewEvent, Payload } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { oneLine } from '../one-line.ts';
import { castList } from '../world/names.ts';
import { foldName, knownBy, type Member, type World } from '../world/world.ts';
import { type Decision, isRefusal, type Refusal, refuse } from './decision.ts';

/** An author's note before its audience is settled; nobody in `to` = everyone. */
export type NoteDraft = Omit<Payload<'author_note_set'>, 'knownTo' | 'by'> & {
  readonly to: readonly string[];
};

/**
 * Something told beside the play, at a screen of `by`; null takes away what was there. A letter goes to those whom `by`
 * knows of; all else is the human's own business, so that it may name the whole cast.
 */
export type NoteCommand = { readonly by: CharacterId | 'everyone' } & (
  | { readonly type: 'note'; readonly note: NoteDraft | null }
  | {
      readonly type: 'scenario';
      readonly name: string;
      readonly text: string | null;
      /** Whether it stands in the place of the scenario of the card; absent = beside that. */
      readonly isInstead?: boolean;
    }
  | {
      readonly type: 'letter';
      /** Null: the director's instruction for the next line. */
      readonly from: string | null;
      readonly to: readonly string[];
      readonly subject: string;
      readonly text: string;
    }
  | {
      readonly type: 'tool_note';
      /** Null: everyone. */
      readonly character: CharacterId | null;
      readonly text: string;
      readonly place: 'chat' | 'system';
    }
  | { readonly type: 'player'; readonly name: string; readonly player: string | null }
);

/** Messages from the end, as far as a note may stand from it. */
const deepestNote = 1000;

const longestPlayer = 60;

const cause = (event: NewEvent): Decision => ({ events: [event] });
const noText = (what: string): Decision => refuse('empty_text', `${what} has no text; write something`);

/** Ids of these names among some, each once; a refusal lists those whom `by` knows of. */
function idsOf(
  world: World,
  { by, among }: { by: NoteCommand['by']; among: readonly Member[] },
  names: readonly string[],
): readonly CharacterId[] | Refusal {
  const ids = new Set<CharacterId>();
  for (const name of names) {
    const member = among.find((one) => foldName(one.name) === foldName(name));
    if (!member) {
      const message = `nobody here is called "${name}"; there is ${castList(world, by)}`;
      return { code: 'unknown_name', message };
    }
    ids.add(member.id);
  }
  return [...ids];
}

/** Whose act it is. */
const doer = ({ by }: NoteCommand) => by !== 'everyone' && { by };

const anybody = (world: World, { by }: NoteCommand) => ({ by, among: world.cast });

const takenAway = (what: string): Decision => refuse('nothing_set', `there is no ${what} to remove`);

/** Whether somebody may know of the author's note. */
export const isNoteFor = ({ note }: World, who: CharacterId | 'everyone'): boolean =>
  note !== null && (note.knownTo.length === 0 || who === 'everyone' || note.knownTo.includes(who));

function setNote(world: World, command: Extract<NoteCommand, { type: 'note' }>): Decision {
  const { by, note } = command;
  if (note === null) {
    if (!world.note || !isNoteFor(world, by)) return takenAway("author's note");
    return cause({ kind: 'author_note_set', payload: { ...world.note, text: '', ...doer(command) } });
  }
  const { to, ...rest } = note;
  const text = note.text.trim();
  if (text === '') return noText("the author's note");
  if (note.depth > deepestNote) {
    return refuse('too_deep', `a note is at most ${deepestNote} messages from the end; use a smaller depth`);
  }
  const knownTo = idsOf(world, anybody(world, command), to);
  if (isRefusal(knownTo)) return { refused: knownTo };
  return cause({
    kind: 'author_note_set',
    payload: { ...rest, text, knownTo: [...knownTo], ...doer(command) },
  });
}

function setScenario(world: World, command: Extract<NoteCommand, { type: 'scenario' }>): Decision {
  const ids = idsOf(world, anybody(world, command), [command.name]);
  if (isRefusal(ids)) return { refused: ids };
  const [character = ''] = ids;
  const text = command.text?.trim();
  if (text === '') return noText('the scenario');
  const isKnown = command.by === 'everyone' || command.by === character;
  if (text === undefined && isKnown && world.scenarios[character] === undefined)
    return takenAway('scenario of their own');
  const instead = text !== undefined && command.isInstead === true && { instead: true };
  return cause({
    kind: 'scenario_set',
    payload: { character, text: text ?? '', ...instead, ...doer(command) },
  });
}

function sendLetter(world: World, command: Extract<NoteCommand, { type: 'letter' }>): Decision {
  const { by } = command;
  const reach = command.from === null ? anybody(world, command) : { by, among: knownBy(world, by) };
  const from = command.from === null ? [] : idsOf(world, reach, [command.from]);
  if (isRefusal(from)) return { refused: from };
  const to = idsOf(world, reach, command.to);
  if (isRefusal(to)) return { refused: to };
  if (to.length === 0) return refuse('empty_audience', 'the letter has no recipient; name who is to read it');
  const text = command.text.trim();
  if (text === '') return noText(command.from === null ? 'the instruction' : 'the letter');
  const subject = oneLine(command.subject);
  const said = { from: from[0] ?? null, to: [...to], subject, text };
  return cause({ kind: 'letter_sent', payload: { ...said, ...doer(command) } });
}

function setPlayer(world: World, command: Extract<NoteCommand, { type: 'player' }>): Decision {
  const ids = idsOf(world, anybody(world, command), [command.name]);
  if (isRefusal(ids)) return { refused: ids };
  const player = command.player?.trim() ?? null;
  if (player !== null && (player === '' || player.length > longestPlayer || /\p{Cc}/u.test(player))) {
    const message = `the name of a player is one line of at most ${longestPlayer} characters; write a shorter one`;
    return refuse('bad_player', message);
  }
  return cause({ kind: 'player_set', payload: { character: ids[0] ?? '', player } });
}

const setToolNote = (world: World, command: Extract<NoteCommand, { type: 'tool_note' }>): Decision => {
  const { character, place } = command;
  const text = command.text.trim();
  if (text === '' && world.toolNotes[character ?? 'everyone'] === undefined)
    return takenAway('note of a tool');
  return cause({ kind: 'tool_note_set', payload: { character, text, place, ...doer(command) } });
};

/** Decides what is told beside the play: notes, scenarios, letters, and which human plays whom. Pure. */
export function decideNote(world: World, command: NoteCommand): Decision {
  switch (command.type) {
    case 'note':
      return setNote(world, command);
    case 'scenario':
      return setScenario(world, command);
    case 'letter':
      return sendLetter(world, command);
    case 'tool_note':
      return setToolNote(world, command);
    case 'player':
      return setPlayer(world, command);
  }
}
