import { isDeepStrictEqual } from 'node:util';
import { readFileOf } from '../../app/files/files.ts';
import { isBundled } from '../../app/library/bundled.ts';
import type { App } from '../../app/run/app.ts';
import { isFollowed } from '../../app/run/bookkeeping.ts';
import { knownInRoles } from '../../app/run/in-roles.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { noMind } from '../../domain/world/mind.ts';
import { directorName } from '../../domain/world/names.ts';
import { parseJson } from '../../interop/parse-json.ts';
import type { Play } from '../../play/play.ts';
import { type StateLine, stateLinesIn } from '../../play/world/lines/state-lines.ts';
import { establish } from '../../play/world/seeds/establishing.ts';
import { acquaintances, acquainted, seedRelations } from '../../play/world/seeds/seeding.ts';
import { type Call, define, type Shown } from '../command.ts';
import { argument, name, typed } from '../parameters.ts';
import type { Arrival, Scope } from '../scope.ts';
import { list, notice, plural } from '../shown/show.ts';

/** A line that says what is so, for people. */
function stateText(line: StateLine): string {
  switch (line.type) {
    case 'world':
      return said(['time', line.time], ['weather', line.weather], ['place', line.place]) || 'the world';
    case 'container':
      return `${line.name}: a place${line.moving ? ', moving' : ''}${line.slots?.length ? `, with ${line.slots.join(', ')}` : ''}`;
    case 'entity': {
      const { container, slot, posture, action, holding } = line.activity ?? {};
      const does = [action?.verb, posture, container, slot, ...(holding ?? [])].filter((one) => one);
      const inner = said(
        ['mood', line.mood],
        ['wants', line.goals?.join('; ')],
        ['carries', line.inventory?.join(', ')],
      );
      return `${line.name}: ${[inner, does.join(', ')].filter((one) => one !== '').join(' · ')}`;
    }
    case 'edge':
      return `${line.from} → ${line.to}: ${said(['affinity', line.affinity], ['trust', line.trust], ['', line.summary], ['knows', line.knowledge?.join('; ')])}`;
    case 'thread':
      return `open thread: ${line.text}`;
    case 'group':
      return `together: ${line.summary ?? line.dynamic ?? ''}`;
    case 'occasion':
      return `${line.name}: ${[line.state ?? 'planned', line.when, line.props?.join(', ')].filter((one) => one).join(' · ')}`;
  }
}

const said = (...parts: readonly (readonly [string, string | number | undefined])[]): string =>
  parts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `${label} ${value}`.trim())
    .join(', ');

const largest = 4 * 1024 * 1024;

function jsonOf(line: string, at: number, where: string): unknown {
  try {
    return parseJson(line);
  } catch (cause) {
    const message = `line ${at + 1} of ${where} is not JSON; write one object a line, as \`sotto entities --json\` prints them`;
    throw new SottoError('usage', 'not_json', message, { cause });
  }
}

/** What a file, or standard input for `-`, says is so when a play begins; nothing for `none`. Rejects with SottoError. */
export async function kickoffFrom(app: App, wanted: string | undefined): Promise<StateLine[]> {
  if (wanted === undefined || wanted === 'none' || wanted === 'auto') return [];
  const text = wanted === '-' ? await app.person.input() : readFileOf(wanted, largest).toString('utf8');
  const where = wanted === '-' ? 'standard input' : wanted;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return stateLinesIn(
    lines.map((line, at) => jsonOf(line, at, where)),
    where,
  );
}

const title = 'When the chat begins';
const titleLater = 'As the chat began: this replaces the current state, including what you have set';

/** Whether something was said already, or is so: what is read would take its place. */
const hasBegun = (play: Play): boolean =>
  play.view().count() > 1 || !isDeepStrictEqual(play.known().mind, noMind);

const taken = (lines: readonly StateLine[]): string =>
  lines.length === 0
    ? 'nothing was found; F6 shows the world'
    : `${plural(lines.length, 'line')} of initial state set; F6 shows them, /undo reverts it`;

/** A line as the played character may read it before it is agreed to: what is within another is there, and not what it is. */
function lineFor({ app, play }: Scope, line: StateLine): string {
  const { name } = play.state().playing;
  const owner =
    line.type === 'edge' ? line.from : line.type === 'entity' && !line.activity ? line.name : null;
  const isOpen = name === directorName || app.loaded.config.privacy.drawer === 'all';
  const isOwnWord = line.type === 'edge' && line.knowledge?.join() === acquainted;
  if (owner === null || owner === name || isOpen || isOwnWord) return stateText(line);
  return line.type === 'edge'
    ? `${owner} → ${line.to}: hidden from ${name}`
    : `${owner}: feelings and goals, hidden from ${name}`;
}

