import { noteRole } from '../../domain/events/event-parts.ts';
import { directorName } from '../../domain/world/names.ts';
import type { NoteSeen, NotesSeen } from '../../play/turn/notes.ts';
import { type Command, define, type JsonLine } from '../command.ts';
import {
  argument,
  choice,
  flag,
  name,
  names,
  onlyIn,
  option,
  positive,
  typed,
  usually,
  whole,
} from '../parameters.ts';
import { notice, prose, veil } from '../shown/show.ts';
import { missing } from '../values.ts';
import { letterLine, letters, letterText, type SeenOrSent } from './letters.ts';

const noNote: NoteSeen = { depth: 4, role: 'system', every: 1, text: '', to: [] };

/** Who reads it and where it stands, for people. */
const aboutNote = ({ depth, role, every, to }: NoteSeen): string =>
  [
    to.length === 0 ? 'for everyone' : `for ${to.join(', ')}`,
    `depth ${depth}`,
    role,
    ...(every > 1 ? [`every ${every} messages`] : []),
  ].join(', ');

const noteLine = (note: NoteSeen | null): JsonLine => ({ type: 'note', ...(note ?? noNote) });
const noteText = (note: NoteSeen | null): string =>
  note === null ? "there is no author's note" : `Author's note (${aboutNote(note)}): ${note.text}`;

const noteRows = ({ text: said, depth, role, every, to }: NoteSeen): string[] => {
  const often = every > 1 ? `, every ${every} messages` : '';
  return [`Author's note for ${to.join(', ') || 'all'} (depth ${depth}, ${role}${often}):`, `    ${said}`];
};

const note = define({
  name: 'note',
  group: 'notes',
  synonyms: ["author's note", 'authors note', 'an', 'depth prompt'],
  summary: "set or print the author's note",
  notes: 'TEXT - reads standard input.',
  chat: 'option',
  parameters: {
    text: argument('[text]', typed),
    depth: usually('--depth <n>', whole, '4', 'number of messages from the end'),
    role: usually('--role <role>', choice(noteRole.options, 'bad_role'), 'system', 'role in the prompt'),
    every: usually('--every <n>', positive, '1', 'include it in every Nth prompt'),
    to: option('--to <names>', names, 'only for these characters, separated by commas'),
    off: flag('--off', 'remove it'),
  },
  async run({ play }, { text: said, off, to = [], ...where }): Promise<NoteSeen | null> {
    if (said === undefined && !off && to.length > 0) missing('a TEXT for --to');
    if (said === undefined && !off) return play.notes().note;
    const set = off ? null : { ...where, to, text: said ?? '' };
    await play.setNote(set);
    return set;
  },
  json: noteLine,
  text: noteText,
  screen: {
    usage: '[--depth N …] [TEXT | off]',
    read(line) {
      if (/^--(?:depth|role|every|to)\s+\S+$/.test(line))
        missing('/note [--depth N] [--role ROLE] [--every N] [--to A,B] TEXT');
      return line === 'off' ? { off: true } : undefined;
    },
    show([found = null], _, { text: said, off }) {
      if (off) return notice("the author's note is removed");
      const readers = found?.to.length ? `; only ${found.to.join(', ')} may read it` : '';
      if (said !== undefined) return notice(`the author's note is set${readers}`);
      return prose("Author's note", found === null ? [noteText(null)] : noteRows(found));
    },
  },
});

interface ScenarioSeen {
  readonly character: string;
  readonly text: string;
}

const scenarioLine = ({ character, text: said }: ScenarioSeen): JsonLine => ({
  ...{ type: 'scenario', character, text: said },
});
const scenarioText = ({ character, text: said }: ScenarioSeen): string =>
  said === '' ? `${character} has no scenario of its own` : `Scenario for ${character}: ${said}`;

