import type { Character } from '../../cards/character.ts';
import type { AnyKnown, Known, ReceivedLetter } from '../../domain/known/known.ts';
import { listed } from '../../domain/world/names.ts';
import type { ToldText } from '../../domain/world/told-turn.ts';
import { type Member, memberOf, type ToolNote } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';
import { changesByItself } from '../../prompt/with-macros.ts';
import { planText } from '../../tools/set/plan.ts';

const scenarioDepth = 4;
const scenarioName = 'scenario note';
const authorsName = "author's note";
const scenarioText = (text: string): string => `[Scenario: ${text}]`;
const toolNoteName = 'note of a tool';
const toolScenarioName = 'scenario of a tool';
const noteText = (text: string): string => `[Note: ${text}]`;
const planName = 'plan';

/** Whether a note that was told is taken off or reads otherwise; null where the text is of no note. */
export function isNoteOff(
  known: AnyKnown,
  { id }: Member,
  told: Pick<ToldText, 'name' | 'text'>,
): boolean | null {
  const scenario = known.scenarios[id];
  const now = new Map([
    [scenarioName, scenario && scenarioText(scenario.text)],
    [authorsName, known.note?.text],
    [toolNoteName, known.toolNotes.everyone && noteText(known.toolNotes.everyone.text)],
    [toolScenarioName, known.toolNotes[id] && scenarioText(known.toolNotes[id].text)],
  ]);
  if (told.name === planName) return known.plans[id] === undefined;
  if (!now.has(told.name)) return null;
  const text = now.get(told.name);
  return text === undefined || (!text.includes('{{') && text.trim() !== told.text);
}

/**
 * Where a note stands that is wanted at a depth: there in each prompt where that is asked for, or its text or turn needs it; else it is
 * told once and again where it changes.
 */
const standing = (text: string, depth: number, { isExact, role }: { isExact: boolean; role?: string }) =>
  isExact || changesByItself(text) || (role !== undefined && role !== 'system')
    ? ({ zone: 'live', depth } as const)
    : ({ zone: 'epoch', isFilled: false } as const);

/** How notes are told a speaker of this card; `isExact` as in `standing`. */
interface Telling {
  readonly character: Character | null;
  readonly isExact: boolean;
}

/** What the speaker is told beside its card, where that has no scenario in its place. */
const scenarioNote = (
  { scenarios }: AnyKnown,
  { id, name }: Member,
  { character, isExact }: Telling,
): Insert[] => {
  const said = scenarios[id];
  if (said === undefined || (said.isInstead && character)) return [];
  const { text } = said;
  const reason = `what only ${name} is told`;
  return [
    {
      ...{ name: scenarioName, source: 'chat', reason, tier: 'should', isAsked: true },
      ...standing(text, scenarioDepth, { isExact }),
      text: scenarioText(text),
    },
  ];
};

const authorNote = ({ note, view }: AnyKnown, isExact: boolean): Insert[] => {
  if (note === null) return [];
  const { text, depth, role, every } = note;
  const count = view.count();
  const isDue = every <= 1 || count % every === 0;
  const where = standing(text, depth, { isExact, role });
  if (where.zone === 'live' && !isDue) return [];
  const reason = every > 1 ? `every ${every} messages` : 'in every prompt';
  const common = {
    name: authorsName,
    source: 'chat',
    reason,
    tier: 'should',
    isAsked: true,
    text,
  } as const;
  if (where.zone === 'live') return [{ ...common, ...where, role }];
  if (every <= 1) return [{ ...common, ...where }];
  const parts = [{ part: String(count - (count % every)), text }];
  return isDue ? [{ ...common, zone: 'told', isFilled: false, parts }] : [];
};

const cardNoteName = 'note of the card';

