import { upwardInside } from './orders.ts';
import { type Import, type Source, type SourceFile, takeApart } from './source.ts';

interface Rule {
  readonly name: string;
  readonly reason: string;
  /** What breaks the rule in one file, each in a few words. */
  readonly check: (source: Source) => string[];
}

/** What a folder may import: `values` whole, `types` by `import type` alone. */
interface Layer {
  readonly values: readonly string[];
  readonly types: readonly string[];
  readonly reason: string;
}

const adapter = ['cards', 'prompt'];

/** The map. Imports run downwards; whoever is not named here may not be imported. */
export const layers: Record<string, Layer> = {
  domain: { values: [], types: [], reason: 'the ground that everything stands on' },
  cards: { values: ['domain'], types: [], reason: 'reads bytes, knows no prompt and no chat' },
  lore: { values: ['domain'], types: ['cards'], reason: 'a lorebook is the shape that cards come in' },
  prompt: { values: ['domain', 'lore', 'cards'], types: [], reason: 'makes a plan of what is below it' },
  memory: {
    values: ['domain'],
    types: [],
    reason:
      'how a question is made into a search and what is found is ranked, beside prompt; it knows no store',
  },
  tools: {
    values: ['domain'],
    types: [],
    reason:
      'what characters can do beside speaking: functions of what one of them knows; play carries it out',
  },
  play: {
    values: ['domain', 'lore', 'cards', 'memory', 'prompt', 'tools'],
    types: ['store', 'inference'],
    reason: 'runs a chat; the adapters are handed in as values',
  },
  store: {
    values: ['domain', 'memory'],
    types: adapter,
    reason: 'an adapter: SQLite behind an interface; what it finds is ranked by memory',
  },
  inference: { values: ['domain'], types: adapter, reason: 'an adapter: model servers behind one interface' },
  interop: { values: ['domain'], types: adapter, reason: "an adapter: other programs' files" },
  outside: {
    values: ['domain', 'tools'],
    types: ['lore'],
    reason:
      'an adapter: tools that other programs offer, extensions, and expressions that lore has run within bounds',
  },
  models: {
    values: ['domain'],
    types: [],
    reason: 'an adapter: model files, where they come from, and the servers that sotto starts for them',
  },
  web: { values: ['domain'], types: [], reason: 'an adapter: pages and searches of the outside' },
  config: { values: ['domain'], types: adapter, reason: 'an adapter: file, environment, flags' },
  app: {
    values: [
      'domain',
      'cards',
      'lore',
      'prompt',
      'play',
      'store',
      'inference',
      'interop',
      'models',
      'web',
      'outside',
      'config',
    ],
    types: [],
    reason: 'wires the adapters to play, and does what is no open chat; it knows neither terminal nor screen',
  },
  commands: {
    values: ['domain', 'play', 'app', 'cards', 'prompt', 'tools', 'interop', 'config'],
    types: ['store', 'models'],
    reason: 'what a person can do, said once: the command line and the screen take it from there',
  },
  tui: {
    values: ['domain', 'play', 'commands'],
    types: ['prompt', 'app', 'config'],
    reason: 'sees a chat only through play, and what can be done in it through commands',
  },
  cli: {
    values: ['domain', 'config', 'play', 'app', 'commands', 'tui'],
    types: [],
    reason: 'reads the command line, owns the terminal, opens the screen',
  },
};

