// What esbuild changes in Ink and in what Ink leans on, so that a screen stands sooner and loads what a terminal needs alone.
import { readFileSync } from 'node:fs';

/** The text of an installed file with these passages in it replaced; throws where one is missing. */
function revised(path, changes) {
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`${path} does not hold ${from}: look at what has changed there`);
    text = next;
  }
  return text;
}

/** Loading ICU's rules takes milliseconds, and most texts need none of them. */
const whenNeeded = [
  /const (\w+) = (new Intl\.Segmenter\(.*?\));/,
  'let made; const $1 = { segment: (text) => (made ??= $2).segment(text) };',
];

/**
 * Characters that are one cell wide each whatever stands beside them: those that texts and frames are made of. What
 * string-width says of them takes large regular expressions to say.
 */
const plain = String.raw`/^[\x20-\x7e\xa1-\xa8\xaa-\xac\xaf-\u02ff\u0400-\u0481\u048a-\u052f\u2010-\u2027\u2030-\u203b\u2190-\u2193\u2500-\u25a9\u25b2-\u25b5\u25b7-\u25bf\u25c1-\u25ef]*$/`;
const plainAtOnce = [
  'if (string.length === 0) {\n\t\treturn 0;\n\t}\n',
  `$&\n\tif (ambiguousIsNarrow && ${plain}.test(string)) return string.length;\n`,
];

/** Files by their path, each with the passages to replace; a file without any is left out. */
const changes = new Map([
  // Ink asks for React's developer tools, which are no dependency, when a shell has DEV=true.
  [/[\\/]ink[\\/]build[\\/]devtools\.js$/, null],
  [/[\\/]ink[\\/]build[\\/]utils\.js$/, [[/(?<=const isDev = \(\) => ).*(?=;)/, 'false']]],
  // CommonJS cannot wait at its top level.
  [
    /[\\/]ink[\\/]build[\\/]reconciler\.js$/,
    [
      ["await import('./devtools.js')", ''],
      ['await loadPackageJson()', '{}'],
    ],
  ],
  [
    /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/,
    [
      [
        'const Yoga = wrapAssembly(await loadYoga());\nexport default Yoga;',
        'let Yoga;\nexport const loaded = loadYoga().then((code) => { Yoga = wrapAssembly(code); });\nexport { Yoga as default };',
      ],
    ],
  ],
  // Fetching the code that it holds already would load Node's own undici.
  [/[\\/]yoga-wasm-base64-esm\.js$/, [[/^/, 'const fetch = undefined;\n']]],
  [/[\\/]string-width[\\/]index\.js$/, [whenNeeded, plainAtOnce]],
  [/[\\/]slice-ansi[\\/]tokenize-ansi\.js$/, [whenNeeded]],
]);

/** The changes, as a plugin of esbuild. */
export const quickInk = {
  name: 'quick-ink',
  setup: ({ onLoad }) => {
    for (const [filter, passages] of changes)
      onLoad({ filter }, ({ path }) => ({ contents: passages === null ? '' : revised(path, passages) }));
  },
};

/** The drawing of the screen and the layout that it waits for, as one module. */
export const drawingWithLayout = (entry) => ({
  contents: `export { loaded } from 'yoga-layout';\nexport * from './${entry}';`,
  loader: 'ts',
});
