import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/store/database/schema.ts', './src/store/database/schema-terminals.ts'],
  out: './drizzle',
});
