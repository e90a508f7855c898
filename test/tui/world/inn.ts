import { expect, onTestFinished } from 'vitest';
import { App } from '../../../src/app/run/app.ts';
import { settleJobs } from '../../../src/play/jobs/jobs.ts';
import { setEdge, setEntity } from '../../../src/play/world/edits.ts';
import { chatsOf } from '../door/stocked.ts';

/** The inn, where Alice may have said something, has a mood and feels this for Bob, who does not like her. */
export const atTheInn = async (felt: { readonly affinity: number; readonly trust: number }, said = '') => {
  const { app, ids } = chatsOf('The Inn');
  const id = ids[0] ?? '';
  const play = app.play(id);
  if (said !== '') await play.say(said, { reply: [] });
  for await (const done of settleJobs(play.chat)) expect(done.state).toBe('done');
  setEntity(play.chat, 'Alice', 'mood', 'wary');
  setEntity(play.chat, 'Bob', 'mood', 'grim');
  setEntity(play.chat, 'Bob', 'activity.verb', 'drinking');
  setEdge(play.chat, 'Alice', 'Bob', felt);
  setEdge(play.chat, 'Bob', 'Alice', { affinity: -60 });
  return { app, id, play };
};

/** Another process with the same store. */
export const elsewhere = ({ dataFolder }: App): App => {
  const other = new App({ data: dataFolder, backend: 'understudy' });
  onTestFinished(() => other.close());
  return other;
};
