import type { Reporter, TestModule } from 'vitest/node';
/** Prints `N passed, N failed` as the last line, for whoever reads the run by machine. */
export default class ClosingLine implements Reporter {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void;
}
