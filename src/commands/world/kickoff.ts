import type { App } from '../../app/app.ts';
import { isFollowed } from '../../app/bookkeeping.ts';
import { bundledCard } from '../../app/cards/cards.ts';
import { readFileOf } from '../../app/files/files.ts';
import { SottoError } from '../../domain/errors.ts';
import { directorName } from '../../domain/world/names.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { type StateLine, stateLinesIn } from '../../play/world/state-lines.ts';
import { type Call, type Command, define, type Shown } from '../command.ts';
import { argument, name, typed } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { list, notice, plural } from '../shown/show.ts';

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

/** A line that says what is so, for people. */
export function stateText(line: StateLine): string {
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
      return `unresolved: ${line.text}`;
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

const title = 'As the play begins';

const taken = (lines: readonly StateLine[]): string =>
  lines.length === 0
    ? 'nothing of it is said; F6 shows the world'
    : `${plural(lines.length, 'line')} of how it begins: F6 shows them`;

/** Lets what was read be so; a row left out is not. */
const take = define({
  name: 'kickoff take',
  group: 'the world',
  summary: 'let what was read be so',
  parameters: {},
  run: () => null,
});

/** A line as the played character may read it before it is agreed to: what is within another is there, and not what it is. */
function lineFor({ app, play }: Scope, line: StateLine): string {
  const { name } = play.state().playing;
  const owner =
    line.type === 'edge' ? line.from : line.type === 'entity' && !line.activity ? line.name : null;
  const isOpen = name === directorName || app.loaded.config.privacy.drawer === 'all';
  if (owner === null || owner === name || isOpen) return stateText(line);
  return line.type === 'edge'
    ? `${owner} → ${line.to}: hidden from ${name}`
    : `${owner}: what they feel and want, hidden from ${name}`;
}

const proposal = (lines: readonly StateLine[], scope: Scope): Shown => {
  const call = (left: readonly StateLine[]): Call => ({
    command: { ...take, screen: { ask: () => proposal(left, scope) } } as Command,
    values: {},
  });
  const accept: Command = {
    ...(take as Command),
    async run({ play }) {
      await play.world.establish(lines);
      return null;
    },
    screen: { show: () => notice(taken(lines)) },
  };
  return list(title, [
    {
      label: `so it is (${plural(lines.length, 'line')})`,
      detail: 'Enter takes all that stands below',
      call: { command: accept, values: {} },
    },
    ...lines.map((line, at) => ({
      label: lineFor(scope, line),
      detail: 'Enter leaves it out',
      preview: () => [lineFor(scope, line)],
      call: call(lines.filter((_, other) => other !== at)),
    })),
  ]);
};

/** Whether what is read of a chat counts without a word: where the understudy speaks, or all are of the bundled card. */
export function isTrusted({ app, play }: Scope, chat: string): boolean {
  if (!isFollowed(app.loaded.config)) return false;
  if (!play.state().backend.isModel) return true;
  const bundled = bundledCard(app).id;
  return app.store.chats.read(chat).world.cast.every(({ card }) => card === null || card.id === bundled);
}

/** `/kickoff`: what is so as the play begins, read from the opening and the cards, and agreed to. */
export const kickoff = define({
  name: 'kickoff',
  group: 'the world',
  summary:
    'read from the opening and the cards what is so as the play begins: places, who does what, who feels what',
  parameters: {},
  run: ({ play }) => play.world.readKickoff(),
  screen: {
    async show([lines = []], scope) {
      if (lines.length === 0) return null;
      if (!isTrusted(scope, scope.play.state().chat.id)) return proposal(lines, scope);
      await scope.play.world.establish(lines);
      return null;
    },
  },
  only: { side: 'screen', why: 'a script has it as `sotto new --kickoff auto`' },
});

/** `met`: how somebody and those who are there know each other. */
export const met = define({
  name: 'met',
  group: 'the world',
  summary: 'say in prose how somebody and those who are there know each other; it seeds what they feel, once',
  chat: 'option',
  parameters: { name: argument('<name>', name), prose: argument('<prose>', typed) },
  run: ({ play }, { name: who, prose }) => play.world.seedRelations(who, prose),
  json: (names, _, { name: who }) => ({ type: 'met', name: who, with: names }),
  text: (names, _, { name: who }) =>
    names.length === 0
      ? `${who} and the others feel something about each other already`
      : `${who} knows ${names.join(', ')}`,
});
