import type { ProposalSeen } from '../../play/chat/play-state.ts';
import { answerProposal, proposalsIn } from '../../play/world/proposals/proposals.ts';
import { type Command, define } from '../command.ts';
import { argument, word } from '../parameters.ts';
import { list, notice } from '../shown/show.ts';

const shape = {
  json: (proposal: ProposalSeen) => ({ type: 'proposal', ...proposal }),
  text: ({ id, text }: ProposalSeen) => `${id} ${text}`,
};

const proposals = define({
  name: 'proposals',
  group: 'the world',
  summary: 'list suggestions that someone came or left, waiting for your answer',
  empty:
    'no suggestions: when a message says that someone came or left, it is listed here for you to confirm',
  chat: 'option',
  as: 'as seen by this character, * = everyone; default the played character',
  parameters: {},
  *run({ play }): Generator<ProposalSeen> {
    yield* proposalsIn(play.chat);
  },
  ...shape,
  screen: {
    show: (open) =>
      open.length === 0
        ? notice('no suggestions: when a message says that someone came or left, it is listed here')
        : list(
            'Did this happen?',
            open.flatMap(({ id, text }) => [
              { label: text, detail: 'yes', call: { command: accept as Command, values: { id } } },
              { label: text, detail: 'no', call: { command: refuse as Command, values: { id } } },
            ]),
          ),
  },
});

const isSo = ({ who, what }: ProposalSeen): string =>
  what === 'leaves' ? `${who} is away` : `${who} is here`;

const isNotSo = ({ who, what }: ProposalSeen): string =>
  what === 'leaves' ? `${who} stays` : `${who} has not come`;

const accept = define({
  name: 'proposal accept',
  group: 'the world',
  summary: 'confirm a suggestion: someone comes in, leaves, or goes to a place',
  chat: 'option',
  parameters: { id: argument('[id]', word) },
  run: ({ play }, { id }) => answerProposal(play.chat, id, true),
  json: shape.json,
  text: isSo,
  screen: { show: ([done]) => (done ? notice(`${isSo(done)}; /undo reverts it`) : null) },
});

const refuse = define({
  name: 'proposal refuse',
  group: 'the world',
  summary: 'dismiss a suggestion; it is not made again for the same message',
  chat: 'option',
  parameters: { id: argument('[id]', word) },
  run: ({ play }, { id }) => answerProposal(play.chat, id, false),
  json: shape.json,
  text: isNotSo,
});

const why = 'a script names what it answers: `sotto proposal accept ID`';

const yes = define({
  name: 'yes',
  group: 'the world',
  summary: 'confirm the suggestion above the composer',
  parameters: {},
  run: ({ play }) => answerProposal(play.chat, undefined, true),
  text: isSo,
  screen: { show: ([done]) => (done ? notice(`${isSo(done)}; /undo reverts it`) : null) },
  only: { side: 'screen', why },
});

const no = define({
  name: 'no',
  group: 'the world',
  summary: 'dismiss the suggestion above the composer',
  parameters: {},
  run: ({ play }) => answerProposal(play.chat, undefined, false),
  text: isNotSo,
  only: { side: 'screen', why },
});

/** Commands about what bookkeeping proposes. */
export const proposalCommands: readonly Command[] = [proposals, accept, refuse, yes, no];