const proposal = (lines: readonly StateLine[], scope: Scope): Shown => {
  const call = (left: readonly StateLine[]): Call => ({ does: (now) => proposal(left, now), isLook: true });
  const accept: Call = {
    does({ play }) {
      establish(play.chat, lines);
      waiting.delete(play);
      return notice(taken(lines));
    },
  };
  const others = acquaintances(scope.play.chat, lines);
  return list(hasBegun(scope.play) ? titleLater : title, [
    {
      label: `accept (${plural(lines.length, 'line')})`,
      detail: 'Enter accepts everything below',
      call: accept,
    },
    ...lines.map((line, at) => ({
      label: lineFor(scope, line),
      detail: 'Enter leaves it out',
      preview: () => [lineFor(scope, line)],
      call: call(lines.filter((_, other) => other !== at)),
    })),
    ...(others.length === 0
      ? []
      : [
          {
            label: 'they already know each other',
            detail: 'Enter adds it where nothing is set yet',
            call: call([...lines, ...others]),
          },
        ]),
  ]);
};

/** Whether what is read of a chat counts without a word: where all are of cards that come with sotto, or of none. */
function isTrusted({ app }: Scope, chat: string): boolean {
  if (!isFollowed(app.loaded.config)) return false;
  const { cast } = knownInRoles(app, chat, directorName);
  const cards = new Set(cast.flatMap(({ card }) => card?.id ?? []));
  return [...cards].every((card) => isBundled(app.packageRoot, card));
}

/** How a chat comes on the screen: where nothing was said in it and nothing is set, what is so as it begins is read meanwhile. */
export function begunOnScreen({ store, loaded }: App, chat: string): Pick<Arrival, 'line'> {
  const { head } = store.chats.read(chat);
  const { mind, view } = knownInRoles({ store, loaded }, chat, directorName);
  const isFresh = isDeepStrictEqual(mind, noMind);
  const isUndone = store.tree.rewoundFrom(chat, head).length > 0;
  const isBegun = view.count() > 1;
  return isFollowed(loaded.config) && isFresh && !isUndone && !isBegun ? { line: '/kickoff' } : {};
}

/** Whether a chat in which nothing was said yet is read by itself. */
const isByItself = ({ app, play }: Scope): boolean =>
  isFollowed(app.loaded.config) && play.view().count() <= 1;

interface Read {
  readonly lines: readonly StateLine[];
  /** Why nothing was read; null where a model answered. */
  readonly failed: string | null;
  /** Whether something was said meanwhile. */
  readonly isLate: boolean;
}

/** What was read and nobody has agreed to yet, by open chat. */
const waiting = new WeakMap<Play, readonly StateLine[]>();

async function read(play: Play): Promise<Read> {
  const known = waiting.get(play);
  if (known) return { lines: known, failed: null, isLate: false };
  const before = play.view().last(1)[0]?.id;
  try {
    const lines = await play.readKickoff();
    return { lines, failed: null, isLate: play.view().last(1)[0]?.id !== before };
  } catch (error) {
    if (!isSottoError(error)) throw error;
    return { lines: [], failed: error.message, isLate: false };
  }
}

/** `/kickoff`: what is so as the play begins, read from the opening and the cards, and agreed to. */
export const kickoff = define({
  name: 'kickoff',
  group: 'the world',
  synonyms: ['setup', 'initial state'],
  summary: 'read the initial state from the opening and the cards: places, activities, feelings',
  parameters: {},
  run: ({ play }) => read(play),
  screen: {
    async show([found], scope) {
      if (!found || found.failed !== null) return found ? notice(found.failed ?? '') : null;
      const { lines, isLate } = found;
      const { play } = scope;
      const isBegun = hasBegun(play);
      if (lines.length === 0) return isBegun ? notice('no initial state was found') : null;
      const isShown = waiting.has(play) || play.state().backend.isModel || isBegun || !isByItself(scope);
      waiting.set(play, lines);
      const isAsked = isBegun || !isTrusted(scope, play.state().chat.id);
      // What no model has read nobody is asked about before they ask for it.
      if (isAsked && !isShown) return null;
      if (isLate || (isAsked && scope.isBusy()))
        return notice('the initial state was read: /kickoff shows it');
      if (isAsked) return proposal(lines, scope);
      establish(play.chat, lines);
      waiting.delete(play);
      return null;
    },
  },
  only: { side: 'screen', why: 'a script uses `sotto new --kickoff auto`' },
});

/** `met`: how somebody and those who are there know each other. */
export const met = define({
  name: 'met',
  group: 'the world',
  summary:
    'describe how a character and those present know each other; it sets what they feel, and adds to it when repeated',
  chat: 'option',
  parameters: { name: argument('<name>', name), prose: argument('<prose>', typed) },
  run: ({ play }, { name: who, prose }) => seedRelations(play.chat, who, prose),
  json: (names, _, { name: who }) => ({ type: 'met', name: who, with: names }),
  text: (names, _, { name: who }) =>
    names.length === 0
      ? `it does not say how ${who} and the others know each other`
      : `${who} knows ${names.join(', ')}; earlier feelings stay, new ones are added`,
});
