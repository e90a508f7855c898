type Sample = readonly [path: string, text: string];

/** For each rule made-up files that break it, and look-alikes that do not. */
export const samples: Record<string, { breaks: Sample[]; keeps: Sample[] }> = {
  'every folder of src is on the map': {
    breaks: [
      ['src/plugins/a.ts', ''],
      ['src/main.ts', ''],
      ['src/constructor/a.ts', ''],
    ],
    keeps: [['src/domain/deep/er/a.ts', '']],
  },
  'imports run downwards only': {
    breaks: [
      ['src/domain/a.ts', "import { x } from '../play/b.ts';"],
      ['src/domain/a.ts', "import type { X } from '../cards/b.ts';"],
      ['src/domain/a.ts', "export * from '../lore/b.ts';"],
      ['src/domain/a.ts', "import '../cli/b.ts';"],
      ['src/domain/deep/a.ts', "import { x } from '../../store/b.ts';"],
      ['src/lore/a.ts', "import { x } from '../cards/b.ts';"],
      ['src/prompt/a.ts', "const x = await import('../play/b.ts');"],
      ['src/play/a.ts', "import { openStore } from '../store/b.ts';"],
      ['src/play/a.ts', "import { type A, b } from '../inference/b.ts';"],
      ['src/play/a.ts', "import {\n  type A,\n  b,\n} from '../inference/b.ts';"],
      ['src/play/a.ts', "import type { C } from '../tui/b.ts';"],
      ['src/tui/a.tsx', "import type { Store } from '../store/b.ts';"],
      ['src/tui/a.tsx', "import type { Backend } from '../inference/b.ts';"],
      ['src/tui/a.tsx', "import { plan } from '../prompt/b.ts';"],
      ['src/app/a.ts', "import type { Command } from '../commands/b.ts';"],
      ['src/commands/a.ts', "import { Output } from '../cli/b.ts';"],
      ['src/cli/a.ts', "import { x } from '../store/b.ts';"],
      ['src/store/a.ts', "import type { Backend } from '../inference/b.ts';"],
      ['src/config/a.ts', "import type { Play } from '../play/b.ts';"],
      ['src/store/a.ts', "import data from '../../cards/b.json';"],
      ['src/domain/a.ts', "type X = import('../play/b.ts').X;"],
    ],
    keeps: [
      ['src/domain/a.ts', "import { x } from './b.ts'; import * as z from 'zod';"],
      ['src/domain/deep/a.ts', "import { x } from '../b.ts';"],
      ['src/domain/a.ts', "// import { x } from '../play/b.ts';\n/* import '../play/b.ts' */"],
      ['src/lore/a.ts', "import type { Lorebook } from '../cards/b.ts';"],
      ['src/prompt/a.ts', "import { x } from '../lore/b.ts';"],
      ['src/play/a.ts', "import type { Store } from '../store/b.ts';"],
      ['src/play/a.ts', "import { type A, type B } from '../inference/b.ts';"],
      ['src/tui/a.tsx', "import type { PromptPlan } from '../prompt/b.ts';"],
      ['src/app/a.ts', "import { x } from '../store/b.ts'; import { y } from '../play/b.ts';"],
      ['src/commands/a.ts', "import { x } from '../app/b.ts';"],
      ['src/cli/a.ts', "import { x } from '../app/b.ts'; import pkg from '../../package.json';"],
    ],
  },
  'the state of a chat is opened in domain and store alone': {
    breaks: [
      ['src/play/a.ts', "import type { World } from '../domain/world/world.ts';"],
      ['src/commands/a.ts', "import { opened } from '../domain/world/world.ts';"],
      ['src/app/a.ts', "import { evolve } from '../domain/world/evolve.ts';"],
    ],
    keeps: [
      ['src/store/a.ts', "import { opened } from '../domain/world/world.ts';"],
      ['src/play/a.ts', "import type { Whole } from '../domain/world/world.ts';"],
    ],
  },
  'imports inside a room run downwards only': {
    breaks: [
      ['src/prompt/template/a.ts', "import { b } from '../preset/b.ts';"],
      ['src/prompt/macros/a.ts', "import type { B } from '../b.ts';"],
      ['src/prompt/preset/a.ts', "const { b } = await import('../zones/build.ts');"],
      ['src/prompt/shapes/a.ts', ''],
      ['src/prompt/macros/deeper/a.ts', ''],
      ['src/config/parts/a.ts', ''],
      ['src/play/chat/a.ts', "import type { OpenChat } from '../open/open-chat.ts';"],
      ['src/play/story/occasions/a.ts', "import { b } from '../b.ts';"],
    ],
    keeps: [
      ['src/prompt/a.ts', "import { b } from './macros/b.ts';"],
      ['src/config/a.ts', "import { b } from './b.ts';"],
      ['src/play/story/a.ts', "import { b } from './occasions/b.ts';"],
      ['src/prompt/macros/a.ts', "import { b } from '../template/b.ts';"],
      ['src/prompt/macros/a.ts', "import { b } from './b.ts';"],
      ['src/prompt/template/a.ts', "import { b } from '../../lore/keys/b.ts';"],
    ],
  },
  'a moment of a chat is made by the store alone': {
    breaks: [['src/play/a.ts', 'const all = new Moment(whole, () => view);']],
    keeps: [['src/store/a.ts', 'return new Moment(whole, () => view);']],
  },
  'commands and the screen look through the eyes of a person': {
    breaks: [
      ['src/commands/a.ts', "const all = app.store.view(id, 'everyone', head);"],
      ['src/tui/a.ts', "chat.known('everyone')"],
    ],
    keeps: [
      ['src/commands/a.ts', 'const own = play.view().last(1);'],
      ['src/app/a.ts', 'store.moment(id, state.head)'],
    ],
  },
  'only the store seals a View': {
    breaks: [
      ['src/play/a.ts', "import { sealView } from '../domain/view.ts';"],
      ['src/cli/a.ts', "import * as v from '../domain/view.ts'; v.sealView(x);"],
      ['src/domain/a.ts', "export { sealView as open } from './view.ts';"],
    ],
    keeps: [
      ['src/store/view.ts', "import { sealView } from '../domain/view.ts';"],
      ['src/domain/view.ts', 'const sealView = 1;'],
      ['src/play/a.ts', '// made by sealView alone'],
    ],
  },
  'privacy.hint is read by the perspective of a chat alone': {
    breaks: [
      ['src/play/tree/a.ts', "const isTold = chat.parts.settings.hint !== 'none';"],
      ['src/play/a.ts', 'const { ooc, hint } = chat.parts.settings;'],
      ['src/tui/a.ts', 'if (config.privacy.hint) x();'],
    ],
    keeps: [
      ['src/play/open/perspective.ts', "return this.chat.parts.settings.hint !== 'none';"],
      ['src/app/run/play-settings.ts', 'const x = { hint: privacy.hint };'],
      ['src/play/texts/a.ts', 'const rows = all.map(({ key, hint }) => hint);'],
    ],
  },
  'nobody outside writes the fields of an open chat': {
    breaks: [
      ['src/play/chat/a.ts', "export class A {\n  draft = '';\n}\n"],
      ['src/play/chat/a.ts', 'class A {\n  readonly b = 1;\n  mark: ChatMark;\n}\n'],
      ['src/play/open/a.ts', 'class A {\n  public line: Line | null = null;\n}\n'],
    ],
    keeps: [
      [
        'src/play/chat/a.ts',
        "class A {\n  readonly id: string;\n  #draft = '';\n  get draft(): string {\n    return this.#draft;\n  }\n}\n",
      ],
      ['src/play/chat/a.ts', 'const a = {\n  b: 1,\n};\n'],
      ['src/play/tree/a.ts', 'class A {\n  count = 1;\n}\n'],
    ],
  },
  'pure folders import no part of Node': {
    breaks: [
      ['src/domain/a.ts', "import { readFileSync } from 'node:fs';"],
      ['src/lore/a.ts', "import type { Stats } from 'node:fs';"],
      ['src/cards/a.ts', "const zlib = await import('node:zlib');"],
      ['src/prompt/a.ts', "import 'node:process';"],
    ],
    keeps: [
      ['src/store/a.ts', "import { readFileSync } from 'node:fs';"],
      ['src/domain/a.ts', "/** unlike `import 'node:fs'` */"],
    ],
  },
  'pure folders have no clock, no chance, no outside': {
    breaks: [
      ['src/domain/a.ts', 'const at = Date.now();'],
      ['src/domain/a.ts', 'const at = new Date();'],
      ['src/domain/a.ts', 'const at = new Date;'],
      ['src/domain/a.ts', `const at = \`$\{new Date().toISOString()}\`;`],
      ['src/lore/a.ts', 'const x = Math.random();'],
      ['src/cards/a.ts', 'const x = process.env.HOME;'],
      ['src/cards/a.ts', 'const x = process["env"];'],
      ['src/prompt/a.ts', 'setTimeout(f, 1);'],
      ['src/prompt/a.ts', 'const x = await fetch(url);'],
      ['src/domain/a.ts', 'const id = crypto.randomUUID();'],
      ['src/domain/a.ts', 'const a = /[\'"`]/; const at = Date.now(); const b = /[\'"`]/;'],
      ['src/domain/a.ts', "const a = 'http://x'; const at = Date.now();"],
    ],
    keeps: [
      ['src/domain/a.ts', 'const at = new Date(now).toISOString();'],
      ['src/domain/a.ts', "const text = 'Date.now()'; // and Math.random()"],
      [
        'src/domain/a.ts',
        'const processed = 1; const inProcess = x.process(1); const process1 = process(2);',
      ],
      ['src/store/a.ts', 'const at = Date.now();'],
    ],
  },
  'only the output of the command line and the streams of the screen write to the terminal': {
    breaks: [
      ['src/tui/drawing.tsx', 'process.stdout.write(x);'],
      ['src/store/a.ts', 'console.log(x);'],
      ['src/cli/person.ts', 'process.stderr.write(x);'],
      ['src/cli/person.ts', 'createInterface({ output: process.stderr });'],
      ['src/cli/open-screen.ts', 'const { stdin, stdout } = process;'],
      ['src/cli/main.ts', 'writeSync(2, x);'],
      ['src/tui/terminal/painter.ts', 'process.stdout.write(x);'],
    ],
    keeps: [
      ['src/cli/output.ts', 'new Output(isJson, process.stdout, process.stderr);'],
      ['src/tui/terminal/streams.ts', 'writeSync(process.stderr.fd, x);'],
      ['src/cli/main.ts', "process.stdout.on('error', x); if (process.stderr.isTTY) x();"],
      ['src/tui/drawing.tsx', 'options.stdout.write(x);'],
    ],
  },
  'only cli and tui/terminal read from the terminal': {
    breaks: [['src/inference/a.ts', 'process.stdin.on(x);']],
    keeps: [
      ['src/cli/person.ts', 'process.stdin.on(x);'],
      ['src/tui/terminal/keys.ts', 'process.stdin.on(x);'],
    ],
  },
  'components of the screen are given what they show': {
    breaks: [
      ['src/tui/components/a.tsx', "import type { Play } from '../../play/play.ts';"],
      ['src/tui/components/a.tsx', "import type { View } from '../../domain/view.ts';"],
      ['src/tui/components/a.tsx', "import type { Message } from '../../domain/message.ts';"],
      ['src/tui/components/a.tsx', "import type { ScreenScope } from '../../commands/scope.ts';"],
      ['src/tui/components/a.tsx', "import { perceives } from '../../domain/audience/audience.ts';"],
      ['src/tui/components/a.tsx', "import { chatLines } from '../../commands/shown/previews.ts';"],
      ['src/tui/components/a.tsx', "import { perform } from '../performing.ts';"],
      ['src/tui/components/a.tsx', "import { readFileSync } from 'node:fs';"],
      ['src/tui/components/a.tsx', 'const mine = all.filter((one) => one.perceived.includes(me));'],
      ['src/tui/components/a.tsx', 'const last = play.view().last(3);'],
    ],
    keeps: [
      ['src/tui/components/a.tsx', "import type { PlayState } from '../../play/chat/play-state.ts';"],
      ['src/tui/components/a.tsx', "import { sanitize } from '../../domain/sanitize.ts';"],
      ['src/tui/components/a.tsx', "import { windowOf } from '../panels/text.ts';"],
      ['src/tui/components/a.tsx', "import { Box } from 'ink';"],
      ['src/tui/reading-pane.ts', "import type { Play } from '../play/play.ts';"],
    ],
  },
  'undici is loaded when first needed': {
    breaks: [['src/inference/a.ts', "import { request } from 'undici';"]],
    keeps: [
      ['src/inference/a.ts', "import type { Agent } from 'undici';"],
      ['src/inference/a.ts', "const { default: undici } = await import('undici');"],
    ],
  },
  'undici is taken apart from its default export': {
    breaks: [
      ['src/inference/a.ts', "const { request } = await import('undici');"],
      ['src/inference/a.ts', "const {\n  Agent,\n  request,\n} = await import('undici');"],
    ],
    keeps: [
      ['src/inference/a.ts', "const { default: undici } = await import('undici');"],
      ['src/inference/a.ts', "const { request } = (await import('undici')).default;"],
      ['src/inference/a.ts', "import type { Dispatcher } from 'undici';"],
    ],
  },
  "zod is imported as `import * as z from 'zod'`": {
    breaks: [
      ['src/domain/a.ts', "import { z } from 'zod';"],
      ['src/domain/a.ts', "import { type ZodType, z } from 'zod';"],
      ['src/domain/a.ts', "import z from 'zod';"],
    ],
    keeps: [
      ['src/domain/a.ts', "import * as z from 'zod';"],
      ['src/domain/a.ts', "import type { ZodType } from 'zod';"],
    ],
  },
  'a file has at most 300 lines': {
    breaks: [['src/domain/a.ts', 'x;\n'.repeat(301)]],
    keeps: [['src/domain/a.ts', 'x;\n'.repeat(300)]],
  },
  'no file or folder is called utils, helpers, common, misc or manager': {
    breaks: [
      ['src/domain/utils.ts', ''],
      ['src/tui/helpers/a.tsx', ''],
      ['src/store/Common.ts', ''],
      ['src/store/misc.d.ts', ''],
      ['src/store/manager/a.ts', ''],
    ],
    keeps: [['src/domain/commonplace.ts', '']],
  },
  'every export says what it promises': {
    breaks: [
      ['src/domain/a.ts', 'export const a = 1;'],
      ['src/domain/a.ts', '/** A. */\nexport const a = 1;\nexport const b = 2;'],
      ['src/domain/a.ts', '// A.\nexport type A = 1;'],
      ['src/domain/a.ts', '/** A. */\n\nexport interface A {}'],
      ['src/domain/a.ts', 'export async function a() {}'],
    ],
    keeps: [
      ['src/domain/a.ts', '/** A. */\nexport const a = 1;\n/**\n * B.\n */\nexport class B {}'],
      [
        'src/domain/a.ts',
        "export { a } from './b.ts';\nexport type { B } from './b.ts';\nexport * from './c.ts';",
      ],
    ],
  },
};
