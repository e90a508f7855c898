// A process that opens a chat, begins to embed what is pending, and waits to be killed.
import { dirname } from 'node:path';
import { settleJobs } from '../../../src/play/jobs/jobs.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { openStore, Scene } from '../../histories.ts';
import { embeddingAt } from './embedding.ts';

const [file = '', chat = '', url = ''] = process.argv.slice(2);
const store = openStore(dirname(file));
const { parts } = new Scene(store, { title: 'Elsewhere' });
void settleJobs(openPlay({ ...parts, ...embeddingAt(store, url) }, chat).chat).next();
