import { ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Output } from '../../../src/cli/output.ts';
import { perform } from '../../../src/cli/perform.ts';
import { makeCall, runLine, screenName } from '../../../src/commands/all/on-screen.ts';
import { commands, screenTable } from '../../../src/commands/all/table.ts';
import type { Call, Command, Item, Shown } from '../../../src/commands/command.ts';
import { isPlace } from '../../../src/commands/line.ts';
import { offerSources } from '../../../src/commands/offers.ts';
import { type Given, isFlag, isOption, type Parameter } from '../../../src/commands/parameters.ts';
import type { ScreenScope } from '../../../src/commands/scope.ts';
import { isSottoError } from '../../../src/domain/errors.ts';
import type { Play } from '../../../src/play/play.ts';
import { menuOf, wordsOf } from '../../../src/tui/composer/menu.ts';
import { type Door, whyLeftOut } from './doors.ts';
import type { Doorstep, SceneApp } from './doorstep.ts';

/** All that a person is told, in order. */
type Told = unknown[];

/** So many rows of a list are opened, at either end. */
const rowsOpened = 3;

/** Does it; what is refused is told. Throws what is no SottoError: nothing that is asked may break. */
async function refusable(told: Told, app: SceneApp, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const error = app.explain(thrown);
    if (!isSottoError(error)) throw error;
    told.push({ refused: error.code, message: error.message, exit: error.exitCode });
  }
}

/** A screen that shows a chat and notes what a command does with it. */
function screenOver(app: SceneApp, play: Play, told: Told): ScreenScope {
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void told.push([what, ...given]);
  return {
    ...{ side: 'screen', app, play, write: note('write'), draw: () => {} },
    transcript: { sought: null, find: () => null, select: note('select'), goTo: note('go to') },
    ...{ toggleThoughts: () => true, toggleDetails: () => true, isBusy: () => false },
    ...{ hide: note('hide'), open: note('open'), leave: note('leave') },
    grow: (text) => told.push(['grow', text]) > 0,
    looks: {
      name: 'dark',
      names: () => ['dark', 'light'],
      choose: note('wear'),
      tryOn: note('try on'),
      swatch: () => '',
    },
  };
}

const calling = (call: Call) =>
  'does' in call
    ? { isLook: call.isLook }
    : { command: call.command.name, values: call.values, isConfirmed: call.isConfirmed };

const isLeftOut = (call: Call): boolean =>
  'does' in call ? call.isLook !== true : whyLeftOut(call.command) !== null;

const printOf = (picture: Item['picture']): string | null => {
  const drawn = picture?.() ?? null;
  return drawn && createHash('sha256').update(drawn).digest('hex');
};

/** A row as it is looked at: what stands there, what is shown beside it, and what choosing it does. */
const rowOf = ({ label, detail, lead, preview, picture, tile, call }: Item) => ({
  ...{ label, detail, lead, preview: preview?.(), picture: printOf(picture), call: calling(call) },
  tile: tile && { ...tile.of(), section: tile.section },
});

/** Where the rows of a list are that are opened. */
const endsOf = (items: readonly Item[]): number[] =>
  [...items.keys()].filter((at) => at < rowsOpened || at >= items.length - rowsOpened);

/** A row that does what no command does, by the places that lead to it. */
type Way = readonly number[];

/** The rows in what is shown that do something and are no command, also behind those that only show more. */
async function waysIn(shown: Shown, scope: ScreenScope, isDeep = true): Promise<Way[]> {
  if (shown?.type !== 'list') return [];
  const ways: Way[] = [];
  for (const at of endsOf(shown.items)) {
    const { call } = shown.items[at]!;
    if (!('does' in call)) continue;
    if (call.isLook !== true) ways.push([at]);
    else if (isDeep)
      await refusable([], scope.app as SceneApp, async () => {
        const behind = await waysIn(await call.does(scope), scope, false);
        ways.push(...behind.map((way) => [at, ...way]));
      });
  }
  return ways;
}

/** All of what is shown, with what its rows show in turn where these are opened. */
async function seen(shown: Shown, scope: ScreenScope, isOpening: boolean): Promise<unknown> {
  if (shown?.type === 'field') return { ...shown, call: calling(shown.call(shown.value)) };
  if (shown?.type === 'question')
    return { ...shown, answers: shown.answers.map((one) => [one.key, rowOf(one)]) };
  if (shown?.type !== 'list') return shown;
  const { title, items, chosen, told, again, verbs } = shown;
  const opened: unknown[] = [];
  for (const at of isOpening ? endsOf(items) : []) {
    const { call } = items[at]!;
    if (!isLeftOut(call)) opened.push(await answerTo(() => makeCall(call, scope), scope));
  }
  return {
    type: 'list',
    title,
    chosen,
    told,
    again: again && calling(again),
    rows: items.map(rowOf),
    verbs: verbs?.map((one) => [one.key, rowOf(one)]),
    opened,
  };
}

/** What is shown for something that a row of a list does. */
async function answerTo(ask: () => Promise<Shown>, scope: ScreenScope): Promise<Told> {
  const told: Told = [];
  await refusable(told, scope.app as SceneApp, async () => {
    told.push(await seen(await ask(), scope, false));
  });
  return told;
}

const wordsFor = ({ form }: Parameter, given: Given): string[] =>
  [given].flat().flatMap((one) => {
    const [option] = form.split(' ');
    return one === true ? [option ?? ''] : [option ?? '', /\s/.test(String(one)) ? `"${one}"` : String(one)];
  });