const pure = ['domain', 'lore', 'cards', 'memory', 'prompt', 'tools'];
const writersToTheTerminal = /^src\/(?:cli\/output|tui\/terminal\/streams)\.ts$/;
const readersOfTheTerminal = /^src\/(?:cli|tui\/terminal)\//;
/** What writes to the terminal; to hear of its failures, or whether it is one, is no writing. */
const writing =
  /\bprocess\s*\??\.\s*std(?:out|err)\b(?!\s*\.\s*(?:on|isTTY)\b)|\bprocess\s*\[|\bconsole\s*[.[]\s*\w+|\bwriteSync\(\s*[12]\b|\{[^{}]*\bstd(?:out|err)\b[^{}]*\}\s*=\s*process\b|\b_rawDebug\b/g;
const impurities =
  /\bDate\.now\b|\bnew Date(?:\(\)|(?!\s*\())|\bMath\.random\b|\bprocess\b\s*[.[]|\b(?:setTimeout|setInterval|setImmediate|fetch|randomUUID|getRandomValues)\b|\bperformance\b\s*\./g;
/** What opens the state of a chat, folds it or is made of it open. */
const opening = /\b(?:World|WorldState|initialWorld|opened|evolve|mindOf)\b/g;
const carriesHint = /^src\/(?:play\/open\/perspective\.ts$|config\/|app\/run\/play-settings\.ts$)/;
const readsHint =
  /\b(?:settings|privacy)\s*[?!]?\.\s*hint\b|\{[^{}]*\bhint\b[^{}]*\}\s*=\s*[^;]*\b(?:settings|privacy)\b/g;
const sortsOut = /\.(?:perceived|knownTo|hidden)\b|\b(?:view|perspective|store)\s*[.(]/g;
/** Types whose values can be asked for more than they are. */
const askable = /\b(?:Play|View|App|Store|Scope|ScreenScope|ChatReader|OpenChat|Perspective|Message)\b/;
/** Constants and pure functions of text from outside the screen. */
const plainValues =
  /^src\/(?:domain\/(?:sanitize|one-line|world\/names)|commands\/(?:keys|portrait\/portrait)|play\/chat\/play-state)\.ts$/;
/** What of the screen is pure: values in, values out. */
const pureScreen =
  /^src\/tui\/(?:components|composer|markup|panels|state|themes|tiles|terminal\/(?:cells|key-names|places)|transcript\/rail)\b/;
const vagueName = /^(utils?|helpers?|common|misc|managers?)$/i;

/** All rules. To change the house, change the line and its reason here. */
export const rules: readonly Rule[] = [
  {
    name: 'every folder of src is on the map',
    reason: 'a new folder is a decision about layers, so it is written down in `layers` first',
    check: ({ folder }) => (Object.hasOwn(layers, folder) ? [] : [`unknown folder ${folder}`]),
  },
  {
    name: 'imports run downwards only',
    reason: 'what is below can be read, tested and replaced without what is above',
    check: ({ folder, imports }) => imports.flatMap((one) => upward(folder, one)),
  },
  {
    name: 'imports inside a room run downwards only',
    reason: 'what a room stands on is read without what it does; a new folder is given its place in `orders`',
    check: (source) => upwardInside(source),
  },
  {
    name: 'only the store seals a View',
    reason: 'a View is the proof that a text was filtered for its viewer; whoever can forge one can leak',
    check: ({ folder, path, code }) =>
      folder !== 'store' && path !== 'src/domain/view.ts' && /\bsealView\b/.test(code) ? ['sealView'] : [],
  },
  {
    name: 'the state of a chat is opened in domain and store alone',
    reason:
      'it holds every mind; everybody else asks for what one of them knows (Known), or hands it on closed (Whole)',
    check: ({ folder, imports }) =>
      folder === 'domain' || folder === 'store'
        ? []
        : imports
            .filter(({ target }) => target.startsWith('src/domain/'))
            .flatMap(({ names }) => names.match(opening) ?? []),
  },
  {
    name: 'a moment of a chat is made by the store alone',
    reason: 'whoever makes one says whose view is whose; one goes on from another with the same views',
    check: ({ folder, path, code }) =>
      folder === 'store' || path === 'src/domain/known/known.ts' ? [] : (code.match(/\bnew Moment\(/g) ?? []),
  },
  {
    name: 'commands and the screen look through the eyes of a person',
    reason: 'to look on as everyone is asked for by the name `*`, and shown as what it is',
    check: ({ folder, text }) =>
      ['commands', 'tui', 'cli'].includes(folder)
        ? (text.match(/\.(?:view|known|moment|together)\([^()]*(?:'everyone'|\bhead\b)[^()]*\)/g) ?? [])
        : [],
  },
  {
    name: 'privacy.hint is read by the perspective of a chat alone',
    reason:
      'what a viewer is told of what it does not perceive is one rule; a second reading of it would soon be another',
    check: ({ path, code }) => (carriesHint.test(path) ? [] : (code.match(readsHint) ?? [])),
  },
  {
    name: 'nobody outside writes the fields of an open chat',
    reason:
      'what changes it goes through its methods, so that whoever reads them knows all that can happen to it',
    check: ({ path, text }) => (/^src\/play\/(?:chat|open)\//.test(path) ? writableFields(text) : []),
  },
  {
    name: 'pure folders import no part of Node',
    reason: 'bytes and values in, values out: they run anywhere and replay gives the same',
    check: ({ folder, imports }) =>
      pure.includes(folder) ? targets(imports).filter((target) => target.startsWith('node:')) : [],
  },
  {
    name: 'pure folders have no clock, no chance, no outside',
    reason: 'time, randomness and ids arrive as arguments, else replay and tests give other bytes each time',
    check: ({ folder, code }) => (pure.includes(folder) ? (code.match(impurities) ?? []) : []),
  },
  {
    name: 'only the output of the command line and the streams of the screen write to the terminal',
    reason:
      'what it gets is sanitised in one place; a stray line could steer it, and would tear result and screen',
    check: ({ path, code }) => (writersToTheTerminal.test(path) ? [] : (code.match(writing) ?? [])),
  },
  {
    name: 'only cli and tui/terminal read from the terminal',
    reason: 'whoever else waited for keys would take them from the screen, or a question its answer',
    check: ({ path, code }) =>
      readersOfTheTerminal.test(path) ? [] : (code.match(/\bprocess\.stdin\b/g) ?? []),
  },
  {
    name: 'components of the screen are given what they show',
    reason:
      'what may be seen was settled before: one that could ask the chat or sort out messages could show another’s',
    check: ({ path, code, imports }) =>
      path.startsWith('src/tui/components/')
        ? [...imports.flatMap(beyondGiven), ...(code.match(sortsOut) ?? [])]
        : [],
  },
  {
    name: 'undici is loaded when first needed',
    reason: 'start-up is part of the product, and most commands call no server',
    check: ({ imports }) =>
      imports.filter((one) => one.target === 'undici' && !one.typeOnly && !one.dynamic).map(() => 'undici'),
  },
  {
    name: 'undici is taken apart from its default export',
    reason: 'it is CommonJS: in the bundle an awaited import has `default` alone, other names are undefined',
    check: ({ imports }) =>
      imports
        .filter(
          ({ target, dynamic, names }) => target === 'undici' && dynamic && /^\{(?!\s*default\b)/.test(names),
        )
        .map(({ names }) => names),
  },
  {
    name: "zod is imported as `import * as z from 'zod'`",
    reason: '`import { z }` brings every language of its messages: 360 kB and more than 20 ms of each start',
    check: ({ imports }) =>
      imports
        .filter((one) => one.target === 'zod' && /[{,]\s*z\b|^\s*z\b/.test(one.names))
        .map(() => '{ z }'),
  },
  {
    name: 'a file has at most 300 lines',
    reason: 'a longer one does two things',
    check: ({ text }) => {
      const lines = text.replace(/\n$/, '').split('\n').length;
      return lines > 300 ? [`${lines} lines`] : [];
    },
  },
  {
    name: 'no file or folder is called utils, helpers, common, misc or manager',
    reason: 'such a name says nothing, so everything ends up there',
    check: ({ path }) => path.split('/').filter((part) => vagueName.test(part.replace(/\..*$/, ''))),
  },
  {
    name: 'every export says what it promises',
    reason: 'a line above it is what the next reader has instead of the code',
    check: ({ text }) => undocumented(text),
  },
];

/** Everything in these files that breaks a rule, as `path: what (rule: reason)`. */
export const violations = (files: readonly SourceFile[], checked: readonly Rule[] = rules): string[] =>
  files
    .map(takeApart)
    .flatMap((source) =>
      checked.flatMap(({ name, reason, check }) =>
        check(source).map((what) => `${source.path}: ${what} (${name}: ${reason})`),
      ),
    );

const upward = (folder: string, { target, typeOnly }: Import): string[] => {
  const layer = layers[folder];
  const [root, to = ''] = target.split('/');
  if (!layer || (root === 'src' && to === folder)) return [];
  if (target.startsWith('../')) return folder === 'cli' ? [] : [`${target} lies outside src`];
  if (root !== 'src' || layer.values.includes(to)) return [];
  if (!layer.types.includes(to)) return [`${folder} imports ${to}`];
  return typeOnly ? [] : [`${folder} imports a value of ${to}, of which only types are allowed`];
};

/** What a component imports that is neither a value to draw nor a pure function. */
const beyondGiven = ({ target, typeOnly, names }: Import): string[] => {
  if (askable.test(names)) return [`${names.trim()} ${target}`];
  if (typeOnly || !target.startsWith('src/')) return target.startsWith('node:') ? [target] : [];
  return plainValues.test(target) || pureScreen.test(target) ? [] : [target];
};

/** Fields of classes that whoever has the object can write. */
const writableFields = (text: string): string[] =>
  [...text.matchAll(/^(?:export )?(?:abstract )?class [\s\S]*?^\}$/gm)].flatMap(([body]) =>
    [...body.matchAll(/^ {2}(?:public |static |override )*(\w+)[?!]?(?:: [^\n]*|\s*=[^\n]*)?;?$/gm)]
      .filter(([line]) => /[:=;]/.test(line) && !/[({,]$/.test(line.trim()))
      .map(([, name = '']) => name),
  );

const targets = (imports: readonly Import[]): string[] => imports.map(({ target }) => target);

/** The lines of a text that export something without a doc line above it. */
export const undocumented = (text: string): string[] => {
  const lines = text.split('\n');
  return lines.filter((line, at) => {
    const declares = /^export\s+(?!\*|\{|type\s*\{|type\s*\*)/.test(line);
    return declares && !/\*\/\s*$/.test(lines[at - 1] ?? '');
  });
};
