import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Says first what repeats the run's draws, and prints `N passed, N failed` as the last line, for whoever reads it by machine. */
export default class ClosingLine implements Reporter {
  #seed: unknown;

  onInit({ config }: Vitest): void {
    this.#seed = config.env.SOTTO_SEED;
    process.stdout.write(`Properties draw by SOTTO_SEED=${this.#seed}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    let cases = 0;
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1;
      cases += Number(Reflect.get(module.meta(), 'cases') ?? 0);
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed') failed += 1;
      }
    }
    process.on('exit', () => {
      process.stdout.write(`Properties drew ${cases} cases by SOTTO_SEED=${this.#seed}\n`);
      process.stdout.write(`${passed} passed, ${failed} failed\n`);
    });
  }
}