/** What the speaker's card has put between the messages. */
export const cardNote = (character: Character | null, { name }: Member, isExact: boolean): Insert[] => {
  const note = character?.depthPrompt;
  if (!note) return [];
  const { text, depth, role } = note;
  const where = standing(text, depth, { isExact, role });
  return [
    {
      ...{ name: cardNoteName, source: `card of ${name}`, reason: 'in every prompt', tier: 'should', text },
      ...where,
      ...(where.zone === 'live' && { role }),
    },
  ];
};

const readAs = ({ name }: Member, { from, sender, subject, text }: ReceivedLetter): string => {
  if (from === null) return `[Director, for ${name}'s next line only: ${text}]`;
  const about = subject === '' ? '' : ` — ${subject}`;
  return `[A letter from ${sender} to ${name}${about}: ${text}]`;
};

const letters = (known: AnyKnown, speaker: Member): Insert[] =>
  (known.letters[speaker.id] ?? []).map((letter) => ({
    name: letter.from === null ? 'director' : 'letter',
    source: letter.id,
    reason: `for ${speaker.name}'s next line`,
    zone: 'live',
    tier: 'must',
    depth: 0,
    isFilled: true,
    text: readAs(speaker, letter),
  }));

const toolNotes = ({ toolNotes: notes }: AnyKnown, { id, name: who }: Member): Insert[] => {
  const insert = (name: string, text: string, place: ToolNote['place'], reason: string): Insert => ({
    ...{ name, source: 'tools', reason, tier: 'should', isFilled: true, text },
    zone: place === 'system' ? 'frozen' : 'epoch',
  });
  const { everyone, [id]: own } = notes;
  return [
    ...(everyone ? [insert(toolNoteName, noteText(everyone.text), everyone.place, 'set for everyone')] : []),
    ...(own ? [insert(toolScenarioName, scenarioText(own.text), own.place, `set for ${who} alone`)] : []),
  ];
};

/** What the speaker means to do, as it stands now. */
const planInsert = ({ plans }: AnyKnown, { id, name }: Member): Insert[] => {
  const plan = plans[id];
  if (!plan) return [];
  const about = { name: planName, source: 'tools', reason: `what ${name} means to do` };
  return [
    { ...about, zone: 'epoch', tier: 'should', isFilled: true, text: `[Your plan: ${planText(plan)}]` },
  ];
};

/** What is told a speaker beside the play: its scenario, the author's note, the letters that wait for it. */
export const noteInserts = <Who>(known: Known<Who>, speaker: Member<Who>, telling: Telling): Insert[] => [
  ...scenarioNote(known, speaker, telling),
  ...authorNote(known, telling.isExact),
  ...toolNotes(known, speaker),
  ...planInsert(known, speaker),
  ...letters(known, speaker),
];

/** Who is there and who is not, once somebody whom the speaker knows of is away; a speaker who is away sees neither. */
export function sceneInsert(known: AnyKnown, speaker: Member): Insert[] {
  const namesOf = (present: boolean) =>
    known.cast.filter((member) => member.present === present).map(({ name }) => name);
  const away = namesOf(false);
  if (away.length === 0 || !memberOf(known, speaker.id)?.present) return [];
  const is = away.length === 1 ? 'is' : 'are';
  return [
    {
      ...{ name: 'scene', source: 'chat', reason: 'somebody is away', zone: 'live', tier: 'must' },
      text: `[Here now: ${listed(namesOf(true), 'and')}. ${listed(away, 'and')} ${is} elsewhere.]`,
      isFilled: true,
    },
  ];
}

/** What a speaker is told for this one generation alone. */
export const instructionInsert = ({
  speaker: { name },
  instruction,
}: {
  readonly speaker: Member;
  readonly instruction?: string;
}): Insert[] =>
  instruction === undefined
    ? []
    : [
        {
          ...{
            name: 'instruction',
            source: 'command',
            reason: 'for this line alone',
            zone: 'live',
            tier: 'must',
          },
          ...{ depth: 0, isFilled: true, isAsked: true },
          text: `[Director, for ${name}'s line now: ${instruction}]`,
        },
      ];
