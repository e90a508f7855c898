import { type ResetIn, resetCharacter } from '../../app/chats/reset-character.ts';
import { type Command, define } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, name, onlyIn } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { notice, plural, question } from '../shown/show.ts';

const traces = ({ memories, pins, edges, scenes }: ResetIn): string =>
  [
    memories === 1 ? '1 memory' : `${memories} memories`,
    plural(pins, 'pin'),
    plural(edges, 'edge'),
    plural(scenes, 'scene'),
  ].join(', ');

const resetText = (found: ResetIn): string =>
  `"${found.title}": ${found.isHost ? 'its own chat' : 'leaves'}; ${traces(found)}`;

/** The question before a reset, with all that would go. */
async function asked(app: Scope['app'], play: Scope['play'], character: string): Promise<string> {
  const found = await resetCharacter(app, play, character, { isDry: true, isOpen: false });
  return `${found.map(resetText).join('\n')}\nReset ${character}?`;
}

const reset: Command = define({
  name: 'reset',
  group: 'the story',
  summary: 'reset a character: its chats, memories, relationships and activities are set aside',
  chat: 'option',
  parameters: {
    isDry: flag('--dry-run', 'only list what would go'),
    yes: onlyIn('script', flag('--yes', 'do not ask')),
    character: argument('<character>', name),
  },
  async *run({ app, play, side }, { character, isDry, yes }): AsyncGenerator<ResetIn> {
    const isAsked = side === 'script' && !isDry && !yes;
    if (isAsked && !(await confirmed(app, 'a reset', await asked(app, play, character)))) return;
    yield* await resetCharacter(app, play, character, { isDry, isOpen: side === 'screen' });
  },
  json: ({ isHost, ...found }) => ({ type: 'reset', ...found, as: isHost ? 'host' : 'guest' }),
  text: resetText,
  screen: {
    async ask({ app, play }, { character, isDry }, again) {
      if (character === undefined || isDry) return null;
      const found = await resetCharacter(app, play, character, { isDry: true, isOpen: true });
      const lines = [...found.map(resetText), '/undo in each chat, and chat restore, revert it.'];
      return question(`Reset ${character}?`, lines, again({ character }, true));
    },
    show: (found, _, { character, isDry }) =>
      notice(
        `${isDry ? 'would reset' : 'reset'} ${character} in ${plural(found.length, 'chat')}: ${found.map(resetText).join('; ')}`,
      ),
  },
});

/** The command that lets a character begin anew. */
export const resetCommands: readonly Command[] = [reset];
