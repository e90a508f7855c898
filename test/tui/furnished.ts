import { expect } from 'vitest';
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
  for await (const done of play.settle()) expect(done.state).toBe('done');
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
