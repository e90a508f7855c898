import type { App } from '../../../src/app/run/app.ts';
import { commands } from '../../../src/commands/all/table.ts';
import type { Command, Shown } from '../../../src/commands/command.ts';
import type { Given } from '../../../src/commands/parameters.ts';
import { resultsOf } from '../../../src/commands/results.ts';
import type { ScreenScope } from '../../../src/commands/scope.ts';
import { valuesOf } from '../../../src/commands/values.ts';
import type { Play } from '../../../src/play/play.ts';
import { askedOf } from '../beside/asked-of.ts';
import type { Quay } from '../doing.ts';
import { SceneApp } from '../doors/doorstep.ts';
import { exportsOf, refusalOf } from '../holdings.ts';

interface Asked {
  readonly command: string;
  readonly given: Readonly<Record<string, Given>>;
  /** Given on the command line alone: a screen looks into other chats as who plays there. Null where no script asks. */
  readonly inScript?: Readonly<Record<string, Given>> | null;
}

/** What a person sees of a list: its rows and what is shown beside each. */
const seen = (shown: Shown): unknown =>
  shown?.type === 'list'
    ? { ...shown, items: shown.items.map(({ label, preview }) => [label, preview?.()]) }
    : shown;

async function answered(
  app: App,
  play: Play,
  { command: name, given, inScript = {} }: Asked,
): Promise<unknown> {
  const command = commands.find((one) => one.name === name) as Command;
  const told: unknown[] = [];
  for (const side of inScript ? (['script', 'screen'] as const) : (['screen'] as const)) {
    const scope = { side, app, play } as ScreenScope;
    const values = valuesOf(command.parameters, { ...given, ...(side === 'script' && inScript) }, () => []);
    const results: unknown[] = [];
    for await (const one of resultsOf(command.run(scope, values)) as AsyncIterable<unknown>) {
      results.push(one);
      told.push(command.json?.(one, scope, values), command.text?.(one, scope, values));
    }
    if (side === 'screen') told.push(seen((await command.screen?.show?.(results, scope, values)) ?? null));
  }
  return told;
}

const sought = ['key', 'lamp room', 'ferry odile tide', '"not here"', 'later'];

/** What is asked about somebody. Another may go by a new name elsewhere: a script, which names them, does not ask then. */
const questions = (name: string, isRenamed: boolean): Asked[] => [
  { command: 'memory', given: {} },
  { command: 'memory', given: { for: name } },
  { command: 'memory scope', given: {} },
  { command: 'memories', given: {} },
  ...sought.flatMap((text) => [
    { command: 'memory find', given: { text, limit: '50' } },
    {
      command: 'search',
      given: { text, limit: '50' },
      inScript: isRenamed ? null : { as: name, allChats: true },
    },
  ]),
];

/** All that a character is told of its past over all chats, from one of them: prompt, panels, lists, searches, files. */
export async function pastSeenBy(scene: Quay, name: string): Promise<unknown> {
  const app = new SceneApp(scene.parts);
  const called = scene.calledNow(name);
  const play = scene.playing(name);
  const told: unknown[] = [];
  for (const asked of questions(called, called !== name)) {
    const found: unknown[] = [];
    const refusal = await refusalOf(async () => found.push(await answered(app, play, asked)));
    told.push([asked, found, refusal]);
  }
  return {
    told,
    exports: await exportsOf(scene, name),
    plan: await play.prompt(called),
    asked: await askedOf(scene, name, ['The quay 0', 'Then', 'no such chat']),
  };
}
