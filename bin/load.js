const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** Where V8's code for a program is kept; another Node or machine has no use for it. */
exports.codeFile = (program) =>
  join(dirname(program), `main-${process.version}-${process.platform}-${process.arch}.code`);

/** A program of ASCII alone, compiled; quick where `code`, what V8 made of it earlier, is given and fits. */
exports.compile = (program, code) =>
  new Script(
    `(function(exports,require,module,__filename,__dirname){${readFileSync(program, 'latin1')}\n})`,
    {
      // Kept with the code: no path of the machine that built it.
      filename: 'dist/main.cjs',
      cachedData: code,
    },
  );

/** Runs a compiled program as Node runs a CommonJS file; what it exports. V8's kept code cannot import: `importing` does it instead. */
exports.run = (script, program) => {
  const module = { exports: {}, importing: (what) => import(what) };
  script.runInThisContext()(module.exports, createRequire(program), module, program, dirname(program));
  return module.exports;
};
