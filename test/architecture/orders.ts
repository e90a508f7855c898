import { posix } from 'node:path';
import type { Source } from './source.ts';

/**
 * The folders inside each room of src, lowest first; `.` are the files that stand in the room itself. What is lower imports
 * nothing of what is higher, types included. A room that is not here has no folders.
 */
export const orders: Readonly<Record<string, readonly string[]>> = {
  // Files, the library, models that sotto runs itself, one run of the program with its `App`; on it what is done with each thing, last what opens the house.
  app: [
    'files',
    'library',
    'own',
    'run',
    'sources',
    'doctor',
    'models',
    'presets',
    'cards',
    'chats',
    'sillytavern',
    '.',
  ],
  // What a command is, how results are shown; the commands, by what they are about; the table of them and what leads to all.
  commands: [
    '.',
    'portrait',
    'shown',
    'library',
    'world',
    'upkeep',
    'models',
    'door',
    'chat',
    'story',
    'all',
  ],
  // What a setting is; all of them, from where they come.
  config: ['shape', '.'],
  // A character and its bounds; what files are made of; what cards carry along; in, out, and what is wrong with a card.
  cards: ['.', 'formats', 'assets', 'read', 'write', 'lint'],
  // What every file of another program comes as; `chats` tells theirs from our own, so it knows both.
  interop: ['.', 'presets', 'sillytavern', 'documents', 'chats'],
  // Words; what the fiction is made of; what can happen; what it changes; who perceives it; what the store keeps of it; what one of them knows; what may happen.
  domain: ['.', 'json', 'fiction', 'events', 'world', 'audience', 'rows', 'known', 'decide'],
  // What a model is asked and how that is sent; what each server is sent and says; who is there; what is asked; who answers.
  inference: [
    ...['.', 'transport', 'sampling', 'dialects', 'tokens', 'detection', 'cache', 'embeddings'],
    ...['templates', 'questions', 'gguf', 'understudy', 'servers'],
  ],
  // Keys and how they are looked for; the rules made of books; which of them wake.
  lore: ['.', 'keys', 'books', 'activation'],
  // What a chat is handed and tells; what it is made of; the open chat; who speaks, from what, and what is made of it; jobs; turns.
  play: [
    ...['chat', 'texts', 'reading', 'branches', 'lore', 'server', 'lease', 'open', 'terminals', 'director'],
    ...[
      'notes',
      'story/memories',
      'story/occasions',
      'memory',
      'world/lines',
      'story/scenes',
      'tools',
      'planning',
    ],
    ...[
      'beside',
      'calling',
      'reply',
      'world/pass',
      'story/closing',
      'tree',
      'world/proposals',
      'world/seeds',
      'world',
    ],
    ...['story/time', 'story', 'jobs', 'turn', '.'],
  ],
  // A file and what it takes; which one is meant; where it comes from; the server that is started for it; the engine without one.
  models: ['files', '.', 'hub', 'server', 'engine'],
  // What is read of what others wrote, and its bounds; programs; extensions; all of them.
  outside: ['bounded', 'programs', 'extensions', '.'],
  // How turns are marked, how a person's prompts stand, what macros mean; a view as lines; on them what fills the zones.
  prompt: ['template', 'preset', 'macros', '.', 'zones'],
  // A tool, and how a call is written; those that sotto brings, and the list of them.
  tools: ['.', 'set'],
  // Tables; the file; events and where they stand; what is made of them; a chat of all these; what is done with whole chats.
  store: [
    ...['schema', 'database', 'backup', 'log', 'records', 'transcript', 'acts', 'lore'],
    ...['recall/vectors', 'recall', 'chats', 'identity', 'terminals', 'jobs', 'archive', '.'],
  ],
  // Keys and cells; how a text looks and wraps; what keys change; what is shown of it; on them the screen that is run.
  tui: [
    ...['terminal', 'pictures', 'themes', 'markup', 'composer', 'panels', 'state', 'transcript'],
    ...['tiles', 'components', 'inline', 'plain', '.'],
  ],
};

const placeOf = (path: string): { room: string; folder: string } => {
  const [, room = '', ...rest] = posix.dirname(path).split('/');
  return { room, folder: rest.join('/') || '.' };
};

/** What of a file goes up inside its room, or stands in a folder that has no place there. */
export function upwardInside({ path, imports }: Source, table = orders): string[] {
  const { room, folder } = placeOf(path);
  const order = table[room] ?? ['.'];
  const own = order.indexOf(folder);
  if (own < 0) return [`${room} has no place for the folder ${folder}`];
  return imports
    .filter(({ target }) => target.startsWith(`src/${room}/`))
    .flatMap(({ target }) => {
      const to = placeOf(target).folder;
      return order.indexOf(to) > own ? [`${folder} imports ${target}, which stands on it`] : [];
    });
}
