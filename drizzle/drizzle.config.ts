import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: [
    './src/store/database/schema.ts',
    './src/store/database/schema-terminals.ts',
    './src/store/database/schema-jobs.ts',
  ],
  out: './drizzle',
});
