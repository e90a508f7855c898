import { defineConfig } from 'drizzle-kit';

const schemas = [
  'acts/schema-acts',
  'database/schema',
  'database/schema-records',
  'database/schema-terminals',
  'jobs/schema-jobs',
  'identity/schema-identity',
  'recall/schema-recall',
  'lore/schema-lore',
];

export default defineConfig({
  dialect: 'sqlite',
  schema: schemas.map((name) => `./src/store/${name}.ts`),
  out: './drizzle',
});
