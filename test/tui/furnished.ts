import { expect, onTestFinished } from 'vitest';
import { keepOwn } from '../../src/app/cards/own-cards.ts';
import { readCardFile } from '../../src/app/library/card-files.ts';
import type { Candidate } from '../../src/inference/servers/detect.ts';
import { usualAddresses } from '../../src/inference/servers/detect.ts';
import { settleJobs } from '../../src/play/jobs/jobs.ts';
import { authoredCard, blankCharacter } from '../../src/play/texts/authoring.ts';
import { openThread, setEdge, setEntity } from '../../src/play/world/edits.ts';
import { chatsAt } from './door/stocked.ts';

export const now = '2026-01-31T12:00:00Z';

/** A chat in which something of each kind is, with marks in what is said. */
export async function furnished() {
  const { app, ids } = chatsAt({ backend: 'understudy', now, seed: '7' }, 'The Inn', 'The Boat');
  const id = ids[0] ?? '';
  const play = app.play(id);
  await play.say('Hello, she *hops* at **everyone** in `town`.', { reply: [] });
  await play.say('Psst, _you_.', { to: ['Bob'], reply: [] });
  await play.reply('Bob');
  await play.regenerate();
  for await (const done of settleJobs(play.chat)) expect(done.state).toBe('done');
  await play.pin('last');
  await play.branch('the duel');
  setEntity(play.chat, 'Alice', 'mood', 'wary');
  setEdge(play.chat, 'Alice', 'Bob', { affinity: 40, trust: -20 });
  openThread(play.chat, 'Who took the *spoon*?');
  const known = [
    ...ids,
    ...play
      .view()
      .last(50)
      .map((one) => one.id),
  ];
  return { app, id, secrets: [...known, ...app.store.library.cards().map((card) => card.id)] };
}

/** A chat of the same three in which nothing has happened yet. */
export function begun() {
  const { app, ids } = chatsAt({ backend: 'understudy', now, seed: '7' }, 'The Inn');
  return { app, id: ids[0] ?? '', secrets: ids };
}

/** No model server of this machine is found, whichever runs on it, until the test has ended. */
function hideServers(): void {
  const places = usualAddresses as Candidate[];
  const all = places.splice(0);
  onTestFinished(() => void places.push(...all));
}

const script = {
  ...{
    scriptName: 'Dialect',
    findRegex: '/oil/g',
    replaceString: 'tallow',
    trimStrings: [],
    disabled: false,
  },
  ...{ runOnEdit: false, substituteRegex: 0, minDepth: null, maxDepth: null, placement: [1, 2] },
};

/** A chat in which much waits for a yes: one seems to have left, a card brings a script, no model is chosen. */
export async function undecided() {
  hideServers();
  const { app, id, secrets } = begun();
  const { raw } = authoredCard(blankCharacter('Mira'), 0);
  const data = { ...(raw.data as object), extensions: { regex_scripts: [script] } };
  keepOwn(app, readCardFile(Buffer.from(JSON.stringify({ ...raw, data }))), null);
  const play = app.play(id);
  await play.say('Bob leaves the room.', { reply: [] });
  for await (const done of settleJobs(play.chat)) expect(done.state).toBe('done');
  return { app, id, secrets };
}