/** What a person types on the screen for a door. */
export function lineOf({ command, given }: Pick<Door, 'command' | 'given'>): string {
  const all = Object.entries(command.parameters).filter(([key]) => given[key] !== undefined);
  const options = all.filter(([, one]) => !isPlace(one)).flatMap(([key, one]) => wordsFor(one, given[key]));
  const places = all.filter(([, one]) => isPlace(one)).map(([key]) => [given[key]].flat().join(' '));
  return [`/${screenName(command)}`, ...options, ...places].join(' ');
}

/** Opens a door on the screen and goes on with what it shows. */
async function onScreen(
  app: SceneApp,
  chat: string,
  door: Door,
  goOn: (shown: Shown, scope: ScreenScope) => Promise<unknown>,
): Promise<Told> {
  const told: Told = [];
  const play = app.play(chat);
  play.subscribe((event) => event.type === 'notice' && told.push(event.message));
  const scope = screenOver(app, play, told);
  const table = screenTable(isRegistered(door.command) ? [] : [door.command]);
  await refusable(told, app, async () => {
    told.push(await goOn(await runLine(lineOf(door), scope, table), scope));
  });
  await play.close();
  return told;
}

const isRegistered = (command: Command): boolean => screenTable().some(({ name }) => name === command.name);

/** What is told of each row that does what no command does: each is chosen on a copy of its own. */
async function acted(step: Doorstep, door: Door): Promise<string> {
  let ways: readonly Way[] = [];
  const find = async (shown: Shown, scope: ScreenScope): Promise<void> => {
    ways = await waysIn(shown, scope);
  };
  await step.reading((app) => onScreen(app, step.chat, door, find));
  const results: string[] = [];
  for (const way of ways) {
    const choose = async (first: Shown, scope: ScreenScope): Promise<unknown> => {
      let shown = first;
      for (const at of way)
        shown = shown?.type === 'list' ? await makeCall(shown.items[at]!.call, scope) : null;
      return seen(shown, scope, false);
    };
    const told = await step.writing((app) => onScreen(app, step.chat, door, choose));
    results.push(JSON.stringify([way, told], plain, 1));
  }
  return results.join('\n');
}

/** What completes the line of a command, at its end and behind each of its options. */
async function inMenu(app: SceneApp, chat: string, { command }: Door): Promise<Told> {
  const play = app.play(chat);
  const names = play.state().cast.map(({ name }) => name);
  const words = { ...wordsOf([command], offerSources({ app, play })), names };
  const options = Object.values(command.parameters).filter((one) => isOption(one) && !isFlag(one));
  const lines = ['', ...options.map(({ form }) => `${form.split(' ')[0]} `)];
  return lines.map((end) => {
    const text = `/${screenName(command)} ${end}`;
    return menuOf({ text, cursor: text.length }, words);
  });
}

const attribute = (form: string): string =>
  (form.split(' ')[0] ?? '')
    .replace(/^--(?:no-)?/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const stream = (told: Told, name: string) =>
  ({ isTTY: false, write: (text: string) => told.push([name, text]) }) as unknown as NodeJS.WriteStream;

async function inScript(app: SceneApp, chat: string, door: Door, isJson: boolean): Promise<Told> {
  const { command, given } = door;
  const told: Told = [];
  const out = new Output(isJson, stream(told, 'out'), stream(told, 'err'));
  const all = Object.entries(command.parameters).filter(([, { only }]) => only !== 'screen');
  const places = all.filter(([, one]) => !isOption(one)).map(([key]) => given[key]);
  const firstLeftOut = places.indexOf(undefined);
  const args = (firstLeftOut < 0 ? places : places.slice(0, firstLeftOut)).flat().map(String);
  const options = Object.fromEntries(
    all.filter(([, one]) => isOption(one)).map(([key, { form }]) => [attribute(form), given[key]]),
  );
  const isBefore = command.chat === 'first' || command.chat === 'before text';
  const parsed = {
    args: isBefore ? [chat, ...args] : args,
    options: command.chat === 'option' ? { ...options, chat } : options,
  };
  const before = process.exitCode;
  process.exitCode = undefined;
  await refusable(told, app, () => perform(command, app, out, parsed));
  told.push(['exit', process.exitCode]);
  process.exitCode = before;
  return told;
}

/** What a command of the command line prints, as JSON unless it is Markdown, and how it ends. */
export const printed = (app: SceneApp, chat: string, name: string, given: Door['given']): Promise<Told> => {
  const command = commands.find((one) => one.name === name);
  ok(command, `there is no command ${name}`);
  return inScript(app, chat, { side: 'script', command, given }, given.format !== 'markdown');
};

const plain = (_: string, value: unknown): unknown => {
  if (value instanceof Map || value instanceof Set) return [...value];
  return typeof value === 'bigint' ? String(value) : value;
};

/** Everything that a person is told who opens a door, byte for byte; what writes is done on a copy of its own. */
export async function answerOf(step: Doorstep, door: Door): Promise<string> {
  const ask = (isOpening: boolean) => async (app: SceneApp) => {
    const told =
      door.side === 'menu'
        ? await inMenu(app, step.chat, door)
        : door.side === 'screen'
          ? await onScreen(app, step.chat, door, (shown, scope) => seen(shown, scope, isOpening))
          : await inScript(app, step.chat, door, isOpening);
    return JSON.stringify([told, app.told], plain, 1);
  };
  const found = await step.reading(ask(true));
  if (door.side === 'script') {
    const texts = await step.reading(ask(false));
    if (!`${found}${texts}`.includes('store_read_only')) return `${found}\n${texts}`;
    return `${await step.writing(ask(true))}\n${await step.writing(ask(false))}`;
  }
  const written = found.includes('store_read_only') ? await step.writing(ask(false)) : '';
  return `${found}\n${written}\n${door.side === 'screen' ? await acted(step, door) : ''}`;
}
