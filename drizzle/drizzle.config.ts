import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['schema', 'schema-records', 'schema-terminals'].map((name) => `./src/store/database/${name}.ts`),
  out: './drizzle',
});
