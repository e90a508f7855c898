import { readTextFile } from '../../app/files/text-file.ts';
import { callTool, roll } from '../../play/calling/by-hand.ts';
import type { CallSeen } from '../../play/calling/call-seen.ts';
import { requireTool, setTool, type ToolSeen, toolsFor } from '../../play/tools/offered.ts';
import { invoke } from '../../play/turn/invoking.ts';
import { schemaOf } from '../../tools/set/registry.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, name, nameOf, needed, option, typed } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { callLine } from '../shown/shapes.ts';
import { notice, page } from '../shown/show.ts';
import { missing } from '../values.ts';

const stateOf = ({ isOffered, useless }: ToolSeen): string =>
  useless !== null ? `no use: ${useless}` : isOffered ? 'on' : 'off';

const confirms = {
  chat: 'asks first',
  files: 'its files are allowed',
  each: 'proposes alone',
} as const satisfies Record<NonNullable<ToolSeen['tool']['confirm']>, string>;

const toolText = (seen: ToolSeen): string => {
  const { name: wanted, description, confirm } = seen.tool;
  const asks = confirm === undefined ? '' : `, ${confirms[confirm]}`;
  return `${wanted} (${stateOf(seen)}${asks}): ${description}`;
};

const switches = { on: true, off: false, usual: null } as const;

const tools = define({
  name: 'tools',
  group: 'the story',
  synonyms: ['functions', 'function calling'],
  summary: 'list the tools that characters can call, or switch one on or off',
  notes:
    'A tool that is on is offered to the model that plays a character. A card may ask for tools; a person can call any of them with `tool call`. A tool that asks first is refused to models until a person has switched it on in the chat.',
  chat: 'option',
  parameters: {
    state: argument('[on|off|usual]', choice(['on', 'off', 'usual'] as const, 'bad_switch')),
    tool: argument('[tool]', nameOf('tool')),
    of: option('--of <name>', name, 'for this character alone; default all of the chat'),
  },
  async *run(scope, { state, tool, of }): AsyncGenerator<ToolSeen> {
    if (state !== undefined && tool === undefined) missing(`the name of the tool to switch ${state}`);
    if (state !== undefined && tool !== undefined) await setTool(scope.play.chat, tool, switches[state], of);
    const wanted = tool === undefined ? undefined : (await requireTool(scope.play.chat, tool)).name;
    yield* (await toolsFor(scope.play.chat, of)).filter(
      (seen) => wanted === undefined || seen.tool.name === wanted,
    );
  },
  json: (seen) => ({
    ...{ type: 'tool', name: seen.tool.name, description: seen.tool.description },
    parameters: schemaOf(seen.tool),
    ...{ available: seen.useless === null, reason: seen.useless ?? '', offered: seen.isOffered },
    confirm: seen.tool.confirm ?? null,
  }),
  text: toolText,
  screen: {
    usage: '[on|off|usual NAME] [--of CHARACTER]',
    show: (all, _, { state, tool }) =>
      state === undefined ? page('Tools', all.map(toolText)) : notice(`${tool} is ${state}`),
  },
});

/** What a tool is given: a file, `-` for stdin, or the JSON itself. */
function argumentsIn(given: string): string {
  const text = given.trim();
  return text === '' || text.startsWith('{') ? text : readTextFile(text);
}

const callText = ({ text, result }: CallSeen): string => text || result;

const shape = {
  json: (call: CallSeen, { play }: Scope) => callLine(call, play.known()),
  text: callText,
} as const;

const toolCall = define({
  name: 'tool call',
  group: 'the story',
  summary: 'call a tool as a character would; ARGS is a JSON file, or the JSON itself',
  chat: 'option',
  parameters: {
    tool: argument('<tool>', nameOf('tool')),
    given: argument('[args]', typed),
    by: needed('--by <name>', name, 'the character who calls it'),
  },
  run: ({ play }, { tool, given = '', by }) => callTool(play.chat, tool, argumentsIn(given), by),
  ...shape,
  screen: { usage: '--by NAME TOOL [JSON]', show: ([call]) => (call ? notice(call.result) : null) },
});

const rollDice = define({
  name: 'roll',
  group: 'the story',
  synonyms: ['dice', 'random'],
  summary: 'roll dice: 2d6+1, d20, 4d6kh3; everyone present sees the result',
  chat: 'option',
  parameters: {
    notation: argument('<notation>', typed),
    by: option('--by <name>', name, 'who rolls; default the played character'),
  },
  run: ({ play }, { notation, by }) => roll(play.chat, notation, by),
  ...shape,
  screen: { usage: 'NOTATION', show: () => null },
});

const invokeOne = define({
  name: 'invoke',
  group: 'the story',
  summary: 'put a lorebook entry that is switched off into the next prompt of a character, once',
  chat: 'option',
  parameters: {
    name: argument('<name>', typed),
    to: option('--to <name>', name, 'who is to read it; default the only other one present'),
  },
  run: ({ play }, { name: wanted, to }) => ({ name: wanted, to: invoke(play.chat, wanted, to).name }),
  json: (told) => ({ type: 'invoked', ...told }),
  text: ({ name: wanted, to }) => `${to} is told "${wanted}" before their next line`,
  screen: { usage: '[--to NAME] INSTRUCTION' },
});

/** Commands about what characters do beside speaking. */
export const toolCommands: readonly Command[] = [tools, toolCall, rollDice, invokeOne];
