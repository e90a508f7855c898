import { fileURLToPath } from 'node:url';
import { TestRunner } from 'vitest';

/** The modules that a process has loaded, as vitest's module runner keeps them. */
interface Loaded<Module extends { readonly file: string }> {
  readonly idToModuleMap: ReadonlyMap<string, Module>;
  invalidateModule(module: Module): void;
}

const here = fileURLToPath(import.meta.url);
const tests = fileURLToPath(new URL('.', import.meta.url));
const environment = { ...process.env };

/**
 * Runs one test file after the other in a process that loads `src` and packages once. What stands in `test` is loaded anew
 * for each file, so that its hooks and variables are that file's own, and each begins with the environment that the first had.
 */
export default class SharedProcess extends TestRunner {
  override importFile(path: string, source: 'setup' | 'collect'): unknown {
    if (source === 'setup') {
      const { evaluatedModules: loaded } = Reflect.get(this, 'moduleRunner') as {
        evaluatedModules: Loaded<{ readonly file: string }>;
      };
      for (const module of loaded.idToModuleMap.values())
        if (module.file.startsWith(tests) && module.file !== here) loaded.invalidateModule(module);
      for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
      Object.assign(process.env, environment);
    }
    return super.importFile(path, source);
  }
}
