import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.{ts,tsx}'],
    // These need node-llama-cpp: npm run test:gguf.
    exclude: [...configDefaults.exclude, 'test/gguf/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    reporters: ['default', './test/closing-line.ts'],
    env: { CI: undefined as unknown as string },
  },
});
