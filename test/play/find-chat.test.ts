import { expect, test } from 'vitest';
import { findChat } from '../../src/play/chat/find-chat.ts';
import { Scene } from '../histories.ts';
import { failure } from '../store/failures.ts';
import { scene } from './scene.ts';

test('an id means its chat, though another is called so; a title and a unique beginning mean theirs; nothing the latest', () => {
  const { store, id } = scene;
  const other = new Scene(store, { title: id });
  expect(findChat(store, id)).toBe(id);
  expect(findChat(store, 'the quay')).toBe(id);
  expect(findChat(store, other.id.slice(0, 11))).toBe(other.id);
  expect([id, other.id]).toContain(findChat(store));
});

test('the id of a deleted chat means none', async () => {
  const { store, id } = scene;
  scene.given({ kind: 'chat_deleted', payload: {} });
  expect(failure(() => findChat(store, id))).toMatchObject({ code: 'no_such_chat' });
});
