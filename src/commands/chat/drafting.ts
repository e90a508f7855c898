import { SottoError } from '../../domain/errors.ts';
import { type Command, define } from '../command.ts';
import { argument, typed } from '../parameters.ts';
import { unmarked } from '../shown/previews.ts';
import { list, notice, writes } from '../shown/show.ts';

const impersonate = define({
  name: 'impersonate',
  group: 'talking',
  synonyms: ['ghostwrite', 'write for me'],
  summary:
    'let the model write for your character; on the screen the text goes into the composer for you to send',
  chat: 'first',
  as: 'character to write for',
  isTalk: true,
  parameters: {},
  run: ({ play }) => play.impersonate(play.state().playing.name),
  screen: {
    async ask({ play, grow }) {
      grow('');
      grow(await play.ghostwrite(grow));
      return notice('Enter sends it, Ctrl+_ restores your previous text');
    },
  },
});

const refine = define({
  name: 'refine',
  group: 'talking',
  synonyms: ['guided', 'correct', 'rewrite'],
  summary: 'regenerate the last reply following the instruction TEXT, once; the old version stays',
  chat: 'before text',
  isTalk: true,
  parameters: { text: argument('<text>', typed) },
  async run({ app, play, side }, { text }) {
    if (text.trim() === '')
      throw new SottoError('usage', 'empty_text', 'the instruction is empty; write one such as `shorter`');
    if (side === 'script') await app.checkBackend();
    await play.refine(text);
  },
});

const suggest = define({
  name: 'suggest',
  group: 'talking',
  synonyms: ['ideas', 'options'],
  summary: 'suggest three lines your character could say, without saying them',
  chat: 'first',
  as: 'character to write for',
  parameters: {},
  async *run({ play }) {
    yield* await play.suggest();
  },
  json: (line) => ({ type: 'suggestion', text: line }),
  text: (line) => line,
  screen: {
    ask: async ({ play }) =>
      list(
        'Suggested lines',
        (await play.suggest()).map((text) => ({ label: unmarked(text), call: writes(text) })),
      ),
  },
});

/** Commands that let the model write for the human, or write again. */
export const drafting: readonly Command[] = [impersonate, refine, suggest];
