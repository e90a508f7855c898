import { SottoError } from '../../domain/errors.ts';
import type { JobLine } from '../../play/jobs/jobs.ts';
import { type Command, define } from '../command.ts';
import { flag, onlyIn } from '../parameters.ts';
import { notice, page, plural } from '../shown/show.ts';

const jobShape = {
  json: (job: JobLine) => ({ type: 'job', ...job }),
  text: ({ id, kind, of, state }: JobLine) => `${id} ${kind} of ${of}: ${state}`,
};

const jobs = define({
  name: 'jobs',
  group: 'upkeep',
  summary: 'list background jobs that are waiting, running or failed',
  empty: 'no background jobs: state passes, summaries and other jobs would be listed here',
  chat: 'option',
  as: 'as seen by this character, * = everyone; default the played character',
  parameters: { all: onlyIn('script', flag('--all', 'show everything, whoever perceived it')) },
  *run({ play }, { all }): Generator<JobLine> {
    yield* play.jobs(all);
  },
  ...jobShape,
  screen: {
    show: (lines) =>
      lines.length === 0 ? notice('no background jobs') : page('Bookkeeping', lines.map(jobShape.text)),
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
    yield* play.settle();
    const left = play.leftUndone();
    if (left)
      throw new SottoError(left.isUnanswered ? 'server' : 'failed', 'bookkeeping_undone', left.message);
  },
  ...jobShape,
  screen: { show: (ended) => notice(`background jobs are done: ${plural(ended.length, 'job')}`) },
});

/** Commands about the bookkeeping of a chat. */
export const bookkeeping: readonly Command[] = [jobs, settle];
