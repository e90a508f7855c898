import { defineConfig } from 'drizzle-kit';

const schemas = [
  'database/schema',
  'database/schema-records',
  'database/schema-terminals',
  'jobs/schema-jobs',
  'identity/schema-identity',
  'recall/schema-recall',
];

export default defineConfig({
  dialect: 'sqlite',
  schema: schemas.map((name) => `./src/store/${name}.ts`),
  out: './drizzle',
});
