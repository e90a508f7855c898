import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { quickest } from './folders.ts';
import { longest } from './limit.ts';
import LongestFirst from './longest-first.ts';

// Another order than its own would win over the one that is asked for.
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

// Properties draw other cases in each run; `SOTTO_SEED=N` draws those of run N again.
const seed = process.env.SOTTO_SEED ?? String(Date.now() % 2 ** 31);

export default defineConfig({
  // React as it is shipped.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.{ts,tsx}'],
    // These need node-llama-cpp: npm run test:gguf.
    exclude: [...configDefaults.exclude, 'test/gguf/**'],
    setupFiles: ['./test/seed.ts'],
    globalSetup: ['./test/own-data.ts'],
    // To load all of src anew for each file would take longer than most files run.
    isolate: false,
    runner: './test/shared-process.ts',
    testTimeout: longest,
    hookTimeout: longest,
    // As `until`: no wait has a limit of its own.
    expect: { poll: { timeout: longest - 10_000 } },
    pool: 'forks',
    // Many tests wait for processes and servers: with one worker a core a small machine is idle a third of the time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // With more, what a file leaves behind is cleared away late.
    execArgv: ['--max-old-space-size=2048'],
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    reporters: ['default', './test/closing-line.ts'],
    // No test reads or writes the settings of whoever runs it.
    env: {
      CI: undefined as unknown as string,
      XDG_CONFIG_HOME: '/dev/null',
      SOTTO_SEED: seed,
      NODE_ENV: 'production',
      TMPDIR: quickest(),
    },
  },
});
