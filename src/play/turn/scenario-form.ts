import { SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import { storyMode } from '../notes/story-mode.ts';

/** Points that each player spreads over skills, how many skills that may be, and the most of one (HC-39). */
export const skillRules = { points: 20, skills: 6, each: 8 } as const;

/** A player's character as the form has it. */
export interface Registered {
  readonly name: string;
  readonly about: string;
  readonly skills: readonly { readonly name: string; readonly points: number }[];
}

/** What is asked before a story begins. */
export interface ScenarioForm {
  readonly mode: 'story' | 'initiative';
  /** What kind of story; empty = the game master surprises. */
  readonly wish: string;
  readonly acts: number;
  readonly players: readonly Registered[];
  /** What the players want otherwise; empty = nothing. */
  readonly adjust: string;
}

const wrong = (message: string): SottoError => new SottoError('usage', 'bad_skills', message);

/** `Ann: a thief; climbing 6, lying 5` as a player. Throws SottoError `bad_skills`. */
export function readPlayer(line: string): Registered {
  const [, name = '', rest = ''] = /^([^:]+):([\s\S]*)$/.exec(line) ?? [];
  const [about = '', listed = ''] = rest.split(';');
  if (oneLine(name) === '')
    throw wrong(`"${line}" is no player; write it like "Ann: a thief; climbing 6, lying 5"`);
  const skills = listed.split(',').flatMap((part) => {
    if (part.trim() === '') return [];
    const [, skill, points] = /^\s*(.+?)\s+(\d{1,3})\s*$/.exec(part) ?? [];
    if (skill === undefined || points === undefined)
      throw wrong(`"${part.trim()}" is no skill; write it like climbing 6`);
    return [{ name: oneLine(skill), points: Number(points) }];
  });
  checkSkills(oneLine(name), skills);
  return { name: oneLine(name), about: oneLine(about), skills };
}

function checkSkills(name: string, skills: Registered['skills']): void {
  const { points, skills: most, each } = skillRules;
  const sum = skills.reduce((total, skill) => total + skill.points, 0);
  const high = skills.find((skill) => skill.points > each);
  if (skills.length > most) throw wrong(`${name} has ${skills.length} skills; at most ${most} are allowed`);
  if (high)
    throw wrong(`${name} has ${high.name} ${high.points}; at most ${each} points may be in one skill`);
  if (sum > points) throw wrong(`${name} spends ${sum} points; there are ${points}`);
}

const playerText = ({ name, about, skills }: Registered): string => {
  const listed = skills.map((skill) => `${skill.name} ${skill.points}`).join(', ');
  return [`${name}${about === '' ? '' : `, ${about}`}`, ...(listed === '' ? [] : [`skills: ${listed}`])].join(
    '; ',
  );
};

/** What the game master alone is told of the form while the story is played. */
export function scenarioText({ mode, players, adjust }: ScenarioForm): string {
  const how =
    mode === 'story'
      ? `${storyMode}you carry the story on, and no line of yours ends by asking what anybody does.`
      : 'Initiative mode: the players decide at every turn; stop where a decision is theirs.';
  const list = players.map((player) => `- ${playerText(player)}`);
  return [
    how,
    ...(list.length === 0 ? [] : ['The players:', ...list]),
    ...(players.length < 2
      ? []
      : ['Answer whoever wrote; what one player writes decides nothing for another.']),
    ...(adjust === '' ? [] : [`They want: ${adjust}`]),
  ].join('\n');
}

/** The question for an outline that is unlike these. */
export function outlineQuestion(
  { wish, acts, players, adjust, mode }: ScenarioForm,
  unlike: readonly string[],
): string {
  return [
    `Write the outline of a scenario in ${acts} acts: the title on the first line, then one line for each act, numbered, that says what is at stake, the turn it takes and how it can go wrong. Nothing else.`,
    wish === '' ? 'Surprise the players.' : `Wanted: ${wish}`,
    `Mode: ${mode}.`,
    ...players.map((player) => `Player: ${playerText(player)}`),
    ...(adjust === '' ? [] : [`Adjust: ${adjust}`]),
    ...(unlike.length === 0
      ? []
      : [`It must differ in place, trouble and ending from what was played: ${unlike.join('; ')}`]),
  ].join('\n');
}

/** An outline as it was written; null where it has no title or no acts. */
export function readOutline(text: string): { title: string; acts: string[] } | null {
  const bare = (line: string) =>
    line
      .replace(/^[\s#*_-]*(?:title:\s*)?/i, '')
      .replace(/[*_"“”]+$/g, '')
      .trim();
  const [title = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const acts = lines
    .map((line) =>
      bare(line)
        .replace(/^(?:act\s*)?\d+[.):]\s*/i, '')
        .slice(0, 500),
    )
    .filter(Boolean);
  const called = bare(title).replace(/^["“]/, '').slice(0, 200);
  return called === '' || acts.length === 0 ? null : { title: called, acts: acts.slice(0, 24) };
}