const scenario = define({
  name: 'scenario',
  group: 'notes',
  synonyms: ['situation', 'setting'],
  summary: 'set or print what is going on, for one character only',
  notes: 'TEXT - reads standard input.',
  chat: 'option',
  parameters: {
    name: argument('<name>', name),
    text: argument('[text]', typed),
    off: flag('--off', 'remove it'),
  },
  async run({ app, play, side }, { name: wanted, text: said, off }): Promise<ScenarioSeen> {
    if (side === 'screen') {
      await play.setScenario(wanted, off ? null : (said ?? ''));
      return { character: wanted, text: said ?? '' };
    }
    const own = app.play(play.state().chat.id, wanted);
    if (said !== undefined || off) await own.setScenario(wanted, off ? null : (said ?? ''));
    return { character: own.state().playing.name, text: own.notes().scenarios[0]?.text ?? '' };
  },
  json: scenarioLine,
  text: scenarioText,
  screen: {
    usage: 'NAME TEXT, or NAME off',
    ask: (_, { name: wanted, text: said, off }) => {
      if (wanted === undefined || (said === undefined && !off))
        missing('/scenario NAME TEXT, or /scenario NAME off');
      return null;
    },
    read: (line) => (/\soff$/.test(line) ? { name: line.replace(/^@|\s+off$/g, ''), off: true } : undefined),
    show: ([found]) =>
      found ? notice(found.text === '' ? scenarioText(found) : `only ${found.character} is told this`) : null,
  },
});

type Told = NoteSeen | ScenarioSeen | SeenOrSent;

function* told({ note: found, scenarios, letters, sent }: NotesSeen): Generator<Told> {
  if (found) yield found;
  for (const { name: character, text: said } of scenarios) yield { character, text: said };
  yield* letters;
  for (const one of sent) yield { ...one, isSent: true };
}

const rowsOf = (one: Told): string[] => {
  if ('depth' in one) return noteRows(one);
  if ('character' in one) return [`Scenario for ${one.character}:`, `    ${one.text}`];
  const { from, to, subject, text: said, isSent } = one;
  const writer = from === null ? 'The director' : `Letter from ${from}`;
  const sender = isSent ? `Sent: ${writer}` : writer;
  return [`${sender} to ${to}${subject === '' ? '' : ` — ${subject}`}:`, `    ${said}`];
};

const nothingTold = [
  'there are no notes or letters',
  '',
  '/letter NAME TEXT is read by one character, /note TEXT by everyone; /scenario NAME TEXT says what is going on.',
];

const notesSeen = define({
  name: 'notes',
  group: 'notes',
  summary: "list the author's note, scenarios and letters that a character may know",
  empty: 'no notes yet: notes, scenarios and letters would be listed here; `sotto note TEXT` writes one',
  chat: 'option',
  as: 'as this character; default the played character',
  parameters: {
    all: onlyIn('script', flag('--all', 'everything')),
    of: onlyIn('screen', argument('[name]', name)),
    shown: onlyIn('screen', argument('[shown]', choice(['shown']))),
  },
  run({ app, play }, { all, of }) {
    const { chat } = play.state();
    const reader = all ? directorName : (of ?? null);
    return told((reader === null ? play : app.play(chat.id, reader)).notes());
  },
  json: (one) => ('depth' in one ? noteLine(one) : 'character' in one ? scenarioLine(one) : letterLine(one)),
  text: (one) => ('depth' in one ? noteText(one) : 'character' in one ? scenarioText(one) : letterText(one)),
  screen: {
    ask({ play }, { of, shown }, again) {
      if (of === undefined || shown) return null;
      return veil(play, of, {
        title: `Notes for ${of}`,
        holds: 'what only this character is told, and its letters',
        line: `/notes ${of} shown`,
        call: again({ of }, true),
      });
    },
    show: (all, _, { of }) =>
      prose(
        of === undefined ? 'Notes' : `Notes for ${of}`,
        all.length === 0 ? nothingTold : all.flatMap(rowsOf),
      ),
  },
});

/** Commands about what is told beside the play. */
export const notes: readonly Command[] = [note, scenario, ...letters, notesSeen];
