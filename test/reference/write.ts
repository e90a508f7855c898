import { readFileSync, writeFileSync } from 'node:fs';
import { referencePage, withTables } from './reference.ts';

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);

writeFileSync(at('docs/commands.md'), referencePage());
writeFileSync(at('README.md'), withTables(readFileSync(at('README.md'), 'utf8')));
