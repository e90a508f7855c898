import { defineConfig } from 'drizzle-kit';

const schemas = [
  'schema-acts',
  'schema',
  'schema-records',
  'schema-terminals',
  'schema-jobs',
  'schema-identity',
  'schema-recall',
  'schema-lore',
  'schema-sources',
];

export default defineConfig({
  dialect: 'sqlite',
  schema: schemas.map((name) => `./src/store/schema/${name}.ts`),
  out: './drizzle',
});
