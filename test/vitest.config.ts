import { configDefaults, defineConfig } from 'vitest/config';
import LongestFirst from './longest-first.ts';

// Another order than its own would win over the one that is asked for.
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.{ts,tsx}'],
    // These need node-llama-cpp: npm run test:gguf.
    exclude: [...configDefaults.exclude, 'test/gguf/**'],
    setupFiles: ['./test/seed.ts'],
    // To load all of src anew for each file would take longer than most files run.
    isolate: false,
    runner: './test/shared-process.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // The usual one less than there are leaves half of a small machine idle.
    maxWorkers: '100%',
    // With more, what a file leaves behind is cleared away late.
    execArgv: ['--max-old-space-size=2048'],
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    reporters: ['default', './test/closing-line.ts'],
    // No test reads or writes the settings of whoever runs it.
    env: { CI: undefined as unknown as string, XDG_CONFIG_HOME: '/dev/null' },
  },
});
