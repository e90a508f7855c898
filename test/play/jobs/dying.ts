// A process that opens a chat, begins its jobs with a model that never answers, says so, and waits to be killed.
import { dirname } from 'node:path';
import { settleJobs } from '../../../src/play/jobs/jobs.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { openStore, Scene } from '../../histories.ts';
import { bookkeeper } from './bookkeeper.ts';

const [file = '', chat = ''] = process.argv.slice(2);
const store = openStore(dirname(file));
const { parts } = new Scene(store, { title: 'Elsewhere' });
const { kind } = bookkeeper(() => '');
const run: typeof kind.run = (job, at) => {
  process.stdout.write('asked\n');
  return kind.run(job, at);
};
const settling = settleJobs(openPlay({ ...parts, jobs: [{ ...kind, run }] }, chat).chat);
void settling.next();
