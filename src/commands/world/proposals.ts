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
  summary: 'who seems to have come or gone, as what was said tells, and waits for your word',
  empty: 'nothing is proposed: who seems to have come or gone would stand here, to be agreed to or not',
  chat: 'option',
  as: 'through whose eyes, * = everyone; default the played character',
  parameters: {},
  *run({ play }): Generator<ProposalSeen> {
    yield* proposalsIn(play.chat);
  },
  ...shape,
  screen: {
    show: (open) =>
      open.length === 0
        ? notice('nothing is proposed')
        : list(
            'Is it so?',
            open.flatMap(({ id, text }) => [
              { label: text, detail: 'so it is', call: { command: accept as Command, values: { id } } },
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
  summary: 'let what is proposed be so: somebody comes in, is away, or goes to a place',
  chat: 'option',
  parameters: { id: argument('[id]', word) },
  run: ({ play }, { id }) => answerProposal(play.chat, id, true),
  json: shape.json,
  text: isSo,
  screen: { show: ([done]) => (done ? notice(`${isSo(done)}; /undo takes it back`) : null) },
});

const refuse = define({
  name: 'proposal refuse',
  group: 'the world',
  summary: 'let what is proposed not be so; it does not come again for the same message',
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
  summary: 'what the line above your own proposes is so',
  parameters: {},
  run: ({ play }) => answerProposal(play.chat, undefined, true),
  text: isSo,
  screen: { show: ([done]) => (done ? notice(`${isSo(done)}; /undo takes it back`) : null) },
  only: { side: 'screen', why },
});

const no = define({
  name: 'no',
  group: 'the world',
  summary: 'what the line above your own proposes is not so',
  parameters: {},
  run: ({ play }) => answerProposal(play.chat, undefined, false),
  text: isNotSo,
  only: { side: 'screen', why },
});

/** Commands about what bookkeeping proposes. */
export const proposalCommands: readonly Command[] = [proposals, accept, refuse, yes, no];
