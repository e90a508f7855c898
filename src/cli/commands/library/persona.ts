import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { Persona } from '../../../domain/events/events.ts';
import { foldName } from '../../../domain/world/world.ts';
import { findPersona } from '../../../play/turn/changes.ts';
import { run } from '../../run.ts';
import { readStdin } from '../../stdin.ts';

const print = ({ out }: App, { name, description }: Persona): void =>
  out.result({ type: 'persona', name, description }, `${name}: ${description}`);

function newName({ store }: App, wanted: string): string {
  const name = wanted.trim().replace(/\s+/g, ' ');
  if (name === '') throw new SottoError('usage', 'empty_name', 'the name is empty; give the persona a name');
  if (store.library.personas().some((known) => foldName(known.name) === foldName(name))) {
    throw new SottoError(
      'usage',
      'persona_exists',
      `there is a persona "${name}" already; change it with \`sotto persona edit\``,
    );
  }
  return name;
}

async function keep(app: App, name: string, text: string): Promise<void> {
  const description = text === '-' ? (await readStdin()).trim() : text;
  app.store.library.setPersona(name, description);
  print(app, { name, description });
}

/** `sotto persona list|add|edit|delete`. */
export function registerPersona(program: Command): void {
  const persona = program.command('persona').description('your own names and descriptions');
  const known = ({ store }: App, name: string) => findPersona(store.library.personas(), name).name;
  persona
    .command('list')
    .description('every persona')
    .action(
      run((app) => {
        for (const one of app.store.library.personas()) print(app, one);
      }),
    );
  persona
    .command('add <name> <description>')
    .description('a new persona; DESCRIPTION - reads stdin')
    .action(run((app, [name = '', text = '']) => keep(app, newName(app, name), text)));
  persona
    .command('edit <name> <description>')
    .description('change a persona; chats keep the one they were played with; DESCRIPTION - reads stdin')
    .action(run((app, [name = '', text = '']) => keep(app, known(app, name), text)));
  persona
    .command('delete <name>')
    .description('delete a persona; chats keep it')
    .action(
      run((app, [wanted = '']) => {
        const name = known(app, wanted);
        app.store.library.deletePersona(name);
        app.out.result({ type: 'deleted', kind: 'persona', name }, `deleted the persona "${name}"`);
      }),
    );
}
