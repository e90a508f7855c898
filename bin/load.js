const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { Script, constants } = require('node:vm');

/** Where V8's code for a program is kept; another Node or machine has no use for it. */
exports.codeFile = (program) =>
  join(dirname(program), `main-${process.version}-${process.platform}-${process.arch}.code`);

/** A program of ASCII alone, compiled; quick where `code`, what V8 made of it earlier, is given and fits. */
exports.compile = (program, code) =>
  new Script(
    `(function(exports,require,module,__filename,__dirname){${readFileSync(program, 'latin1')}\n})`,
    {
      filename: program,
      cachedData: code,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
