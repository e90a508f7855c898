// Runs the programs of the build, each a CommonJS file of ASCII alone, on what V8 has compiled of them earlier.
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { basename, dirname, isAbsolute, join } = require('node:path');
const { Script } = require('node:vm');

/** Milliseconds after which a screen stands; it changes V8's flags later only, for code fits the flags that it was kept under. */
const standsMs = 3000;
const isWindows = process.platform === 'win32';

/** Compiled programs of this process by their files, and where to keep the code of those that have none yet. */
const scripts = new Map();
const unkept = new Map();

const codeName = (program) =>
  `${basename(program, '.cjs')}-${process.version}-${process.platform}-${process.arch}.code`;

/** Where the build keeps code; another Node or machine has no use for it. */
const builtCode = (program) => join(dirname(program), codeName(program));

/** Where code is kept for a Node that is not the build's. The first line of a text tells it from others of its length. */
function ownCode(program, text) {
  const set = isWindows ? process.env.LOCALAPPDATA : process.env.XDG_CACHE_HOME;
  const cache = set && isAbsolute(set) ? set : join(homedir(), '.cache');
  return join(cache, 'sotto', `${text.slice(2, text.indexOf('\n'))}-${codeName(program)}`);
}

/** The code in a file. It will be run: where it `isOwn`, what somebody else wrote is none. */
function read(file, isOwn) {
  try {
    if (isOwn && !isWindows && statSync(file).uid !== process.getuid()) return undefined;
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

const made = (program, text, cachedData) =>
  new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
    // Kept with the code: no path of the machine that built it.
    filename: `dist/${basename(program)}`,
    cachedData,
  });

/** Compiles a program; quick where code is kept that fits. What does not fit is no error: it is kept anew. */
function compiled(program) {
  const text = readFileSync(program, 'latin1');
  const own = ownCode(program, text);
  for (const file of [builtCode(program), own]) {
    const code = read(file, file === own);
    const script = code && made(program, text, code);
    if (script && !script.cachedDataRejected) return { script, own };
  }
  keepLater(program, own);
  return { script: made(program, text), own };
}

/** Keeps code once a screen stands or the command has ended: as much of it as was used by then. */
function keepLater(program, own) {
  if (unkept.size === 0) {
    setTimeout(keepAll, standsMs).unref();
    process.once('exit', keepAll);
  }
  // Whoever loads this has used more of what was loaded before it.
  for (const [other, { own: file }] of scripts) unkept.set(other, file);
  unkept.set(program, own);
}

function keepAll() {
  for (const [program, file] of unkept) {
    unkept.delete(program);
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      keep(program, file);
    } catch {
      // A folder that cannot be written costs milliseconds at each start, and nothing else.
    }
  }
}

/** Writes what V8 has compiled of a program: whole or not at all, so that nobody reads half of it. */
function keep(program, file) {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, scripts.get(program).script.createCachedData());
  renameSync(part, file);
}

/** Keeps the code of all that was loaded beside the programs, for whoever runs this Node. */
exports.keepBuilt = () => {
  unkept.clear();
  for (const program of scripts.keys()) keep(program, builtCode(program));
};

/** Runs a program as Node runs a CommonJS file; what it exports. */
function load(program) {
  if (!scripts.has(program)) scripts.set(program, compiled(program));
  // V8's kept code cannot import.
  const importing = async (what) => {
    if (!what.endsWith('.cjs')) return import(what);
    const found = load(join(dirname(program), what));
    await found.loaded;
    return found;
  };
  const module = { exports: {}, importing };
  const { script } = scripts.get(program);
  script.runInThisContext()(module.exports, createRequire(program), module, program, dirname(program));
  return module.exports;
}
exports.load = load;
