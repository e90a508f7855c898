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
  summary: 'the bookkeeping that waits, runs or went wrong',
  empty: 'no bookkeeping waits: what is still to be found out about lines and scenes would stand here',
  chat: 'option',
  as: 'through whose eyes, * = everyone; default the played character',
  parameters: { all: onlyIn('script', flag('--all', 'everything, whoever perceived what it is about')) },
  *run({ play }, { all }): Generator<JobLine> {
    yield* play.jobs(all);
  },
  ...jobShape,
  screen: {
    show: (lines) =>
      lines.length === 0 ? notice('no bookkeeping waits') : page('Bookkeeping', lines.map(jobShape.text)),
  },
});

const settle = define({
  name: 'settle',
  group: 'upkeep',
  summary: 'run all the bookkeeping that waits or failed, to its end',
  chat: 'first',
  as: 'through whose eyes its end is told, * = everyone; default the played character',
  parameters: {},
  async *run({ play }): AsyncGenerator<JobLine> {
    yield* play.settle();
    const left = play.leftUndone();
    if (left)
      throw new SottoError(left.isUnanswered ? 'server' : 'failed', 'bookkeeping_undone', left.message);
  },
  ...jobShape,
  screen: { show: (ended) => notice(`the bookkeeping is done: ${plural(ended.length, 'job')}`) },
});

/** Commands about the bookkeeping of a chat. */
export const bookkeeping: readonly Command[] = [jobs, settle];
