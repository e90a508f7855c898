import { type ResetIn, resetCharacter } from '../../app/chats/reset-character.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, name } from '../parameters.ts';
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

const reset: Command = define({
  name: 'reset',
  group: 'the story',
  summary: 'let a character begin anew: its chats, memories, edges and activities go out of play',
  chat: 'option',
  parameters: {
    isDry: flag('--dry-run', 'only list what would go'),
    character: argument('<character>', name),
  },
  async *run({ app, play, side }, { character, isDry }): AsyncGenerator<ResetIn> {
    yield* await resetCharacter(app, play, character, { isDry, isOpen: side === 'screen' });
  },
  json: ({ isHost, ...found }) => ({ type: 'reset', ...found, as: isHost ? 'host' : 'guest' }),
  text: resetText,
  screen: {
    async ask({ app, play }, { character, isDry }, again) {
      if (character === undefined || isDry) return null;
      const found = await resetCharacter(app, play, character, { isDry: true, isOpen: true });
      const lines = [...found.map(resetText), '/undo in each chat, and chat restore, bring it back.'];
      return question(`Let ${character} begin anew?`, lines, again({ character }, true));
    },
    show: (found, _, { character, isDry }) =>
      notice(
        `${character} ${isDry ? 'would begin' : 'begins'} anew in ${plural(found.length, 'chat')}: ${found.map(resetText).join('; ')}`,
      ),
  },
});

/** The command that lets a character begin anew. */
export const resetCommands: readonly Command[] = [reset];
