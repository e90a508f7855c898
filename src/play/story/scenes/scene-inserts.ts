import { sceneKey } from '../../../domain/rows/records.ts';
import { listed } from '../../../domain/world/names.ts';
import { memberOf } from '../../../domain/world/world.ts';
import { timeInWords } from '../../../domain/world/world-time.ts';
import type { Insert } from '../../../prompt/input.ts';
import type { InsertsAbout } from '../../chat/parts.ts';
import { insert } from '../../world/lines/world-inserts.ts';
import { propsAtRest, withoutProps } from '../occasions/props.ts';
import { summaryOf } from './own-scenes.ts';

const longest = 1200;

/** What the texts are called that say what is kept of a scene. */
export const sceneSummaryName = 'scene summary';

const sourceOf = (n: number): string => `scene ${n}`;

/** The speaker's own number of the scene that such a text is of. */
export const sceneNumber = (source: string): number => Number(source.slice(sourceOf(0).length - 1));

/** What the speaker keeps of a scene that is over, if anything. */
export function sceneSummary<Who>({ speaker, known }: About<Who>, n: number): Insert[] {
  const { mind, view } = known;
  const said = withoutProps(summaryOf(view, speaker.id, n), propsAtRest(mind)).slice(0, longest);
  if (said === '') return [];
  const about = { zone: 'epoch', tier: 'should', source: sourceOf(n), series: 'scenes' } as const;
  return [insert(sceneSummaryName, { ...about, text: `[Scene ${n}, as you remember it: ${said}]` })];
}

type About<Who> = Pick<InsertsAbout<Who>, 'speaker' | 'known'>;

/** What the speaker keeps of the last scenes that are over, the oldest first: of them that gives way first (RP-088, RP-090). */
export function pastScenes<Who>(about: About<Who>, last: number): Insert[] {
  const { closed } = about.known.mind.scenes;
  const numbers = Array.from({ length: Math.min(last, closed) }, (_, at) => closed - at).reverse();
  return numbers.flatMap((n) => sceneSummary(about, n));
}

/**
 * Where the scene is played, since when and among whom, once another has ended before it; of the first scene as well where the
 * literal order is wanted (RP-084, 6).
 */
export function currentScene<Who>({ speaker, known }: InsertsAbout<Who>, isLiteral: boolean): Insert[] {
  const { mind, view } = known;
  const { closed } = mind.scenes;
  if ((closed === 0 && !isLiteral) || !memberOf(known, speaker.id)?.present) return [];
  const { time = '', reason } = Object(view.record(sceneKey(speaker.id, closed))?.value) as {
    readonly time?: string;
    readonly reason?: string;
  };
  const since = reason === 'skip' ? '' : time;
  const there = known.cast.filter(({ id, present }) => id !== speaker.id && present);
  const names = ['you', ...there.map(({ name }) => name)];
  const said = [
    `Scene ${closed + 1}`,
    ...(mind.world.place === '' ? [] : [mind.world.place]),
    ...(since === '' ? [] : [`since ${timeInWords(since)}`]),
    `with ${listed(names, 'and')}`,
  ];
  return [insert('current scene', { zone: 'live', tier: 'must', text: `[${said.join(', ')}.]` })];
}
