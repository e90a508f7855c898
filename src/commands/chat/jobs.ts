import { SottoError } from '../../domain/errors.ts';
import type { BookkeepingCost } from '../../play/chat/play-state.ts';
import { bookkeepingCost, type JobLine, jobsSeen, leftUndone, settleJobs } from '../../play/jobs/jobs.ts';
import { type Command, define } from '../command.ts';
import { flag, onlyIn } from '../parameters.ts';
import { notice, page, plural } from '../shown/show.ts';

const jobShape = {
  json: (job: JobLine) => ({ type: 'job', ...job }),
  text: ({ id, kind, of, state }: JobLine) => `${id} ${kind} of ${of}: ${state}`,
};

const costText = ({ replies, questions, read, written, answered }: BookkeepingCost): string =>
  `lately (${replies === 1 ? 'one reply' : `${replies} replies`}): ${questions} questions, ${read} tokens read and ${written} written a reply; ${Math.round(100 * answered)} % answered`;

/** What a player is told of a job: its kind and how far it is. */
const lineOnScreen = (line: JobLine | BookkeepingCost): string =>
  'id' in line ? `${line.kind}: ${line.state}` : costText(line);

const listShape = {
  json: (line: JobLine | BookkeepingCost) =>
    'id' in line ? jobShape.json(line) : { type: 'bookkeeping_cost', ...line },
  text: (line: JobLine | BookkeepingCost) => ('id' in line ? jobShape.text(line) : costText(line)),
};

const jobs = define({
  name: 'jobs',
  group: 'upkeep',
  synonyms: ['background', 'queue'],
  summary: 'list background jobs and what they cost',
  empty: 'no background jobs: state passes, summaries and other jobs would be listed here',
  chat: 'option',
  as: 'as seen by this character, * = everyone; default the played character',
  parameters: { all: onlyIn('script', flag('--all', 'show everything, whoever perceived it')) },
  *run({ play }, { all }): Generator<JobLine | BookkeepingCost> {
    yield* jobsSeen(play.chat, all);
    const cost = bookkeepingCost(play.chat, all);
    if (cost) yield cost;
  },
  ...listShape,
  screen: {
    show: (lines) =>
      lines.length === 0 ? notice('no background jobs') : page('Bookkeeping', lines.map(lineOnScreen)),
  },
});

const settle = define({
  name: 'settle',
  group: 'upkeep',
  summary: 'run all waiting and failed background jobs to the end',
  chat: 'first',
  as: 'report as seen by this character, * = everyone; default the played character',
  parameters: {},
  async *run({ play }): AsyncGenerator<JobLine> {
    yield* settleJobs(play.chat);
    const left = leftUndone(play.chat);
    if (left)
      throw new SottoError(left.isUnanswered ? 'server' : 'failed', 'bookkeeping_undone', left.message);
  },
  ...jobShape,
  screen: { show: (ended) => notice(`background jobs are done: ${plural(ended.length, 'job')}`) },
});

/** Commands about the bookkeeping of a chat. */
export const bookkeeping: readonly Command[] = [jobs, settle];
