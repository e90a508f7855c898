import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { openStore } from '../../histories.ts';
import { Clockwork } from '../clockwork.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';

const opened = (as = 'Tomas') => {
  const clock = new Clockwork();
  const store = openStore(dirname(scene.store.file));
  closers.push(() => store.close());
  const parts: PlayParts = { ...scene.parts, store, after: clock.after };
  return { clock, play: openPlay(parts, scene.id, as) };
};
const draft = (text: string, pastes: string[] = []) => ({ text, pastes });
const nothing = { drafts: [], history: [] };

test('what is written is in the store half a second later at most, and not before: no key waits for it', () => {
  const { clock, play } = opened();
  play.keep(scene.who('Tomas'), [draft('Hel')], []);
  play.keep(scene.who('Tomas'), [draft('Hello')], []);
  expect([opened().play.kept(), clock.waiting(400)]).toEqual([nothing, 1]);
  clock.pass(400);
  expect(opened().play.kept()).toEqual({ drafts: [draft('Hello')], history: [] });
});

test('it is written at once where the process may end, and when the chat is closed', async () => {
  const { play } = opened();
  play.keep(scene.who('Tomas'), [draft('One', ['pasted'])], ['sent']);
  expect(play.keepNow()).toBe(true);
  expect(opened().play.kept()).toEqual({ drafts: [draft('One', ['pasted'])], history: ['sent'] });
  play.keep(scene.who('Tomas'), [], ['sent too']);
  await play.close();
  expect(opened().play.kept()).toEqual({ drafts: [], history: ['sent', 'sent too'] });
});

test('KT-12 HC-37 nobody is given what was written as another, whoever is at the screen', async () => {
  const { play } = opened();
  play.keep(scene.who('Tomas'), [draft('a secret')], ['a whisper']);
  play.keepNow();
  expect(opened('Odile').play.kept()).toEqual(nothing);
  expect(opened('*').play.kept()).toEqual(nothing);
  await play.playAs('Odile');
  expect(play.kept()).toEqual(nothing);
  await play.playAs('Tomas');
  expect(play.kept()).toEqual({ drafts: [draft('a secret')], history: ['a whisper'] });
});

test('the newest 200 lines are recalled', () => {
  const { play } = opened();
  const lines = Array.from({ length: 230 }, (_, at) => `line ${at}`);
  play.keep(scene.who('Tomas'), [], lines.slice(0, 150));
  play.keepNow();
  play.keep(scene.who('Tomas'), [], lines.slice(150));
  play.keepNow();
  expect(opened().play.kept().history).toEqual(lines.slice(-200));
  const rows = new Database(scene.store.file, { readonly: true });
  expect(rows.prepare('SELECT count(*) FROM typed_line').pluck().get()).toBe(200);
  rows.close();
});

test('while another program holds the store it waits, and nothing of it is lost', () => {
  const { clock, play } = opened();
  const other = new Database(scene.store.file);
  other.exec('BEGIN IMMEDIATE');
  play.keep(scene.who('Tomas'), [draft('Hello')], ['sent']);
  clock.pass(400);
  other.exec('ROLLBACK');
  other.close();
  expect(opened().play.kept()).toEqual(nothing);
  clock.pass(400);
  expect(opened().play.kept()).toEqual({ drafts: [draft('Hello')], history: ['sent'] });
});

test('KT-07 RP-074 drafts are in no log, no prompt, no check of the store', async () => {
  const lines = async () => {
    const { store, state } = scene;
    const { prompt } = await scene.play.prompt('Maren');
    return JSON.stringify([[...store.log.all({ chat: scene.id })], store.verify(state), prompt]);
  };
  scene.said('Tomas', 'Hello');
  const before = await lines();
  const { play } = opened();
  play.keep(scene.who('Tomas'), [draft('a secret')], ['another']);
  play.keepNow();
  expect(await lines()).toBe(before);
});
